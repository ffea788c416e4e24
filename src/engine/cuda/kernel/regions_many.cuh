// Refines the regions of many integrals at once: a warp takes an integral, keeps its regions to
// itself until it is done, and takes the next.  The steps are those of PAGANI
// (algorithm/pagani/pagani.hpp), the decisions the same leaves of rule/, and the rule is applied as
// in regions_rule.cuh.  Nothing depends on how many warps there are, or on the integrals beside.
#pragma once

#include "engine/cuda/kernel/integrand_of.cuh"
#include "engine/cuda/kernel/regions_arrays.cuh"
#include "engine/cuda/kernel/regions_many_types.cuh"
#include "engine/cuda/kernel/regions_rule.cuh"
#include "rule/decision.hpp"
#include "statistics/tiny.hpp"

namespace cuboid::engine::cuda {

/// The regions of a warp in its workspace.
template <int ndim, int ncomp>
__device__ __forceinline__ RegionArrays warp_regions(const ManyArguments &arguments) {
  const long long warp = blockIdx.x * static_cast<long long>(rule_threads / 32) + threadIdx.x / 32;
  RegionArrays regions{};
  regions.capacity = many_stride;
  regions.lower =
      reinterpret_cast<double *>(arguments.workspace + warp * arguments.workspace_stride);
  regions.value = regions.lower + ndim * many_stride;
  regions.null = regions.value + ncomp * many_stride;
  regions.carried = regions.null + ncomp * many_stride;
  regions.error = regions.carried + ncomp * many_stride;
  regions.plain = regions.error + ncomp * many_stride;
  regions.axis = reinterpret_cast<int *>(regions.plain + ncomp * many_stride);
  regions.rank = regions.axis + many_stride;
  regions.depth = reinterpret_cast<unsigned char *>(regions.rank + many_stride);
  return regions;
}

/// What the lanes of a warp have in common.
template <int ndim, int ncomp>
struct WarpMemory {
  static constexpr int lanes = group_lanes(ndim);  ///< that share a region
  static constexpr int groups = 32 / lanes;        ///< regions that are worked on side by side
  /// Regions that are evaluated before their estimates are made: pairs of halves.
  static constexpr int together = groups < 2 ? 2 : groups;

  double pairs[groups][2][ndim][ncomp];
  double sums[together][ncomp][nsums];
  int axis[together];
  double scale[ncomp];
  double value[ncomp];
  double error[ncomp];
  rule::Changes changes[ncomp];
  statistics::WeightedMean mean[ncomp];
  unsigned int histogram[rule::nbins];
  rule::MarkingGoal goal;
  int status;
  int aborted;
  long long nonfinite;     ///< values of the integral that were not finite
  long long neval_before;  ///< on the first grid, of two
  int iterations_before;
  BoxTable box;
};

__device__ __forceinline__ double warp_sum(double value) {
#pragma unroll
  for (int step = 16; step > 0; step /= 2) value += __shfl_xor_sync(all_lanes, value, step);
  return value;
}

/// Of the sums of a region, by the lanes of its group together.
template <int lanes>
__device__ __forceinline__ rule::NullRuleError group_null_error(const rule::NullRules &null,
                                                                const double *s, int lane) {
  double n[3] = {0, 0, 0};
  for (int x = lane; x < null.norbits; x += lanes) {
#pragma unroll
    for (int r = 0; r < 3; ++r) n[r] = fmax(n[r], rule::null_rule_size(null, s, x, r));
  }
#pragma unroll
  for (int step = lanes / 2; step > 0; step /= 2) {
#pragma unroll
    for (int r = 0; r < 3; ++r) n[r] = fmax(n[r], __shfl_xor_sync(all_lanes, n[r], step));
  }
  return rule::null_rule_error(null, n, s[rule::face_sum]);
}

/// One integral on one warp.
template <class Integrand, int ndim, int ncomp, bool mapped>
class WarpIntegral {
  using Memory = WarpMemory<ndim, ncomp>;
  static constexpr int lanes = Memory::lanes;
  static constexpr int groups = Memory::groups;
  static constexpr int together = Memory::together;

