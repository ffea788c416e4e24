// Many integrals, each on some lanes of the device: see engine/cuda/kernel/regions_many.cuh.
#include "engine/device/many_regions.hpp"

#include <unistd.h>

#include <algorithm>

#include "base/clock.hpp"
#include "base/failure.hpp"
#include "engine/common/interrupts.hpp"
#include "engine/cuda/engines/bound_integrand.hpp"
#include "engine/cuda/engines/many_grid.hpp"
#include "engine/cuda/engines/many_integrals.hpp"
#include "engine/cuda/engines/rule_table.hpp"
#include "engine/cuda/engines/urgent_stream.hpp"
#include "engine/cuda/kernel/regions_many_types.cuh"
#include "engine/cuda/runtime/error.hpp"
#include "engine/cuda/runtime/launch.hpp"
#include "engine/cuda/runtime/memory.hpp"
#include "rule/integral_end.hpp"

namespace cuboid::engine::cuda {

namespace {

constexpr const char *copying = "copying what many integrals need to the device";
constexpr std::int64_t warp_capacity = ManyRegionsEngine::max_regions;
constexpr int warps_of_block = rule_threads / 32;
constexpr int groups_of_block = rule_threads / many_lanes;

/// The kernel for boxes with an infinite side, or that for the others.
KernelPart many_part(bool mapped) {
  return {"engine/cuda/kernel/regions_many.cuh", "many_kernel", mapped};
}

class CudaManyRegions final : public ManyRegionsEngine {
 public:
  CudaManyRegions(const DeviceIntegrandPointer &integrand, void *userdata, int key,
                  std::int64_t memory);
  ~CudaManyRegions() override { bound_.stay_entered(); }

  void integrate(const ManyRefinement &refinement, const IntegralList &list, const Limits &limits,
                 ManyRegionsResult &found) override;

 private:
  void carry_out(const BoxesOfMany &boxes, const long long *finite, const long long *mapped,
                 ManyArguments &arguments, const Limits &limits, ManyRegionsResult &result);
  void launch_on(cudaStream_t stream, bool mapped, const ManyArguments &arguments, unsigned blocks);
  void carry_out_in_steps(bool mapped, ManyArguments arguments, unsigned blocks);
  unsigned blocks_at_once(unsigned first, unsigned blocks) const;
  bool count_rows(unsigned warps, std::int64_t npoints);
  void allocate_workspace(std::int64_t memory);
  DeviceMemory place_results(std::int64_t count, ManyResults &results) const;
  void download(std::int64_t count, const ManyResults &results, ManyRegionsResult &found);
  void launch_kernels(bool mapped, ManyArguments arguments, const Limits &limits,
                      ManyRegionsResult &result);
  std::int64_t outgrown() const;
  void wait(cudaStream_t stream, const Limits &limits, ManyRegionsResult &result);

  BoundIntegrand bound_;
  ManyIntegrals integrals_{bound_};
  const DeviceCall &call_ = bound_.call();
  DeviceCall side_call_{call_.device()};  ///< whose stream sets the flag that ends the warps
  UrgentStream urgent_{call_.device()};
  const int ndim_ = bound_.integrand().ndim();
  const int ncomp_ = bound_.integrand().ncomp();
  RuleTable table_{};
  rule::NullRules null_;
  DeviceMemory workspace_;
  DeviceArray<double> points_;
  DeviceArray<unsigned long long> counters_{call_, 3};  ///< see launch_kernels
  DeviceArray<int> stop_{call_, 1};
  int blocks_ = 1;

