#include "engine/cuda/engines/lattice_launch.hpp"

#include <cstring>

#include "engine/common/lattice_totals.hpp"
#include "engine/cuda/runtime/launch.hpp"

namespace cuboid::engine::cuda {

namespace {

/// Sums of groups in a launch, at most but for a single lattice: 32 MB.
constexpr uint64 max_group_sums = 1 << 22;

}  // namespace

KernelPart many_lattices_part() {
  return {"engine/cuda/kernel/lattice_many.cuh", "lattice_many_kernel"};
}

void LatticeLaunch::clear() {
  jobs_.clear();
  words_.clear();
  smooth_.clear();
  rows_.assign(1, 0);
  group_sums_ = 0;
  blocks_ = 0;
}

/// Lattices that follow one another are often of one integral, through the same map.
int LatticeLaunch::place_of(const std::vector<map::SmoothAxis> &map) {
  if (map.empty()) return -1;
  const std::size_t axes = map.size();
  const bool there = smooth_.size() >= axes && std::memcmp(smooth_.data() + smooth_.size() - axes,
                                                           map.data(), axes * sizeof map[0]) == 0;
  if (!there) smooth_.insert(smooth_.end(), map.begin(), map.end());
  return static_cast<int>(smooth_.size() - axes);
}

void LatticeLaunch::add(const LatticeRequest &request, uint32 integral, uint64 first, uint64 end) {
  constexpr uint64 groups_of_block = lattice_threads / statistics::lattice_chunks_per_group;
  LatticeManyJob job{};
  job.points = static_cast<uint64>(request.points);
  job.first_group = first;
  job.end_group = end;
  job.words = words_.size();
  job.group_sums = group_sums_;
  job.unit = lattice_unit(request);
  job.integral = integral;
  job.first_block = blocks_;
  job.smooth = place_of(request.smooth);
  jobs_.push_back(job);
  words_.insert(words_.end(), request.generator.begin(), request.generator.end());
  words_.insert(words_.end(), request.fine.begin(), request.fine.end());
  words_.resize(words_.size() + request.generator.size() - request.fine.size());
  for (const map::Transform transform : request.transform)
    words_.push_back(static_cast<uint64>(transform));
  words_.insert(words_.end(), request.shift.begin(), request.shift.end());
  const auto chunks = statistics::lattice_chunks(job.points);
  rows_.push_back(rows_.back() + chunks.first_of_group(end) - chunks.first_of_group(first));
  group_sums_ += lattice_groups(request) * ncomp_;
  blocks_ += static_cast<unsigned>((end - first + groups_of_block - 1) / groups_of_block);
}

bool LatticeLaunch::has_room(const LatticeRequest &next) const {
  const auto points = static_cast<uint64>(next.points * next.shifts());
  return group_sums_ + lattice_groups(next) * ncomp_ <= max_group_sums &&
         (!bound_.batched() || rows_.back() + points <= bound_.max_points());
}

void LatticeLaunch::start(LatticeManyArguments many, const std::int64_t *integral) {
  counted_.assign(jobs_.size(), {0, ~uint64{0}});
  many.jobs = jobs_on_device_.set(jobs_.data(), jobs_.size());
  many.words = words_on_device_.set(words_.data(), words_.size());
  if (!smooth_.empty()) smooth_on_device_.set(smooth_.data(), smooth_.size());
  many.nonfinite = nonfinite_.set(counted_.data(), counted_.size());
  many.group_sums = sums_on_device_.reserve(group_sums_);
  many.count = static_cast<uint32>(jobs_.size());
  many.ndim = ndim_;
  many.smooth = smooth_on_device_.data();
  const KernelPart part = many_lattices_part();
  KernelTable kernels = bound_.kernels(part);
  const auto launch_around = [&](const void *integrand) {
    kernels.integrand = integrand;
    launch(kernels, part.name(), {blocks_, lattice_threads, 0}, call_.stream(), many);
  };
  // Around a batch function, a first launch places the points of all, and a second one sums.
  if (bound_.batched())
    bound_.run_batched(0, rows_.back(), launch_around, launch_around, integral);
  else
    launch_around(kernels.integrand);
  sums_on_device_.fetch(sums_, group_sums_, "summing lattices");
  nonfinite_.fetch(counted_, jobs_.size(), "summing lattices");
}

void LatticeLaunch::take(std::size_t place, std::vector<double> &group_sums) const {
  const LatticeManyJob &job = jobs_[place];
  const uint64 groups = statistics::lattice_chunks(job.points).groups();
  for (uint64 group = job.first_group; group < job.end_group; ++group)
    for (uint64 c = 0; c < ncomp_; ++c) {
      const uint64 of_all = (group / groups * ncomp_ + c) * groups + group % groups;
      group_sums[of_all] = sums_[job.group_sums + of_all];
    }
}

}  // namespace cuboid::engine::cuda