 public:
  __device__ WarpIntegral(const ManyArguments &arguments, const RuleTable &rule,
                          const rule::NullRules &null, Memory &memory, const Integrand &integrand)
      : arguments_(arguments),
        rule_(rule),
        null_(null),
        regions_(warp_regions<ndim, ncomp>(arguments)),
        memory_(memory),
        call_{integrand, memory.box},
        lane_(threadIdx.x & 31),
        group_(lane_ / lanes),
        group_lane_(lane_ & (lanes - 1)) {}

  /// The status that it ends with, of RegionStatus or ManyEnd.
  __device__ int run() {
    for (int c = lane_; c < ncomp; c += 32) memory_.mean[c] = {};
    if (lane_ == 0) {
      memory_.neval_before = 0;
      memory_.iterations_before = 0;
    }
    const ManyGrid *grid = &arguments_.first;
    while (true) {
      const int status = refine(*grid);
      const bool once = status == static_cast<int>(RegionStatus::converged) && iterations_ == 1 &&
                        grid == &arguments_.first && looks_exact();
      const ManyGrid *next = saw_nothing() ? &arguments_.shifted : &arguments_.finer;
      if (!once || next->count <= nregions_) return status;
      grid = next;
    }
  }

  __device__ void report(long long integral, int status) const {
    if (lane_ != 0) return;
    const ManyResults &results = arguments_.results;
    for (int c = 0; c < ncomp; ++c) {
      const statistics::WeightedMean &mean = memory_.mean[c];
      results.value[integral * ncomp + c] = memory_.value[c];
      results.error[integral * ncomp + c] = memory_.error[c];
      results.chi2[integral * ncomp + c] = mean.chi2(mean.weighted / mean.weight);
    }
    results.neval[integral] = memory_.neval_before + neval_;
    results.iterations[integral] = memory_.iterations_before + iterations_;
    results.nonfinite[integral] = memory_.nonfinite;
    results.status[integral] = status;
  }

 private:
  using RegionStatus = rule::RegionStatus;

  __device__ __forceinline__ int refine(const ManyGrid &grid) {
    begin(grid);
    while (true) {
      for (int first = 0; first < nwork_; first += together) {
        for (int part = 0; part < together; part += groups) apply_rule_to(first, part);
        for (int part = 0; part < together; part += groups) estimate(first, part);
      }
      initial_ = false;
      survey(grid.maxeval);
      const int status = memory_.status;
      if (status != static_cast<int>(RegionStatus::running)) return status;
      const int split = mark();
      const auto next = rule::status_of_marking(split, arguments_.capacity - nregions_, false);
      if (next != RegionStatus::running) return static_cast<int>(next);
      halve(split);
    }
  }

  /// Step 1: divides the cube.
  __device__ void begin(const ManyGrid &grid) {
    if (lane_ == 0) {
      memory_.neval_before += neval_;
      memory_.iterations_before += iterations_;
    }
    for (int slot = lane_; slot < grid.count; slot += 32) {
      long long number = slot;
      for (int d = 0; d < ndim; ++d) {
        const rule::AxisPart part = rule::take_axis_part(number, grid.cuts[d], grid.shifted);
        regions_.lower[d * regions_.capacity + slot] = part.lower;
        regions_.depth[d * regions_.capacity + slot] = static_cast<unsigned char>(part.depth);
      }
    }
    for (int c = lane_; c < ncomp; c += 32) {
      memory_.scale[c] = 1;
      memory_.changes[c] = {};
    }
    initial_ = true;
    base_ = nwork_ = nregions_ = grid.count;
    neval_ = nregions_ * arguments_.npoints;
    iterations_ = 1;
    __syncwarp();
  }

  /// Where new region number `item` stands.
  __device__ int slot_of(int item) const {
    if (initial_) return item;
    return item & 1 ? base_ + (item >> 1) : regions_.rank[item >> 1];
  }

