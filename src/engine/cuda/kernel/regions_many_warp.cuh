// Refines the regions of many integrals at once: a lane takes a region, and some lanes of a warp an
// integral, which keeps its regions to itself until it is done; then they take the next.  The steps
// are those of PAGANI (algorithm/cubature/pagani.hpp), the decisions the same leaves of rule/.  The
// integrals of a warp take each step together, so that the warp fetches its instructions once for
// all of them.  Nothing depends on how many warps there are, or on the integrals beside.
#pragma once

#include "engine/cuda/kernel/integrand_of.cuh"
#include "engine/cuda/kernel/lane_group.cuh"
#include "engine/cuda/kernel/regions_arrays.cuh"
#include "engine/cuda/kernel/regions_lane_rule.cuh"
#include "engine/cuda/kernel/regions_many_box.cuh"
#include "engine/cuda/kernel/regions_many_marking.cuh"
#include "engine/cuda/kernel/regions_many_memory.cuh"
#include "engine/cuda/kernel/regions_many_rows.cuh"
#include "engine/cuda/kernel/regions_many_types.cuh"
#include "rule/integral_end.hpp"
#include "statistics/tiny.hpp"

namespace cuboid::engine::cuda {

/// The integrals of one warp.
template <class Integrand, int ndim, int ncomp, bool mapped>
class WarpIntegrals : IntegralProgress {
  using Memory = IntegralMemory<ncomp>;
  /// A function of the host gives the values, between two launches.
  static constexpr bool batched = is_batched<Integrand>;

 public:
  /// memories: of the warp, one for each integral.
  __device__ WarpIntegrals(const ManyArguments &arguments, const RuleTable &rule,
                           const rule::NullRules &null, Memory *memories, const Integrand &common)
      : arguments_(arguments),
        rule_(rule),
        null_(null),
        common_(common),
        group_{arguments.lanes, static_cast<int>(threadIdx.x & 31 & ~(arguments.lanes - 1)),
               static_cast<int>(threadIdx.x & (arguments.lanes - 1))},
        memories_(memories),
        memory_(memories[group_.begin / arguments.lanes]),
        regions_(regions_of(group_.begin / arguments.lanes)) {}

  __device__ void run() {
    const ManyGrid *grid = take_next(true);
    while (true) {
      if (grid != nullptr) begin(*grid);
      if (!__any_sync(all_lanes, integral_ >= 0)) return;
      grid = advance();
    }
  }

  /// What a launch does of it where points are evaluated between two launches.  keep: of this
  /// lane's integral, from one launch to the next.
  __device__ void step(ManyProgress<ncomp> &keep) {
    if (arguments_.steps.fresh) {
      if (const ManyGrid *const grid = take_next(true)) begin(*grid);
    } else {
      load(keep);
      if (places_points(common_)) return apply_rules();
      if (const ManyGrid *const grid = advance()) begin(*grid);
    }
    store(keep);
  }

 private:
  /// An iteration of all integrals.  The grid that this lane's begins with then; nullptr: it goes
  /// on, or there is none.
  __device__ __forceinline__ const ManyGrid *advance() {
    apply_rules();
    reduction();
    IntegralEnd end = memory_.end;
    const bool running = integral_ >= 0 && end == IntegralEnd::running;
    const int split = RegionMarking<ncomp>{group_, memory_, regions_}.mark(running ? nregions_ : 0);
    if (running) {
      end = static_cast<IntegralEnd>(
          rule::status_of_marking(split, arguments_.capacity - nregions_, false));
      if (end == IntegralEnd::running) halve(split);
    }
    const bool ended = integral_ >= 0 && end != IntegralEnd::running;
    const ManyGrid *const grid = ended ? next_look(end) : nullptr;
    const ManyGrid *const first = take_next(ended && grid == nullptr);
    return grid != nullptr ? grid : first;
  }

  __device__ void load(const ManyProgress<ncomp> &keep) {
    if (group_.lane == 0) memory_ = keep.memory;
    static_cast<IntegralProgress &>(*this) = keep.progress;
    __syncwarp();
  }

