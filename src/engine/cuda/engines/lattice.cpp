// The lattice engine on a CUDA device.
#include <cuda_runtime.h>

#include <algorithm>
#include <array>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "base/magnitude.hpp"
#include "engine/common/interrupts.hpp"
#include "engine/common/lattice_points.hpp"
#include "engine/common/lattice_totals.hpp"
#include "engine/cuda/engines/bound_integrand.hpp"
#include "engine/cuda/engines/lattice_launch.hpp"
#include "engine/cuda/engines/samples_fill.hpp"
#include "engine/cuda/kernel/lattice_arguments.cuh"
#include "engine/cuda/runtime/error.hpp"
#include "engine/cuda/runtime/launch.hpp"
#include "engine/cuda/runtime/memory.hpp"
#include "engine/device/integrand.hpp"
#include "engine/group/lattice.hpp"
#include "engine/group/samples.hpp"

namespace cuboid::engine::cuda {

namespace {

/// From so many points on a lattice fills a device by itself, with a kernel that is made for it.
constexpr std::int64_t worth_a_kernel = std::int64_t{1} << 22;

/// Points of a launch, between which the limits are looked at: a few hundredths of a second.
constexpr std::int64_t points_of_a_launch = std::int64_t{1} << 31;

/// Points that a receiver is handed at once: a few megabytes in memory of the host.
constexpr std::int64_t received_points = 1 << 16;

std::int64_t points_of(const LatticePart &part) {
  const auto chunks = statistics::lattice_chunks(static_cast<uint64>(part.request->points));
  return static_cast<std::int64_t>(chunks.first_of_group(part.end) -
                                   chunks.first_of_group(part.first));
}

/// Integers of the host as those of kernels, which have the same bits.
const uint64 *as_words(const std::vector<std::uint64_t> &words) {
  static_assert(sizeof(uint64) == sizeof(std::uint64_t));
  return reinterpret_cast<const uint64 *>(words.data());
}

/// The kernel for one transform on all axes of the unit cube; nothing: the one for all else, with a
/// box or without.
KernelPart lattice_part(std::optional<map::Transform> transform, bool boxed) {
  return {"engine/cuda/kernel/lattice.cuh", "lattice_kernel",
          transform ? static_cast<int>(*transform)
          : boxed   ? boxed_lattice
                    : general_lattice};
}

class DeviceLattice final : public LatticeOfGroups {
 public:
  DeviceLattice(const DeviceIntegrandPointer &integrand, void *userdata, LatticeProblem problem,
                bool mapped, const StartClock &start);
  ~DeviceLattice() override { bound_.stay_entered(); }

  const LatticeProblem &problem() const override { return problem_; }
  void evaluate_all(std::span<const LatticeRequest> requests, const Answer &answer) override;
  void sum_groups(const LatticeRequest &request, uint64 first, uint64 end,
                  LatticeTotals &totals) override;
  void sum_parts(std::span<const LatticePart> parts) override;

 private:
  bool is_for_launch(const LatticeRequest &request, bool alone) const;
  std::size_t launch_first(std::span<const LatticePart> parts);
  std::optional<map::Transform> only_transform(const LatticeRequest &request) const;
  void start(LatticeArguments &arguments, uint64 begin, uint64 end, const KernelPart &part);
  void start_around_batches(LatticeArguments &arguments, uint64 begin, uint64 end,
                            const KernelPart &part);
  void start_groups(const LatticeArguments &arguments, const KernelTable &kernels,
                    const KernelPart &part, const void *integrand);
  void evaluate_points(const double *x, std::int64_t count, double *f);
  void hand_out(const LatticeRequest &request);
  void note_nonfinite(const LatticeRequest &request, const LatticeNonfinite &counted,
                      LatticeTotals &totals);
  SamplesNonfinite nonfinite_point(const LatticeRequest &request, std::int64_t number);