  /// Steps 2 and 3 for a region to each group.  Groups without one repeat the last.
  __device__ __forceinline__ void apply_rule_to(int first, int part) {
    const int item = first + part + group_;
    const int slot = slot_of(item < nwork_ ? item : nwork_ - 1);
    double centre[ndim];
    double width[ndim];
    double total[nsums][ncomp];
    double middle[ncomp];
    const double volume = region_box<mapped>(memory_.box, regions_, slot, centre, width);
    const int found = add_rule<lanes>(call_, rule_, centre, width, group_lane_, middle,
                                      memory_.pairs[group_], total);
    if (item < nwork_) nonfinite_ += found;
    share_sums(total, volume, part + group_);
    __syncwarp();
    const int axis = steepest_axis<lanes>(memory_.pairs[group_], middle, rule_.difference_ratio,
                                          memory_.scale, group_lane_);
    if (group_lane_ == 0) memory_.axis[part + group_] = axis;
    __syncwarp();
  }

  __device__ void share_sums(const double (&total)[nsums][ncomp], double volume, int place) {
#pragma unroll
    for (int c = 0; c < ncomp; ++c) {
      GroupSums<lanes> sums;
#pragma unroll
      for (int k = 0; k < GroupSums<lanes>::padded; ++k)
        sums.value[k] = k < nsums ? total[k][c] : 0;
      sums.add_up(group_lane_);
#pragma unroll
      for (int i = 0; i < GroupSums<lanes>::left; ++i) {
        const int k = sums.first + i;
        if (k < nsums && (group_lane_ & GroupSums<lanes>::alike) == 0)
          memory_.sums[place][c][k] = volume * sums.value[i];
      }
    }
  }

  /// Step 4: both halves have in their places what was known of the parent.
  __device__ __forceinline__ void estimate(int first, int part) {
    const int place = part + group_;
    const int item = first + place;
    const bool active = item < nwork_;
    const int slot = slot_of(active ? item : nwork_ - 1);
    for (int c = 0; c < ncomp; ++c) {
      const double *s = memory_.sums[place][c];
      // First, since it takes longest to come.
      rule::RegionEstimate parent;
      if (!initial_) parent = load_estimate(regions_, c, slot);
      const rule::NullRuleError error = group_null_error<lanes>(null_, s, group_lane_);
      rule::RegionEstimate estimate;
      if (initial_) {
        estimate = rule::estimate_first(s[0], error);
      } else {
        const double halves = memory_.sums[place & ~1][c][0] + memory_.sums[place | 1][c][0];
        estimate = rule::estimate_half(s[0], error, parent, halves - parent.value);
      }
      __syncwarp();
      if (active && group_lane_ == 0) store_estimate(regions_, c, slot, estimate);
    }
    if (active && group_lane_ == 0)
      regions_.axis[slot] = rule::splittable_axis(ndim, memory_.axis[place],
                                                  of_region(regions_.depth, regions_, slot));
    __syncwarp();
  }

  /// Step 5: the sum number i over all regions, for each i.
  __device__ rule::RegionSums total(int component) const {
    rule::RegionSums sums;
    for (int slot = lane_; slot < nregions_; slot += 32)
      rule::add(sums, rule::region_terms(load_estimate(regions_, component, slot)));
#pragma unroll
    for (int i = 0; i < rule::nregion_sums; ++i) {
      double &sum = rule::region_sum(sums, i);
      sum = warp_sum(sum);
    }
    return sums;
  }