  /// And how many regions of the warp are to be evaluated next.
  __device__ void store(ManyProgress<ncomp> &keep) const {
    int work = group_.lane == 0 && integral_ >= 0 ? nwork_ : 0;
#pragma unroll 1
    for (int step = 16; step > 0; step /= 2) work += __shfl_xor_sync(all_lanes, work, step);
    if ((threadIdx.x & 31) == 0)
      arguments_.steps.work[block() * (rule_threads / 32) + threadIdx.x / 32] = work;
    if (group_.lane != 0) return;
    keep.memory = memory_;
    keep.progress = *this;
  }

  /// The number of the block among those of all launches.
  __device__ __forceinline__ long long block() const {
    if constexpr (batched)
      return arguments_.steps.first_block + blockIdx.x;
    else
      return blockIdx.x;
  }

  using IntegralEnd = rule::IntegralEnd;

  static constexpr int at_once = regions_at_once(ncomp);

  /// The arrays of an integral of the warp in the workspace.
  __device__ RegionArrays regions_of(int group_of_warp) const {
    const long long warp = block() * static_cast<long long>(rule_threads / 32) + threadIdx.x / 32;
    const long long group = warp * (32 / group_.lanes) + group_of_warp;
    const long long stride = arguments_.capacity;
    RegionArrays regions{};
    regions.capacity = stride;
    regions.lower =
        reinterpret_cast<double *>(arguments_.workspace + group * arguments_.workspace_stride);
    regions.value = regions.lower + ndim * stride;
    regions.null = regions.value + ncomp * stride;
    regions.carried = regions.null + ncomp * stride;
    regions.error = regions.carried + ncomp * stride;
    regions.plain = regions.error + ncomp * stride;
    regions.axis = reinterpret_cast<int *>(regions.plain + ncomp * stride);
    regions.rank = regions.axis + stride;
    regions.depth = reinterpret_cast<unsigned char *>(regions.rank + stride);
    return regions;
  }

  /// The next integral of the list, for the groups that want one, and the grid it begins with.
  /// nullptr: none.
  __device__ const ManyGrid *take_next(bool wanted) {
    if (wanted && group_.lane == 0) memory_.ticket = atomicAdd(arguments_.next, 1ull);
    __syncwarp();
    const ManyGrid *grid = nullptr;
    if (wanted) {
      const auto ticket = static_cast<long long>(memory_.ticket);
      const long long count = arguments_.outgrown_count == nullptr
                                  ? arguments_.count
                                  : static_cast<long long>(*arguments_.outgrown_count);
      integral_ = -1;
      if (ticket < count) {
        integral_ = arguments_.which == nullptr ? ticket : arguments_.which[ticket];
        forget();
        grid = &arguments_.first;
      }
    }
    __syncwarp();
    return grid;
  }

  /// What is known of the last integral.
  __device__ void forget() {
#pragma unroll 1
    for (int c = group_.lane; c < ncomp; c += group_.lanes) memory_.scatter[c] = {};
    if (group_.lane == 0) {
      memory_.neval_before = 0;
      memory_.iterations_before = 0;
      memory_.aborted = 0;
      memory_.nonfinite = 0;
    }
    first_ = true;
  }

  /// Step 11.  The other grid on which the integral begins anew, once, if what it has converged to
  /// is not proved; nullptr: its results are stored.
  __device__ const ManyGrid *next_look(IntegralEnd end) {
    if (end == IntegralEnd::converged && first_) {
      const rule::Seen seen = rule::what_is_seen(ncomp, memory_.value, memory_.error,
                                                 rule::rounding_of_few(arguments_.refinement.few));
      const ManyGrid &next = seen == rule::Seen::zeros ? arguments_.shifted : arguments_.finer;
      const bool proved = rule::is_proved({seen, 1, iterations_ > 1, false, neval_}, {});
      if (!proved && next.count > arguments_.capacity) {
        end = IntegralEnd::full;
      } else if (!proved && next.count > nregions_) {
        first_ = false;
        if (group_.lane == 0) {
          memory_.neval_before += neval_;
          memory_.iterations_before += iterations_;
        }
        return &next;
      }
    }
    if (group_.lane == 0) report(end);
    return nullptr;
  }

