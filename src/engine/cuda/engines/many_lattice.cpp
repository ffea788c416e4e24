// The lattices of many integrals, summed in one launch, or in two around a batch function: see
// kernel/lattice_many.cuh.
#include "engine/device/many_lattice.hpp"

#include <algorithm>
#include <cstring>
#include <utility>
#include <vector>

#include "base/failure.hpp"
#include "engine/common/lattice_totals.hpp"
#include "engine/cuda/engines/bound_integrand.hpp"
#include "engine/cuda/engines/many_integrals.hpp"
#include "engine/cuda/engines/samples_memory.hpp"
#include "engine/cuda/kernel/lattice_many_arguments.cuh"
#include "engine/cuda/runtime/launch.hpp"

namespace cuboid::engine::cuda {

namespace {

/// Sums of groups in a launch, at most but for a single lattice: 32 MB.
constexpr uint64 max_group_sums = 1 << 22;

KernelPart many_lattice_part() {
  return {"engine/cuda/kernel/lattice_many.cuh", "lattice_many_kernel"};
}

/// What the device is given for some lattices.
struct Jobs {
  std::vector<LatticeManyJob> jobs;
  std::vector<uint64> words;
  std::vector<map::SmoothAxis> smooth;
  std::vector<uint64> rows{0};  ///< where the points of each begin, and where all end
  uint64 group_sums = 0;
  unsigned blocks = 0;

  void add(const ManyLatticeRequest &asked, uint64 ncomp);

 private:
  int place_of(const std::vector<map::SmoothAxis> &map);
};

/// Lattices that follow one another are often of one integral, through the same map.
int Jobs::place_of(const std::vector<map::SmoothAxis> &map) {
  if (map.empty()) return -1;
  const std::size_t axes = map.size();
  const bool there = smooth.size() >= axes && std::memcmp(smooth.data() + smooth.size() - axes,
                                                          map.data(), axes * sizeof map[0]) == 0;
  if (!there) smooth.insert(smooth.end(), map.begin(), map.end());
  return static_cast<int>(smooth.size() - axes);
}

void Jobs::add(const ManyLatticeRequest &asked, uint64 ncomp) {
  constexpr uint64 groups_of_block = lattice_threads / statistics::lattice_chunks_per_group;
  const LatticeRequest &request = *asked.request;
  const uint64 groups = lattice_groups(request);
  LatticeManyJob job{};
  job.points = static_cast<uint64>(request.points);
  job.shifts = static_cast<uint64>(request.shifts());
  job.words = words.size();
  job.group_sums = group_sums;
  job.unit = lattice_unit(request);
  job.integral = asked.integral;
  job.first_block = blocks;
  job.smooth = place_of(request.smooth);
  jobs.push_back(job);
  words.insert(words.end(), request.generator.begin(), request.generator.end());
  words.insert(words.end(), request.fine.begin(), request.fine.end());
  words.resize(words.size() + request.generator.size() - request.fine.size());
  for (const map::Transform transform : request.transform)
    words.push_back(static_cast<uint64>(transform));
  words.insert(words.end(), request.shift.begin(), request.shift.end());
  rows.push_back(rows.back() + job.points * job.shifts);
  group_sums += groups * ncomp;
  blocks += static_cast<unsigned>((groups + groups_of_block - 1) / groups_of_block);
}

class CudaManyLattice final : public DeviceManyLattice {
 public:
  CudaManyLattice(const DeviceIntegrandPointer &integrand, void *userdata);
  ~CudaManyLattice() override { bound_.stay_entered(); }

  const LatticeProblem &problem() const override { return problem_; }
  std::int64_t count() const override { return integrals_.count(); }
  void begin(const IntegralList &list) override;
  void evaluate(const std::vector<ManyLatticeRequest> &requests) override;
  ManyLatticeSums result(std::size_t place) const override { return results_[place]; }

 private:
  bool has_room(const Jobs &jobs, const LatticeRequest &next) const;
  void sum(const Jobs &jobs);
  void start(const Jobs &jobs);
  void take(const Jobs &jobs);

  BoundIntegrand bound_;
  ManyIntegrals integrals_{bound_};
  const DeviceCall &call_ = bound_.call();
  LatticeProblem problem_;
  LatticeManyArguments many_{};
  std::vector<ManyLatticeSums> results_;

  // Of a launch, as they are fetched.
  std::vector<double> sums_;
  std::vector<LatticeNonfinite> counted_;
  std::vector<int> ended_;