  /// Step 6: where the integral stands.
  __device__ void survey(long long maxeval) {
    rule::Refinement refinement = arguments_.refinement;
    refinement.goal.maxeval = maxeval;
    // Next to never is there anything to add up.
    const bool any = __ballot_sync(all_lanes, nonfinite_ != 0) != 0;
    const double nonfinite = any ? warp_sum(nonfinite_) : 0;
    const rule::Extent extent{nregions_, neval_, iterations_};
    const int members = components_together(refinement.goal);
    rule::Needs needs;
    bool finite = true;
    for (int first = 0; first < ncomp; first += members) {
      rule::Standing standing[2];
      for (int i = 0; i < members; ++i) {
        const rule::RegionSums sums = total(first + i);
        if (lane_ == 0)
          standing[i] = rule::component_standing(refinement, ndim, extent, sums, nullptr,
                                                 memory_.changes[first + i]);
      }
      for (int i = 0; i < members && lane_ == 0; ++i) {
        rule::judge(standing[i], standing[members - 1 - i], refinement, extent, nullptr);
        rule::take(needs, standing[i]);
        note(first + i, standing[i]);
        finite = finite && is_finite(standing[i].value);
      }
    }
    if (lane_ == 0) {
      memory_.nonfinite = static_cast<long long>(nonfinite);
      memory_.status = status_now(refinement, needs, finite);
      memory_.goal = rule::marking_goal(refinement, needs, neval_, arguments_.npoints);
    }
    __syncwarp();
  }

  /// What is known of a component from now on.
  __device__ void note(int component, const rule::Standing &standing) {
    memory_.scale[component] = standing.scale;
    memory_.value[component] = standing.value;
    memory_.error[component] = standing.error;
    const double variance = standing.error * standing.error;
    memory_.mean[component].add(standing.value,
                                1 / (variance > statistics::tiny ? variance : statistics::tiny));
  }

  __device__ int status_now(const rule::Refinement &refinement, const rule::Needs &needs,
                            bool finite) const {
    if (memory_.aborted != 0) return static_cast<int>(ManyEnd::aborted);
    if (memory_.nonfinite > 0 && arguments_.stops_at_nonfinite)
      return static_cast<int>(ManyEnd::nonfinite);
    if (!finite) return static_cast<int>(ManyEnd::overflow);
    const RegionStatus status = rule::status_of_sums(
        refinement.goal, needs, {nregions_, neval_, iterations_}, arguments_.npoints, false);
    if (status == RegionStatus::running && *const_cast<const volatile int *>(arguments_.stop) != 0)
      return static_cast<int>(ManyEnd::interrupted);
    return static_cast<int>(status);
  }

  /// Step 7: marks regions, whose places are listed in regions.rank then.  Their number.
  __device__ int mark() {
    for (int bin = lane_; bin < rule::nbins; bin += 32) memory_.histogram[bin] = 0;
    __syncwarp();
    for (int slot = lane_; slot < nregions_; slot += 32) {
      const int bin = bin_of(regions_, memory_.scale, ncomp, slot);
      if (bin >= 0) atomicAdd(&memory_.histogram[bin], 1u);
    }
    __syncwarp();
    const Marked marked = threshold();
    const int split = static_cast<int>(rule::marked_regions(memory_.goal, marked.count));
    int before = 0;
    for (int begin = 0; begin < nregions_ && before < split; begin += 32) {
      const int slot = begin + lane_;
      const bool chosen =
          slot < nregions_ && bin_of(regions_, memory_.scale, ncomp, slot) >= marked.bin;
      const unsigned int votes = __ballot_sync(all_lanes, chosen);
      const int rank = before + __popc(votes & ((1u << lane_) - 1));
      if (chosen && rank < split) regions_.rank[rank] = slot;
      before += __popc(votes);
    }
    __syncwarp();
    return split;
  }

  struct Marked {
    int bin;
    int count;
  };