  __device__ void report(IntegralEnd end) const {
    const ManyResults &results = arguments_.results;
    for (int c = 0; c < ncomp; ++c) {
      results.value[integral_ * ncomp + c] = memory_.value[c];
      results.error[integral_ * ncomp + c] = memory_.error[c];
      results.chi2[integral_ * ncomp + c] = memory_.scatter[c].chi2;
    }
    results.neval[integral_] = memory_.neval_before + neval_;
    results.iterations[integral_] = memory_.iterations_before + iterations_;
    results.nonfinite[integral_] = static_cast<long long>(memory_.nonfinite);
    results.end[integral_] = end;
    if (end == IntegralEnd::full && arguments_.outgrown != nullptr)
      arguments_.outgrown[atomicAdd(arguments_.outgrown_end, 1ull)] = integral_;
  }

  /// Step 1: divides the cube.
  __device__ void begin(const ManyGrid &grid) {
#pragma unroll 1
    for (int slot = group_.lane; slot < grid.count; slot += group_.lanes) {
      long long number = slot;
#pragma unroll 1
      for (int d = 0; d < ndim; ++d) {
        const rule::AxisPart part = rule::take_axis_part(number, grid.cuts[d], grid.shifted);
        regions_.lower[d * regions_.capacity + slot] = part.lower;
        regions_.depth[d * regions_.capacity + slot] = static_cast<unsigned char>(part.depth);
      }
    }
#pragma unroll 1
    for (int c = group_.lane; c < ncomp; c += group_.lanes) {
      memory_.scale[c] = 1;
      memory_.changes[c] = {};
    }
    if (group_.lane == 0) memory_.stage = {};
    initial_ = true;
    base_ = nwork_ = nregions_ = grid.count;
    maxeval_ = grid.maxeval;
    neval_ = nregions_ * arguments_.npoints;
    iterations_ = 1;
  }

  /// Steps 2 to 4.  The lanes of the warp share out the new regions of all its integrals; two
  /// halves stand side by side.
  __device__ __forceinline__ void apply_rules() {
    if (group_.lane == 0) {
      memory_.integral = integral_;
      memory_.work = integral_ >= 0 ? nwork_ : 0;
      memory_.base = base_;
      memory_.initial = initial_;
    }
    __syncwarp();
    int items = 0;
#pragma unroll 1
    for (int group = 0; group < 32 / group_.lanes; ++group) items += places_of(memories_[group]);
    long long row = 0;  // of the points of a batch function
    if constexpr (batched)
      row = arguments_.steps.rows[block() * (rule_threads / 32) + threadIdx.x / 32];
    for (int first = 0; first < items; first += 32) {
      int item = first + static_cast<int>(threadIdx.x & 31);
      int group = 0;
#pragma unroll 1
      while (group + 1 < 32 / group_.lanes && item >= places_of(memories_[group]))
        item -= places_of(memories_[group++]);
      apply_rule_to_item(item, memories_[group], regions_of(group), row);
    }
    initial_ = false;
    __syncwarp();
  }

  /// An even number, so that two halves stay side by side.
  static __device__ int places_of(const Memory &memory) {
    return (memory.work + 1) & ~1;
  }

  __device__ __forceinline__ void apply_rule_to_item(int item, Memory &memory,
                                                     const RegionArrays &regions, long long &row) {
    const bool active = item < memory.work;
    const bool initial = memory.initial;
    const int parent = active && !initial ? regions.rank[item >> 1] : item;
    const int slot = active && !initial && (item & 1) != 0 ? memory.base + (item >> 1) : parent;
    LaneSums<ncomp> sums;
#pragma unroll
    for (int c = 0; c < ncomp; ++c) sums.total[0][c] = 0;
    RowPlace place{};
    if constexpr (batched) place = next_rows(active, row);
    if (active) apply_rule_to(slot, memory, regions, place, sums);
    if (places_points(common_)) return;
    __syncwarp();
#pragma unroll
    for (int c = 0; c < ncomp; ++c) {
      const double other = __shfl_xor_sync(all_lanes, sums.total[0][c], 1);
      rule::RegionEstimate before;
      if (active && !initial) before = load_estimate(regions, c, parent);
      // Until both halves have it.
      __syncwarp();
      if (!active) continue;
      double s[nsums];
#pragma unroll
      for (int k = 0; k < nsums; ++k) s[k] = sums.total[k][c];
      const rule::NullRuleError error = rule::null_rule_error(null_, s);
      store_estimate(regions, c, slot,
                     initial
                         ? rule::estimate_first(s[0], error)
                         : rule::estimate_half(s[0], error, before, s[0] + other - before.value));
    }
  }