  // Of a batch function.
  Interrupts interrupts_{Limits{}};
  int interrupted_ = 0;             ///< as in ManyRegionsResult
  std::vector<int> work_;           ///< [warps]: regions to evaluate next
  std::vector<std::int64_t> rows_;  ///< [warps + 1]: where their points begin
  GrowingArray<char> progress_here_{call_};
  GrowingArray<int> work_here_{call_};
  GrowingArray<std::int64_t> rows_here_{call_};
  GrowingArray<std::int64_t> numbers_here_{call_};
  GrowingArray<std::int64_t> integral_of_point_{call_};
};

CudaManyRegions::CudaManyRegions(const DeviceIntegrandPointer &integrand, void *userdata, int key,
                                 std::int64_t memory)
    : bound_(integrand, userdata) {
  const rule::OrbitRule rule = rule::make_orbit_rule(ndim_, key);
  table_ = pack_rule(rule).table;
  null_ = rule.null;
  const std::vector<double> points = table_points(rule);
  points_ = on_device(call_, points.data(), points.size(), copying);
  shape_ = {ndim_, ncomp_, rule.npoints, many_first_regions(ndim_)};
  allocate_workspace(memory);
  call_.set_bytes(stop_.get(), 0, sizeof(int), "preparing many integrals");
  call_.wait("preparing many integrals");
}

/// For as many warps as the device runs at once, or half as many as often as the memory demands it.
void CudaManyRegions::allocate_workspace(std::int64_t memory) {
  const std::int64_t of_block =
      std::max(groups_of_block * many_workspace_bytes(ndim_, ncomp_, many_small),
               warps_of_block * many_workspace_bytes(ndim_, ncomp_, warp_capacity));
  blocks_ = many_blocks(ncomp_) * call_.device().multiprocessors();
  while (memory > 0 && blocks_ > 1 && blocks_ * of_block > memory) blocks_ /= 2;
  while (true) {
    try {
      workspace_ = DeviceMemory(call_, blocks_ * of_block);
      return;
    } catch (const Failure &failure) {
      if (failure.status() != CUBOID_OUT_OF_MEMORY || blocks_ == 1) throw;
      blocks_ /= 2;
    }
  }
}

DeviceMemory CudaManyRegions::place_results(std::int64_t count, ManyResults &results) const {
  const auto place = [&](void *block) {
    ArrayPlacer placer(block);
    results.value = placer.place<double>(count * ncomp_);
    results.error = placer.place<double>(count * ncomp_);
    results.chi2 = placer.place<double>(count * ncomp_);
    results.neval = placer.place<long long>(count);
    results.nonfinite = placer.place<long long>(count);
    results.iterations = placer.place<int>(count);
    results.end = placer.place<rule::IntegralEnd>(count);
    return placer.bytes();
  };
  DeviceMemory memory(call_, place(nullptr));
  place(memory.get());
  return memory;
}

void CudaManyRegions::download(std::int64_t count, const ManyResults &results,
                               ManyRegionsResult &found) {
  const auto fetch = [&](auto &to, const auto *from, std::int64_t numbers) {
    to.resize(static_cast<std::size_t>(numbers));
    call_.to_host(to.data(), from, to.size() * sizeof *from,
                  "fetching the results of many integrals");
  };
  fetch(found.value, results.value, count * ncomp_);
  fetch(found.error, results.error, count * ncomp_);
  fetch(found.chi2, results.chi2, count * ncomp_);
  fetch(found.neval, results.neval, count);
  fetch(found.nonfinite, results.nonfinite, count);
  fetch(found.iterations, results.iterations, count);
  fetch(found.end, results.end, count);
  call_.wait("fetching the results of many integrals");
}

/// All integrals on many_lanes lanes each, then those that have outgrown their room on a warp each.
/// The chunk of another feeder fills the device before these come: they are launched only where
/// there are any, and go first as soon as a block of that chunk ends.
void CudaManyRegions::launch_kernels(bool mapped, ManyArguments arguments, const Limits &limits,
                                     ManyRegionsResult &result) {
  if (arguments.count == 0) return;
  call_.set_bytes(counters_.get(), 0, 3 * sizeof *counters_.get(), "starting many integrals");
  const DeviceMemory list(call_, arguments.count * std::int64_t{sizeof(long long)});
  const auto blocks_for = [&](std::int64_t count, int at_once) {
    return static_cast<unsigned>(std::min<std::int64_t>(blocks_, (count + at_once - 1) / at_once));
  };
  arguments.next = counters_.get();
  arguments.lanes = many_lanes;
  arguments.capacity = many_small;
  arguments.workspace_stride = many_workspace_bytes(ndim_, ncomp_, many_small);
  arguments.outgrown = static_cast<long long *>(list.get());
  arguments.outgrown_end = counters_.get() + 1;
  launch_on(call_.stream(), mapped, arguments, blocks_for(arguments.count, groups_of_block));
  wait(call_.stream(), limits, result);

  const std::int64_t left = outgrown();
  if (left == 0) return;
  arguments.next = counters_.get() + 2;
  arguments.lanes = 32;
  arguments.capacity = warp_capacity;
  arguments.workspace_stride = many_workspace_bytes(ndim_, ncomp_, warp_capacity);
  arguments.which = arguments.outgrown;
  arguments.outgrown_count = arguments.outgrown_end;
  arguments.outgrown = nullptr;
  launch_on(urgent_.get(), mapped, arguments, blocks_for(left, warps_of_block));
  wait(urgent_.get(), limits, result);
}

/// Integrals that the last launch has left to the next one.
std::int64_t CudaManyRegions::outgrown() const {
  unsigned long long count = 0;
  call_.to_host(&count, counters_.get() + 1, sizeof count, "fetching the number of integrals");
  call_.wait("fetching the number of integrals");
  return static_cast<std::int64_t>(count);
}

/// A batch function gets its points on the stream of the call.
void CudaManyRegions::launch_on(cudaStream_t stream, bool mapped, const ManyArguments &arguments,
                                unsigned blocks) {
  if (bound_.batched()) return carry_out_in_steps(mapped, arguments, blocks);
  const KernelPart part = many_part(mapped);
  launch(bound_.kernels(part), part.name(), {blocks, rule_threads, 0}, stream, table_, null_,
         arguments);
}

/// A launch begins with integrals on all warps.  Then, again and again: one places the points of
/// their new regions, the function is called, and one looks at the values and splits regions.
void CudaManyRegions::carry_out_in_steps(bool mapped, ManyArguments arguments, unsigned blocks) {
  const KernelPart part = many_part(mapped);
  KernelTable kernels = bound_.kernels(part);
  const unsigned warps = blocks * warps_of_block;
  const uint64 under_way = uint64{blocks} * rule_threads / static_cast<unsigned>(arguments.lanes);
  progress_here_.reserve(under_way * static_cast<uint64>(many_progress_bytes(ncomp_)));
  work_here_.reserve(warps);
  rows_here_.reserve(warps + 1);
  static_assert(sizeof(long long) == sizeof(std::int64_t));
  const auto long_longs = [](std::int64_t *numbers) {
    return reinterpret_cast<long long *>(numbers);
  };
  arguments.steps = {true,
                     0,
                     progress_here_.data(),
                     work_here_.data(),
                     long_longs(rows_here_.data()),
                     long_longs(numbers_here_.data()),
                     nullptr};
  const auto launch_around = [&](const void *points, unsigned count) {
    kernels.integrand = points;
    launch(kernels, part.name(), {count, rule_threads, 0}, call_.stream(), table_, null_,
           arguments);
  };
  const BatchedPoints none{};
  launch_around(&none, blocks);
  arguments.steps.fresh = false;
  while (interrupted_ == 0 && count_rows(warps, arguments.npoints)) {
    for (unsigned first = 0, count = 0; first < blocks; first += count) {
      if (!interrupts_.look()) {
        interrupted_ = interrupts_.failure(0, 0).status();
        return;
      }
      count = blocks_at_once(first, blocks);
      const std::int64_t begin = rows_[first * warps_of_block];
      const std::int64_t points = rows_[(first + count) * warps_of_block] - begin;
      if (points == 0) continue;
      integral_of_point_.reserve(static_cast<uint64>(points));
      arguments.steps.first_block = first;
      arguments.steps.integral_of_point = long_longs(integral_of_point_.data());
      const auto start = [&](const void *around) { launch_around(around, count); };
      bound_.run_batched(static_cast<uint64>(begin), static_cast<uint64>(points), start, start,
                         integral_of_point_.data());
    }
  }
}

/// From this one on, as have room for their points.
unsigned CudaManyRegions::blocks_at_once(unsigned first, unsigned blocks) const {
  const std::int64_t begin = rows_[first * warps_of_block];
  unsigned end = first + 1;
  while (end < blocks &&
         static_cast<uint64>(rows_[(end + 1) * warps_of_block] - begin) <= bound_.max_points())
    ++end;
  return end - first;
}

/// Fetches what is to be evaluated next, and says where the points of each warp begin.  False:
/// nothing is.
bool CudaManyRegions::count_rows(unsigned warps, std::int64_t npoints) {
  work_.resize(warps);
  call_.to_host(work_.data(), work_here_.data(), warps * sizeof(int),
                "fetching numbers of regions");
  call_.wait("refining many integrals");
  rows_.assign(1, 0);
  for (const int work : work_) rows_.push_back(rows_.back() + work * npoints);
  rows_here_.set(rows_.data(), rows_.size());
  return rows_.back() > 0;
}

/// Waits for the kernels, and ends them when the limits do.
void CudaManyRegions::wait(cudaStream_t stream, const Limits &limits, ManyRegionsResult &result) {
  constexpr useconds_t between_looks = 50;
  const char *const action = "integrating many integrals on the device";
  if (limits.cancel == nullptr && limits.deadline == 0 && limits.watch == nullptr)
    return check(cudaStreamSynchronize(stream), action);
  while (true) {
    const cudaError_t state = cudaStreamQuery(stream);
    if (state != cudaErrorNotReady) break;
    Interrupts interrupts(limits);
    if (!interrupts.look()) {
      result.interrupted = interrupts.failure(0, 0).status();
      side_call_.set_bytes(stop_.get(), 1, sizeof(int), "ending many integrals");
      side_call_.wait("ending many integrals");
      break;
    }
    usleep(between_looks);
  }
  check(cudaStreamSynchronize(stream), action);
}

/// One kernel for all, or one for each kind of boxes.
void CudaManyRegions::carry_out(const BoxesOfMany &boxes, const long long *finite,
                                const long long *mapped, ManyArguments &arguments,
                                const Limits &limits, ManyRegionsResult &result) {
  if (boxes.finite.empty()) return launch_kernels(boxes.all_mapped, arguments, limits, result);
  arguments.count = std::ssize(boxes.finite);
  arguments.which = finite;
  launch_kernels(false, arguments, limits, result);
  arguments.count = std::ssize(boxes.mapped);
  arguments.which = mapped;
  launch_kernels(true, arguments, limits, result);
}

void CudaManyRegions::integrate(const ManyRefinement &refinement, const IntegralList &list,
                                const Limits &limits, ManyRegionsResult &found) {
  const ContextScope scope = bound_.entered();
  const double began = monotonic_seconds();
  ManyArguments arguments{};
  integrals_.begin(list);
  const BoxesOfMany &boxes = integrals_.boxes();
  arguments.userdata = integrals_.userdata();
  arguments.userdata_stride = integrals_.userdata_stride();
  const auto finite = on_device(call_, boxes.finite.data(), boxes.finite.size(), copying);
  const auto mapped = on_device(call_, boxes.mapped.data(), boxes.mapped.size(), copying);
  const DeviceMemory results = place_results(list.count, arguments.results);
  arguments.count = list.count;
  arguments.stop = stop_.get();
  arguments.axes = integrals_.axes_on_device();
  arguments.axes_stride = boxes.stride;
  arguments.refinement = refinement;
  arguments.stops_at_nonfinite = refinement.stops_at_nonfinite;
  arguments.first = packed(refinement.first);
  arguments.finer = packed(refinement.finer);
  arguments.shifted = packed(refinement.shifted);
  arguments.npoints = shape_.npoints;
  arguments.large = 2 * warp_capacity * shape_.npoints;
  arguments.workspace = static_cast<char *>(workspace_.get());
  arguments.points = points_.get();
  interrupted_ = 0;
  if (bound_.batched()) {
    numbers_here_.set(integrals_.numbers().data(), integrals_.numbers().size());
    interrupts_ = Interrupts(limits);
    // Those that an interruption leaves.
    static_assert(static_cast<int>(rule::IntegralEnd::interrupted) == ~0);
    call_.set_bytes(arguments.results.end, 0xff,
                    static_cast<std::size_t>(list.count) * sizeof(rule::IntegralEnd),
                    "starting many integrals");
  }
  const double started = monotonic_seconds();
  found.interrupted = 0;
  carry_out(boxes, finite.get(), mapped.get(), arguments, limits, found);
  if (interrupted_ != 0) found.interrupted = interrupted_;
  const double ended = monotonic_seconds();
  download(list.count, arguments.results, found);
  found.phases = {started - began, ended - started, monotonic_seconds() - ended, 0};
}

}  // namespace

}  // namespace cuboid::engine::cuda

namespace cuboid::engine {

bool device_refines_many(const DeviceIntegrand &integrand) {
  const cuda::CudaIntegrand &known = cuda::as_cuda(integrand);
  return known.serves_many() && integrand.ncomp() <= cuda::many_max_components;
}

void compile_for_many_regions(const DeviceIntegrandPointer &integrand, bool mapped) {
  cuda::compile_for_chosen(*integrand, cuda::many_part(mapped));
}

std::unique_ptr<ManyRegionsEngine> make_device_many_regions(const DeviceIntegrandPointer &integrand,
                                                            void *userdata, int key,
                                                            std::int64_t memory) {
  const cuda::ContextScope scope(cuda::Device::chosen());
  return std::make_unique<cuda::CudaManyRegions>(integrand, userdata, key, memory);
}

}  // namespace cuboid::engine