  /// The highest bin from which on enough regions are marked.  A lane looks at eight of them.
  __device__ Marked threshold() const {
    constexpr int bins = rule::nbins / 32;
    int count = 0;
    double mass = 0;
    for (int bin = bins * (lane_ + 1) - 1; bin >= bins * lane_; --bin) {
      count += static_cast<int>(memory_.histogram[bin]);
      mass += memory_.histogram[bin] * rule::bin_error(bin);
    }
    int above = count;
    double mass_above = mass;
    for (int step = 1; step < 32; step *= 2) {
      const int more = __shfl_down_sync(all_lanes, above, step);
      const double more_mass = __shfl_down_sync(all_lanes, mass_above, step);
      if (lane_ + step < 32) {
        above += more;
        mass_above += more_mass;
      }
    }
    const double all = __shfl_sync(all_lanes, mass_above, 0);
    const int every = __shfl_sync(all_lanes, above, 0);
    Marked marked{0, every};
    int counted = above - count;
    double weighed = mass_above - mass;
    bool found = false;
    for (int bin = bins * (lane_ + 1) - 1; bin >= bins * lane_ && !found; --bin) {
      counted += static_cast<int>(memory_.histogram[bin]);
      weighed += memory_.histogram[bin] * rule::bin_error(bin);
      found = rule::enough_marked(memory_.goal, counted, weighed, all);
      if (found) marked = {bin, counted};
    }
    const unsigned int votes = __ballot_sync(all_lanes, found);
    const int source = votes != 0 ? 31 - __clz(votes) : 0;
    return {__shfl_sync(all_lanes, marked.bin, source),
            __shfl_sync(all_lanes, marked.count, source)};
  }

  /// Step 9: the lower halves take the places of their parents, the upper ones go to the end.
  __device__ void halve(int split) {
    for (int pair = lane_; pair < split; pair += 32) {
      const long long lower = regions_.rank[pair];
      const long long upper = nregions_ + pair;
      const int axis = regions_.axis[lower];
      for (int d = 0; d < ndim; ++d) {
        const long long at = d * regions_.capacity;
        const int depth = regions_.depth[at + lower] + (d == axis);
        const double corner = regions_.lower[at + lower];
        regions_.lower[at + upper] = d == axis ? corner + rule::halved(depth) : corner;
        regions_.depth[at + upper] = static_cast<unsigned char>(depth);
        regions_.depth[at + lower] = static_cast<unsigned char>(depth);
      }
      for (int c = 0; c < ncomp; ++c)
        store_estimate(regions_, c, upper, load_estimate(regions_, c, lower));
    }
    base_ = nregions_;
    nregions_ += split;
    nwork_ = 2 * split;
    neval_ += nwork_ * arguments_.npoints;
    ++iterations_;
    __syncwarp();
  }

  /// Step 10: no error can be seen but that of rounding.
  __device__ bool looks_exact() const {
    for (int c = 0; c < ncomp; ++c) {
      if (!(memory_.error[c] <= rule::exact_rounding * ::fabs(memory_.value[c]))) return false;
    }
    return true;
  }

  __device__ bool saw_nothing() const {
    for (int c = 0; c < ncomp; ++c) {
      if (memory_.value[c] != 0 || memory_.error[c] != 0) return false;
    }
    return true;
  }