  /// Where the points of a region stand.
  struct RowPlace {
    long long begin;
    int step;
  };

  /// Of the regions that the lanes of the warp have now, whose points of the same number stand side
  /// by side.
  __device__ RowPlace next_rows(bool active, long long &row) const {
    const unsigned int lanes = __ballot_sync(all_lanes, active);
    const RowPlace place{row + __popc(lanes & ((1u << (threadIdx.x & 31)) - 1)), __popc(lanes)};
    row += arguments_.npoints * __popc(lanes);
    return place;
  }

  __device__ __forceinline__ Integrand integrand_for(Memory &memory, const RowPlace &place) const {
    if constexpr (batched) {
      return common_.of_region(place.begin, place.step, arguments_.steps.numbers[memory.integral]);
    } else {
      const char *block = arguments_.userdata == nullptr
                              ? nullptr
                              : arguments_.userdata + memory.integral * arguments_.userdata_stride;
      return integrand_of(common_, block, &memory.aborted);
    }
  }

  __device__ __forceinline__ void apply_rule_to(int slot, Memory &memory,
                                                const RegionArrays &regions, const RowPlace &place,
                                                LaneSums<ncomp> &sums) {
    const Integrand integrand = integrand_for(memory, place);
    const IntegralBox box =
        integral_box<ndim, mapped>(arguments_.axes + memory.integral * arguments_.axes_stride);
    const PointCall<Integrand, ndim, ncomp, mapped, IntegralBox> call{integrand, box};
    double centre[ndim];
    double width[ndim];
    const double volume = region_box<mapped>(box, regions, slot, centre, width);
    const int nonfinite =
        lane_rule(call, rule_, arguments_.points, memory.scale, centre, width, sums);
    if (places_points(common_)) return;
    if (nonfinite != 0) atomicAdd(&memory.nonfinite, static_cast<unsigned long long>(nonfinite));
#pragma unroll
    for (int c = 0; c < ncomp; ++c) {
#pragma unroll
      for (int k = 0; k < nsums; ++k) sums.total[k][c] *= volume;
    }
    regions.axis[slot] =
        rule::splittable_axis(ndim, sums.axis, of_region(regions.depth, regions, slot));
  }

  /// Step 5: the sum number i over all regions, for each i.
  __device__ rule::RegionSums total(int component) const {
    const int count = integral_ >= 0 ? nregions_ : 0;
    rule::RegionSums sums;
#pragma unroll 1
    for (int first = group_.lane; first < count; first += at_once * group_.lanes) {
      rule::RegionEstimate estimate[at_once];
#pragma unroll
      for (int i = 0; i < at_once; ++i) {
        const int slot = first + i * group_.lanes;
        if (slot < count) estimate[i] = load_terms(regions_, component, slot);
      }
#pragma unroll
      for (int i = 0; i < at_once; ++i) rule::add(sums, rule::region_terms(estimate[i]));
    }
    __syncwarp();
#pragma unroll 1
    for (int step = group_.lanes / 2; step > 0; step /= 2) {
#pragma unroll
      for (int i = 0; i < rule::nregion_sums - 1; ++i) {
        double &sum = rule::region_sum(sums, i);
        sum += __shfl_xor_sync(all_lanes, sum, step);
      }
    }
    // The last sum, and rule::error_if_alike with it, would take 4 % of the speed.
    sums.unresolved = 0;
    return sums;
  }