  BoundIntegrand bound_;
  const LatticeProblem problem_;
  const DeviceCall &call_ = bound_.call();
  Interrupts interrupts_{Limits{}};  ///< looked at every so many points
  GrowingArray<map::Interval> box_{call_};
  GrowingArray<uint64> rows_{call_};
  LatticeLaunch launch_{bound_, problem_.ndim, problem_.ncomp};
};

DeviceLattice::DeviceLattice(const DeviceIntegrandPointer &integrand, void *userdata,
                             LatticeProblem problem, bool mapped, const StartClock &start)
    : bound_(integrand, userdata), problem_(std::move(problem)) {
  const bool boxed = !problem_.box.empty();
  // And the one that takes the samples by which a map is found, all hypercubes with as many.
  if (mapped)
    bound_.prepare(
        std::array{many_lattices_part(), samples_part(FillKind{boxed, false, false, true})});
  bound_.kernels(many_lattices_part());
  if (boxed) box_.set(problem_.box.data(), problem_.box.size());
  if (start) interrupts_ = Interrupts(start());
}

std::optional<map::Transform> DeviceLattice::only_transform(const LatticeRequest &request) const {
  const map::Transform first = request.transform.front();
  const bool same = std::all_of(request.transform.begin(), request.transform.end(),
                                [&](map::Transform one) { return one == first; });
  const bool plain = same && request.smooth.empty() && problem_.box.empty();
  if (!plain) return {};
  return first;
}

/// Whether it is summed beside others of a list: it is small, or needs the kernel for any
/// transforms.
bool DeviceLattice::is_for_launch(const LatticeRequest &request, bool alone) const {
  const std::int64_t points = request.points * request.shifts();
  if (bound_.batched()) return static_cast<uint64>(points) <= bound_.max_points();
  return points < worth_a_kernel ||
         (!alone && points <= points_of_a_launch && !only_transform(request));
}

void DeviceLattice::evaluate_all(std::span<const LatticeRequest> requests, const Answer &answer) {
  const ContextScope scope = bound_.entered();
  std::vector<LatticeTotals> totals;
  std::vector<LatticePart> parts;
  for (const LatticeRequest &request : requests)
    totals.push_back(empty_totals(request, problem_.ncomp));
  for (std::size_t i = 0; i < requests.size(); ++i)
    parts.push_back({&requests[i], 0, lattice_groups(requests[i]), &totals[i]});
  sum_parts(parts);
  bound_.check_aborted();
  for (std::size_t i = 0; i < requests.size(); ++i) {
    if (requests[i].receiver != nullptr) hand_out(requests[i]);
    answer(totals[i].sums(requests[i].shifts(), problem_.ncomp));
  }
}

void DeviceLattice::sum_parts(std::span<const LatticePart> parts) {
  const ContextScope scope = bound_.entered();
  std::int64_t evaluated = 0;
  try {
    while (!parts.empty()) {
      std::size_t count = launch_first(parts);
      if (count == 0) {
        const LatticePart &part = parts[count++];
        sum_groups(*part.request, part.first, part.end, *part.totals);
      }
      for (const LatticePart &part : parts.first(count)) evaluated += points_of(part);
      parts = parts.subspan(count);
    }
  } catch (const Interrupted &interrupted) {
    throw Interrupted(interrupted.ending(), interrupted.evaluated() + evaluated, 0);
  }
}

/// Sums the first ones for which there is room in one launch.  Returns how many.
std::size_t DeviceLattice::launch_first(std::span<const LatticePart> parts) {
  launch_.clear();
  std::size_t count = 0;
  for (; count < parts.size(); ++count) {
    const LatticePart &part = parts[count];
    if (!is_for_launch(*part.request, parts.size() == 1)) break;
    const bool full = static_cast<std::int64_t>(launch_.rows().back()) >= points_of_a_launch;
    if (count > 0 && (full || !launch_.has_room(*part.request))) break;
    launch_.add(*part.request, 0, part.first, part.end);
  }
  if (count == 0) return 0;
  if (!interrupts_.look()) throw interrupts_.failure(0, 0);
  LatticeManyArguments common{};
  common.box = box_.data();
  common.aborted = bound_.aborted();
  if (bound_.batched()) {
    common.rows = rows_.set(launch_.rows().data(), launch_.rows().size());
  }
  launch_.start(common);
  call_.wait("summing lattices");
  bound_.check_aborted();
  for (std::size_t i = 0; i < count; ++i) {
    launch_.take(i, parts[i].totals->group_sums);
    note_nonfinite(*parts[i].request, launch_.nonfinite(i), *parts[i].totals);
  }
  return count;
}

void DeviceLattice::sum_groups(const LatticeRequest &request, uint64 first, uint64 end,
                               LatticeTotals &totals) {
  const ContextScope scope = bound_.entered();
  const auto ncomp = static_cast<std::size_t>(problem_.ncomp);
  const auto rows = static_cast<std::size_t>(request.shifts()) * ncomp;
  const LatticeNonfinite none{0, ~uint64{0}};
  constexpr const char *copying = "copying to the device";
  const auto shift = on_device(call_, as_words(request.shift), request.shift.size(), copying);
  const auto smooth = on_device(call_, request.smooth.data(), request.smooth.size(), copying);
  const auto nonfinite = on_device(call_, &none, 1, copying);
  LatticeArguments arguments{};
  arguments.chunks = statistics::lattice_chunks(static_cast<uint64>(request.points));
  const std::size_t groups = arguments.chunks.groups();
  const DeviceArray<double> group_sums(call_, static_cast<std::int64_t>(rows * groups));
  arguments.shift = shift.get();
  arguments.smooth = smooth.get();
  arguments.box = box_.data();
  arguments.group_sums = group_sums.get();
  arguments.nonfinite = nonfinite.get();
  arguments.unit = lattice_unit(request);
  std::copy(request.generator.begin(), request.generator.end(), arguments.generator);
  std::copy(request.fine.begin(), request.fine.end(), arguments.fine);
  std::copy(request.transform.begin(), request.transform.end(), arguments.transform);
  start(arguments, first, end, lattice_part(only_transform(request), !problem_.box.empty()));

  std::vector<double> sums(rows * groups);
  LatticeNonfinite counted{};
  call_.to_host(sums.data(), group_sums.get(), sums.size() * sizeof(double), "summing a lattice");
  call_.to_host(&counted, nonfinite.get(), sizeof counted, "summing a lattice");
  call_.wait("summing a lattice");
  bound_.check_aborted();
  for (uint64 group = first; group < end; ++group)
    for (std::size_t c = 0; c < ncomp; ++c) {
      const std::size_t place = (group / groups * ncomp + c) * groups + group % groups;
      totals.group_sums[place] = sums[place];
    }
  note_nonfinite(request, counted, totals);
}

void DeviceLattice::note_nonfinite(const LatticeRequest &request, const LatticeNonfinite &counted,
                                   LatticeTotals &totals) {
  if (counted.count == 0) return;
  LatticeTotals found;
  found.nonfinite = counted.count;
  found.first_nonfinite = nonfinite_point(request, static_cast<std::int64_t>(counted.first));
  totals.add_nonfinite(found);
}

void DeviceLattice::start(LatticeArguments &arguments, uint64 begin, uint64 end,
                          const KernelPart &part) {
  if (bound_.batched()) return start_around_batches(arguments, begin, end, part);
  const uint64 at_once = std::max<uint64>(points_of_a_launch >> arguments.chunks.group_bits(), 1);
  for (uint64 first = begin; first < end; first += at_once) {
    const auto evaluated = static_cast<std::int64_t>(arguments.chunks.first_of_group(first) -
                                                     arguments.chunks.first_of_group(begin));
    if (!interrupts_.look()) throw interrupts_.failure(evaluated, 0);
    arguments.first_group = first;
    arguments.end_group = std::min(first + at_once, end);
    const KernelTable kernels = bound_.kernels(part);
    start_groups(arguments, kernels, part, kernels.integrand);
    if (arguments.end_group < end) call_.wait("summing a lattice");
  }
}

/// As many points of each chunk at once as there is room for: with whole chunks a warp of each
/// multiprocessor would have work.
void DeviceLattice::start_around_batches(LatticeArguments &arguments, uint64 begin, uint64 end,
                                         const KernelPart &part) {
  constexpr uint64 lanes = statistics::lattice_chunks_per_group;
  const KernelTable kernels = bound_.kernels(part);
  const uint64 most = std::max<uint64>(bound_.max_points() / lanes, 1);  // of a group
  const uint64 at_once = std::min(most, end - begin);
  const uint64 step = std::min(most / at_once, arguments.chunks.length());
  const DeviceArray<double> chunk_sums(call_,
                                       static_cast<std::int64_t>(at_once * lanes) * problem_.ncomp);
  arguments.chunk_sums = chunk_sums.get();
  std::int64_t evaluated = 0;
  const auto launch_around = [&](const void *integrand) {
    start_groups(arguments, kernels, part, integrand);
  };
  for (uint64 first = begin; first < end; first += at_once) {
    arguments.first_group = first;
    arguments.end_group = std::min(first + at_once, end);
    for (uint64 from = 0; from < arguments.chunks.length(); from += step) {
      if (evaluated > 0) call_.wait("summing a lattice");
      if (!interrupts_.look()) throw interrupts_.failure(evaluated, 0);
      arguments.stretch = {from, std::min(from + step, arguments.chunks.length())};
      const uint64 count =
          arguments.stretch.in_groups_before(arguments.chunks, arguments.end_group) -
          arguments.stretch.in_groups_before(arguments.chunks, first);
      if (count > 0) bound_.run_batched(0, count, launch_around, launch_around);
      evaluated += static_cast<std::int64_t>(count);
    }
  }
}

void DeviceLattice::start_groups(const LatticeArguments &arguments, const KernelTable &kernels,
                                 const KernelPart &part, const void *integrand) {
  constexpr uint64 per_block = lattice_threads / statistics::lattice_chunks_per_group;
  const uint64 blocks = (arguments.end_group - arguments.first_group + per_block - 1) / per_block;
  KernelTable around = kernels;
  around.integrand = integrand;
  launch(around, part.name(), {static_cast<unsigned>(blocks), lattice_threads, 0}, call_.stream(),
         arguments);
}

void DeviceLattice::evaluate_points(const double *x, std::int64_t count, double *f) {
  const auto ndim = static_cast<std::size_t>(problem_.ndim);
  const auto ncomp = static_cast<std::size_t>(problem_.ncomp);
  const auto points =
      on_device(call_, x, static_cast<std::size_t>(count) * ndim, "copying to the device");
  const DeviceArray<double> values(call_, count * problem_.ncomp);
  bound_.evaluate(count, points.get(), values.get());
  call_.to_host(f, values.get(), static_cast<std::size_t>(count) * ncomp * sizeof(double),
                "copying values");
  call_.wait("evaluating points of a lattice");
}

void DeviceLattice::hand_out(const LatticeRequest &request) {
  LatticePlaces places(problem_, request);
  std::vector<double> x(static_cast<std::size_t>(received_points * problem_.ndim));
  std::vector<double> weight(received_points);
  std::vector<double> f(static_cast<std::size_t>(received_points * problem_.ncomp));
  const std::int64_t all = request.points * request.shifts();
  for (std::int64_t first = 0; first < all; first += received_points) {
    const std::int64_t count = std::min(received_points, all - first);
    places.place(first, count, x.data(), weight.data());
    for (double &one : weight) one /= static_cast<double>(request.shifts());
    evaluate_points(x.data(), count, f.data());
    if (!(*request.receiver)({request.number, first, count, x.data(), weight.data(), f.data()}))
      break;
  }
}

SamplesNonfinite DeviceLattice::nonfinite_point(const LatticeRequest &request,
                                                std::int64_t number) {
  SamplesNonfinite found;
  found.sample = number;
  found.x.resize(static_cast<std::size_t>(problem_.ndim));
  double weight = 0;
  LatticePlaces(problem_, request).place(number, 1, found.x.data(), &weight);
  std::vector<double> f(static_cast<std::size_t>(problem_.ncomp));
  evaluate_points(found.x.data(), 1, f.data());
  std::size_t component = 0;
  while (component + 1 < f.size() && upper_word(f[component] * weight) < infinite_word) ++component;
  found.component = static_cast<int>(component);
  found.value = f[component];
  return found;
}

}  // namespace

}  // namespace cuboid::engine::cuda

namespace cuboid::engine {

std::unique_ptr<LatticeEngine> make_device_lattice_engine(const DeviceIntegrandPointer &integrand,
                                                          void *userdata, LatticeProblem problem,
                                                          bool mapped, const StartClock &start,
                                                          group::Group *ranks) {
  cuda::check_shape(*integrand, lattice_max_ndim, lattice_max_ncomp);
  const cuda::ContextScope scope(cuda::Device::chosen());
  auto own =
      std::make_unique<cuda::DeviceLattice>(integrand, userdata, std::move(problem), mapped, start);
  if (ranks == nullptr) return own;
  return std::make_unique<group::GroupLattice>(std::move(own), *ranks,
                                               group::samples_worth_sharing);
}

}  // namespace cuboid::engine