  const ManyArguments &arguments_;
  const RuleTable &rule_;
  const rule::NullRules &null_;
  const RegionArrays regions_;
  Memory &memory_;
  const PointCall<Integrand, ndim, ncomp, mapped> call_;
  const int lane_;
  const int group_;
  const int group_lane_;
  bool initial_ = true;
  int nregions_ = 0;
  int base_ = 0;   ///< regions before the last split
  int nwork_ = 0;  ///< new regions to evaluate
  long long neval_ = 0;
  int iterations_ = 0;
  int nonfinite_ = 0;  ///< seen by this lane
};

/// The box of an integral.  All lanes take part.
template <int ndim, bool mapped>
__device__ __forceinline__ void set_box(const ManyArguments &arguments, long long integral,
                                        BoxTable &box) {
  const map::Interval *axes = arguments.axes + integral * arguments.axes_stride;
  for (int d = threadIdx.x & 31; d < ndim; d += 32) {
    box.axis[d] = axes[d];
    box.lower[d] = axes[d].origin;
    box.width[d] = axes[d].width;
  }
  __syncwarp();
  if ((threadIdx.x & 31) == 0) {
    box.volume = 1;
    if constexpr (!mapped) {
      for (int d = 0; d < ndim; ++d) box.volume *= box.width[d];
    }
  }
}

template <class Integrand, int ndim, int ncomp, bool mapped>
__device__ void integrate_many(const Integrand &common, const RuleTable &rule,
                               const rule::NullRules &null, const ManyArguments &arguments) {
  __shared__ WarpMemory<ndim, ncomp> memories[rule_threads / 32];
  WarpMemory<ndim, ncomp> &memory = memories[threadIdx.x / 32];
  const int lane = threadIdx.x & 31;
  while (true) {
    unsigned long long ticket = 0;
    if (lane == 0) ticket = atomicAdd(arguments.next, 1ull);
    ticket = __shfl_sync(all_lanes, ticket, 0);
    if (ticket >= static_cast<unsigned long long>(arguments.count)) return;
    const long long integral =
        arguments.which == nullptr ? static_cast<long long>(ticket) : arguments.which[ticket];
    set_box<ndim, mapped>(arguments, integral, memory.box);
    if (lane == 0) memory.aborted = 0;
    __syncwarp();
    const char *block = arguments.userdata == nullptr
                            ? nullptr
                            : arguments.userdata + integral * arguments.userdata_stride;
    const Integrand integrand = integrand_of(common, block, &memory.aborted);
    WarpIntegral<Integrand, ndim, ncomp, mapped> one(arguments, rule, null, memory, integrand);
    one.report(integral, one.run());
    __syncwarp();
  }
}

/// The kernel for an integrand that is compiled with the program.
template <class Integrand, int ndim, int ncomp, bool mapped>
__global__ void __launch_bounds__(rule_threads, many_blocks)
    many_kernel(const __grid_constant__ Integrand integrand, const __grid_constant__ RuleTable rule,
                const __grid_constant__ rule::NullRules null,
                const __grid_constant__ ManyArguments arguments) {
  integrate_many<Integrand, ndim, ncomp, mapped>(integrand, rule, null, arguments);
}

}  // namespace cuboid::engine::cuda

#ifndef __CUDACC_RTC__
namespace cuboid::kernel {

/// Calls add(name, address) for each kernel of this header, compiled by nvcc.
template <class Integrand, int ndim, int ncomp, class Add>
void add_many_kernels(Add &&add) {
  using namespace cuboid::engine::cuda;
  if constexpr (ndim >= 2 && ndim <= max_dimensions && ncomp <= many_most_components) {
    add("cuboid_many_finite",
        reinterpret_cast<const void *>(&many_kernel<Integrand, ndim, ncomp, false>));
    add("cuboid_many_mapped",
        reinterpret_cast<const void *>(&many_kernel<Integrand, ndim, ncomp, true>));
  }
}

}  // namespace cuboid::kernel
#endif

/// Defines the kernels for one integrand under fixed names, for a compiler that knows no templates
/// from outside.  Each takes 1 s to compile, and most lists need one.
#define CUBOID_MANY_FINITE_KERNEL(Integrand, ndim, ncomp) \
  CUBOID_MANY_KERNEL(cuboid_many_finite, Integrand, ndim, ncomp, false)
#define CUBOID_MANY_MAPPED_KERNEL(Integrand, ndim, ncomp) \
  CUBOID_MANY_KERNEL(cuboid_many_mapped, Integrand, ndim, ncomp, true)

#define CUBOID_MANY_KERNEL(name, Integrand, ndim, ncomp, mapped)                                \
  extern "C" __global__ void __launch_bounds__(cuboid::engine::cuda::rule_threads,              \
                                               cuboid::engine::cuda::many_blocks)               \
      name(const __grid_constant__ Integrand integrand,                                         \
           const __grid_constant__ cuboid::engine::cuda::RuleTable rule,                        \
           const __grid_constant__ cuboid::rule::NullRules null,                                \
           const __grid_constant__ cuboid::engine::cuda::ManyArguments arguments) {             \
    cuboid::engine::cuda::integrate_many<Integrand, ndim, ncomp, mapped>(integrand, rule, null, \
                                                                         arguments);            \
  }