  /// Step 6: where the integral stands.
  __device__ void reduction() {
    rule::Refinement refinement = arguments_.refinement;
    refinement.goal.maxeval = maxeval_;
    const bool decides = group_.lane == 0 && integral_ >= 0;
    const rule::Extent extent{nregions_, neval_, iterations_};
    const int members = ncomp == 1 ? 1 : components_together(refinement.goal);
    rule::Needs needs;
    bool finite = true;
#pragma unroll 1
    for (int first = 0; first < ncomp; first += members) {
      rule::ComponentState state[ncomp == 1 ? 1 : 2];
      for (int i = 0; i < members; ++i) {
        const rule::RegionSums sums = total(first + i);
        if (decides)
          state[i] = rule::component_state(refinement, ndim, extent, sums, nullptr,
                                           memory_.changes[first + i]);
      }
      for (int i = 0; i < members && decides; ++i) {
        rule::judge(state[i], state[members - 1 - i], refinement, extent, nullptr);
        rule::take(needs, state[i]);
        note(first + i, state[i]);
        finite = finite && is_finite(state[i].value);
      }
    }
    if (decides) {
      memory_.end = end_now(refinement, needs, finite);
      memory_.goal = rule::marking_goal(refinement, needs, neval_, arguments_.npoints);
    }
    __syncwarp();
  }

  /// Whether it will need more regions than a warp has room for, and its first ones say so already.
  __device__ bool needs_much_more(const rule::Needs &needs) const {
    if (nregions_ < many_first_stage) return false;
    const rule::Stage now{neval_, needs.error / needs.aim};
    if (now.neval < rule::growth_between_stages * memory_.stage.neval) return false;
    const rule::Stage before = memory_.stage;
    memory_.stage = now;
    return before.neval > 0 && maxeval_ - neval_ >= arguments_.large &&
           rule::are_left(before, now, static_cast<double>(arguments_.large));
  }

  /// What is known of a component from now on.
  __device__ void note(int component, const rule::ComponentState &state) {
    memory_.scale[component] = state.scale;
    memory_.value[component] = state.value;
    memory_.error[component] = state.error;
    const double variance = state.error * state.error;
    memory_.scatter[component].add(state.value,
                                   1 / (variance > statistics::tiny ? variance : statistics::tiny));
  }

  __device__ IntegralEnd end_now(const rule::Refinement &refinement, const rule::Needs &needs,
                                 bool finite) const {
    if (memory_.aborted != 0) return IntegralEnd::aborted;
    const bool bad = memory_.nonfinite > 0 && arguments_.stops_at_nonfinite;
    const rule::RegionStatus status = rule::status_of_sums(
        refinement.goal, needs, {nregions_, neval_, iterations_}, arguments_.npoints, false);
    const IntegralEnd end = rule::end_of_iteration(status, bad, finite);
    if (end != IntegralEnd::running) return end;
    if (*const_cast<const volatile int *>(arguments_.stop) != 0) return IntegralEnd::interrupted;
    return needs_much_more(needs) ? IntegralEnd::large : end;
  }

  /// Step 9: the lower halves take the places of their parents, the upper ones go to the end.
  __device__ void halve(int split) {
#pragma unroll 1
    for (int pair = group_.lane; pair < split; pair += group_.lanes) {
      const long long lower = regions_.rank[pair];
      const long long upper = nregions_ + pair;
      const int axis = regions_.axis[lower];
      double corner[ndim];
      int depth[ndim];
#pragma unroll
      for (int d = 0; d < ndim; ++d) {
        const long long at = d * regions_.capacity + lower;
        corner[d] = regions_.lower[at];
        depth[d] = regions_.depth[at] + (d == axis);
      }
#pragma unroll
      for (int d = 0; d < ndim; ++d) {
        const long long at = d * regions_.capacity;
        regions_.lower[at + upper] = d == axis ? corner[d] + rule::halved(depth[d]) : corner[d];
        regions_.depth[at + upper] = static_cast<unsigned char>(depth[d]);
        regions_.depth[at + lower] = static_cast<unsigned char>(depth[d]);
      }
    }
    base_ = nregions_;
    nregions_ += split;
    nwork_ = 2 * split;
    neval_ += nwork_ * arguments_.npoints;
    ++iterations_;
  }

  const ManyArguments &arguments_;
  const RuleTable &rule_;
  const rule::NullRules &null_;
  const Integrand &common_;
  const LaneGroup group_;   ///< of the integral
  Memory *const memories_;  ///< of all integrals of the warp
  Memory &memory_;
  const RegionArrays regions_;
};

}  // namespace cuboid::engine::cuda