  GrowingArray<LatticeManyJob> jobs_{call_};
  GrowingArray<uint64> words_{call_};
  GrowingArray<map::SmoothAxis> smooth_{call_};
  GrowingArray<double> group_sums_{call_};
  GrowingArray<LatticeNonfinite> nonfinite_{call_};
  GrowingArray<int> aborted_{call_};
};

CudaManyLattice::CudaManyLattice(const DeviceIntegrandPointer &integrand, void *userdata)
    : bound_(integrand, userdata) {
  problem_.ndim = integrand->ndim();
  problem_.ncomp = integrand->ncomp();
  many_.ndim = static_cast<uint32>(problem_.ndim);
}

void CudaManyLattice::begin(const IntegralList &list) {
  const ContextScope scope = bound_.entered();
  integrals_.begin(list);
  aborted_.fill(0, static_cast<uint64>(list.count));
  many_.aborted = aborted_.data();
  many_.userdata = integrals_.userdata();
  many_.userdata_stride = static_cast<uint64>(integrals_.userdata_stride());
  many_.box = list.lower == nullptr ? nullptr : integrals_.axes_on_device();
  many_.boxes = list.box_stride == 0 ? 0 : 1;
  call_.wait("copying what many integrals need to the device");
}

void CudaManyLattice::evaluate(const std::vector<ManyLatticeRequest> &requests) {
  const ContextScope scope = bound_.entered();
  const auto ncomp = static_cast<uint64>(problem_.ncomp);
  results_.clear();
  for (std::size_t first = 0; first < requests.size();) {
    Jobs jobs;
    do jobs.add(requests[first++], ncomp);
    while (first < requests.size() && has_room(jobs, *requests[first].request));
    sum(jobs);
    take(jobs);
  }
}

/// For one more lattice in the launch.
bool CudaManyLattice::has_room(const Jobs &jobs, const LatticeRequest &next) const {
  const auto ncomp = static_cast<uint64>(problem_.ncomp);
  const auto points = static_cast<uint64>(next.points * next.shifts());
  return jobs.group_sums + lattice_groups(next) * ncomp <= max_group_sums &&
         (!bound_.batched() || jobs.rows.back() + points <= bound_.max_points());
}

void CudaManyLattice::sum(const Jobs &jobs) {
  const LatticeNonfinite none{0, ~uint64{0}};
  counted_.assign(jobs.jobs.size(), none);
  jobs_.set(jobs.jobs.data(), jobs.jobs.size());
  words_.set(jobs.words.data(), jobs.words.size());
  if (!jobs.smooth.empty()) smooth_.set(jobs.smooth.data(), jobs.smooth.size());
  nonfinite_.set(counted_.data(), counted_.size());
  group_sums_.reserve(jobs.group_sums);
  many_.jobs = jobs_.data();
  many_.count = static_cast<uint32>(jobs.jobs.size());
  many_.words = words_.data();
  many_.smooth = smooth_.data();
  many_.group_sums = group_sums_.data();
  many_.nonfinite = nonfinite_.data();
  start(jobs);
  constexpr const char *action = "summing lattices of many integrals";
  group_sums_.fetch(sums_, jobs.group_sums, action);
  nonfinite_.fetch(counted_, jobs.jobs.size(), action);
  aborted_.fetch(ended_, static_cast<uint64>(count()), action);
  call_.wait(action);
}

/// Around a batch function, a first launch places the points of all integrals, and a second one
/// sums the values.
void CudaManyLattice::start(const Jobs &jobs) {
  const KernelPart part = many_lattice_part();
  KernelTable kernels = bound_.kernels(part);
  const auto launch_around = [&](const void *integrand) {
    kernels.integrand = integrand;
    launch(kernels, part.name(), {jobs.blocks, lattice_threads, 0}, call_.stream(), many_);
  };
  if (!bound_.batched()) return launch_around(kernels.integrand);
  std::vector<uint64> which;
  for (const LatticeManyJob &job : jobs.jobs) which.push_back(job.integral);
  many_.rows = integrals_.number_points(jobs.rows, which);
  bound_.run_batched(0, jobs.rows.back(), launch_around, launch_around,
                     integrals_.integral_of_point());
}

/// Stores what a launch has found.
void CudaManyLattice::take(const Jobs &jobs) {
  for (std::size_t i = 0; i < jobs.jobs.size(); ++i) {
    const LatticeManyJob &job = jobs.jobs[i];
    const auto begin = sums_.begin() + static_cast<std::ptrdiff_t>(job.group_sums);
    const uint64 end = i + 1 < jobs.jobs.size() ? jobs.jobs[i + 1].group_sums : jobs.group_sums;
    LatticeTotals totals;
    totals.group_sums.assign(begin, begin + static_cast<std::ptrdiff_t>(end - job.group_sums));
    totals.nonfinite = counted_[i].count;
    ManyLatticeSums found;
    static_cast<LatticeSums &>(found) =
        totals.sums(static_cast<std::int64_t>(job.shifts), problem_.ncomp);
    found.aborted = ended_[job.integral] != 0;
    results_.push_back(std::move(found));
  }
}

}  // namespace

}  // namespace cuboid::engine::cuda

namespace cuboid::engine {

bool device_sums_many_lattices(const DeviceIntegrand &integrand) {
  return cuda::as_cuda(integrand).serves_many() && integrand.ndim() <= lattice_max_ndim &&
         integrand.ncomp() <= lattice_max_ncomp;
}

void compile_for_many_lattices(const DeviceIntegrandPointer &integrand) {
  cuda::compile_for_chosen(*integrand, cuda::many_lattice_part());
}

std::unique_ptr<DeviceManyLattice> make_device_many_lattice(const DeviceIntegrandPointer &integrand,
                                                            void *userdata) {
  const cuda::ContextScope scope(cuda::Device::chosen());
  return std::make_unique<cuda::CudaManyLattice>(integrand, userdata);
}

}  // namespace cuboid::engine
