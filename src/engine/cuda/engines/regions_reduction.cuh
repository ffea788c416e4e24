// What the regions say after an iteration, and what follows from it.
#pragma once

#include "engine/cuda/engines/regions_begin.cuh"
#include "engine/cuda/engines/regions_decision.cuh"
#include "engine/cuda/engines/regions_sums.cuh"
#include "engine/cuda/kernel/started_early.cuh"
#include "rule/decision.hpp"
#include "rule/probe_size.hpp"
#include "rule/region_marking.hpp"

namespace cuboid::engine::cuda {

/// Of a reduction on one multiprocessor: the sums take many registers, and few blocks do not keep
/// the memory busy.  With 4, whole calls take 2 to 8 % less time than with 2 (gpu_launch.txt).
constexpr int reduction_blocks = 4;

/// What was read from the histogram.
struct Marking {
  int threshold;
  long long above;   ///< regions of higher bins,
  long long inside;  ///< and of this one
  bool carried;      ///< those of higher bins carry the share
};

/// The histogram of a reduction, summed from the highest bin down.  In shared memory.
struct BinSums {
  static constexpr int nsteps = 8;
  static_assert(1 << nsteps == rule::nbins);

  long long count[2][rule::nbins];
  double mass[2][rule::nbins];
  int chosen;

  /// The sums over a bin and those above it.
  __device__ long long count_from(int bin) const { return count[nsteps % 2][bin]; }
  __device__ double mass_from(int bin) const { return mass[nsteps % 2][bin]; }
};

/// While the first warp finds out what is to be reached, the others sum the histogram.
constexpr int first_to_sum = 32;
static_assert(reduction_threads == rule::nbins);

/// Waits for the other threads from first_to_sum on.
__device__ inline void wait_for_those_who_sum() {
  asm volatile("bar.sync 1, %0;" ::"n"(reduction_threads - first_to_sum) : "memory");
}

/// All threads from first_to_sum on take part.
__device__ inline void sum_bins(const LoopState &state, BinSums &sums) {
  constexpr int nthreads = reduction_threads - first_to_sum;
  const int begin = static_cast<int>(threadIdx.x) - first_to_sum;
  for (int bin = begin; bin < rule::nbins; bin += nthreads) {
    // Past the first-level cache, which may hold what the line was before the other blocks added.
    const unsigned int entries = __ldcg(&state.histogram[bin]);
    sums.count[0][bin] = entries;
    sums.mass[0][bin] = static_cast<double>(entries) * rule::bin_error(bin);
  }
  if (begin == 0) sums.chosen = 0;
#pragma unroll 1
  for (int at = 0, step = 1; step < rule::nbins; step *= 2, at = 1 - at) {
    wait_for_those_who_sum();
    for (int bin = begin; bin < rule::nbins; bin += nthreads) {
      const bool more = bin + step < rule::nbins;
      sums.count[1 - at][bin] = sums.count[at][bin] + (more ? sums.count[at][bin + step] : 0);
      sums.mass[1 - at][bin] = sums.mass[at][bin] + (more ? sums.mass[at][bin + step] : 0);
    }
  }
}

/// Highest bin from which on enough regions are marked.  All threads of the block take part.
__device__ inline Marking choose_threshold(BinSums &sums, const rule::MarkingGoal &goal) {
  const int bin = threadIdx.x;
  const double total = sums.mass_from(0);
  if (rule::enough_marked(goal, sums.count_from(bin), sums.mass_from(bin), total))
    atomicMax(&sums.chosen, bin);
  __syncthreads();
  const int chosen = sums.chosen;
  const long long count = sums.count_from(chosen);
  if (chosen + 1 == rule::nbins) return {chosen, 0, count, false};
  const long long above = sums.count_from(chosen + 1);
  return {chosen, above, count - above, rule::carry_share(goal, sums.mass_from(chosen + 1), total)};
}

__device__ inline rule::Extent extent_of(const LoopState &state, const DecisionInput &input) {
  return {state.nregions + input.finished, state.neval, state.iterations};
}

/// What the components say: what they need, and how well they are resolved.
struct Outcome {
  rule::Needs needs;
  rule::Resolution resolution;
};

/// Where the components stand: their units of errors, and what is made known of them.  A thread
/// looks at each: one after the other, 9 of them take 2 to 7 % of a whole call more
/// (gradients.txt). Thread 0 gets the outcome.
__device__ inline Outcome reduction_components(const WorkArrays &work, const DecisionInput &input,
                                               const ReductionOutput &output, int ndim, int ncomp,
                                               ReductionFor purpose, unsigned long long sequence) {
  // More have no room in the rule's kernel (has_room_for_kept_sums).
  __shared__ rule::ComponentState state[reduction_threads];
  double *scale = work.scale + ((sequence + 1) & 1) * ncomp;
  const unsigned long long row = (sequence & 1) * ncomp;
  const rule::Extent extent = extent_of(*work.state, input);
  const int own = static_cast<int>(threadIdx.x);
  const rule::SliceGoal *const slice = input.sliced ? work.slice + own : nullptr;
  rule::RegionSums sums;
#pragma unroll 1
  for (int c = 0; c < ncomp; ++c) {
    const rule::RegionSums here = take_sums(work.totals[c]);
    if (c == own) sums = here;
  }
  if (own < ncomp)
    state[own] =
        rule::component_state(input.refinement, ndim, extent, sums, slice, work.changes[own]);
  __syncthreads();
  const int together = components_together(input.refinement.goal);
  const int other = own / together * together + together - 1 - own % together;
  if (own < ncomp) rule::judge(state[own], state[other], input.refinement, extent, slice);
  __syncthreads();
  Outcome outcome;
  for (int c = 0; c < ncomp && own == 0; ++c) {
    rule::take(outcome.needs, state[c]);
    scale[c] = state[c].scale;
    if (purpose == ReductionFor::both) work.scale[row + c] = state[c].scale;
    if (purpose == ReductionFor::units) continue;
    rule::take(outcome.resolution, state[c].value, state[c].error, state[c].aim);
    output.value[row + c] = state[c].value;
    output.error[row + c] = state[c].error;
  }
  return outcome;
}

/// A probe that was launched ahead follows a decision by which the accuracy is reached, if it is
/// the first of a run (algorithm/cubature/pagani.cpp, step 10).
__device__ inline void begin_probe(LoopState &state, const DecisionInput &input,
                                   const rule::Resolution &resolution,
                                   unsigned long long sequence) {
  const rule::ProbeSize size =
      rule::probe_size(input.refinement.goal, state.neval, state.iterations > 1, false, resolution);
  if (input.sliced || !size.enough || size.wanted == 0) return;
  state.probe_points = size.wanted < size.left ? size.wanted : size.left;
  state.probe_after = sequence;
}

/// So many regions are split next.
__device__ inline void begin_split(LoopState &state, long long split, long long npoints) {
  state.limit = split;
  state.nwork = 2 * split;
  state.nregions += split;
  state.neval += 2 * split * npoints;
  ++state.iterations;
}

/// Makes what a decision leads to known to the kernels that follow, the split first, which may be
/// waiting for it, and the decision to the host.
__device__ inline void announce(LoopState &state, Progress &progress, int status,
                                const rule::MarkedBins &marked, long long npoints,
                                unsigned long long sequence) {
  const rule::Extent extent{state.nregions, state.neval, state.iterations};
  state.status = status;
  state.ticket = 0;
  state.initial = 0;
  state.base = state.nregions;
  state.nwork = 0;
  state.threshold = marked.threshold;
  state.bound = all_keys;
  if (status == static_cast<int>(rule::RegionStatus::running))
    begin_split(state, marked.above + marked.part, npoints);
  __threadfence();
  *const_cast<volatile unsigned long long *>(&state.decided) = sequence;

  progress.nregions = extent.nregions;
  progress.neval = extent.neval;
  progress.iterations = extent.iterations;
  progress.nonfinite = state.nonfinite;
  progress.marked = marked;
  __threadfence_system();
  *const_cast<volatile unsigned long long *>(&progress.word) =
      sequence << 3 | static_cast<unsigned long long>(status);
}

/// Errors that a thread of count_errors loads side by side: one after the other, those of 8192
/// regions take 8 us (pagani_steps.txt).
constexpr int errors_at_once = 8;

/// Counts the errors of all regions.  One block.
__device__ inline void count_errors(const RegionArrays &regions, LoopState &state,
                                    const double *scale, int ncomp) {
  __shared__ unsigned int counts[rule::nbins];
  counts[threadIdx.x] = 0;
  __syncthreads();
  const long long nregions = state.nregions;
  for (long long first = regions.begin + threadIdx.x; first < nregions;
       first += errors_at_once * reduction_threads) {
    int axis[errors_at_once];
    double largest[errors_at_once];
#pragma unroll
    for (int i = 0; i < errors_at_once; ++i) {
      const long long slot = first + i * reduction_threads;
      axis[i] = slot < nregions ? regions.axis[slot] : -1;
      largest[i] = 0;
    }
    for (int c = 0; c < ncomp; ++c) {
      const double *const errors = regions.error + c * regions.capacity;
      const double unit = scale[c];
#pragma unroll
      for (int i = 0; i < errors_at_once; ++i) {
        const long long slot = first + i * reduction_threads;
        if (slot < nregions) largest[i] = rule::larger_error(largest[i], errors[slot], unit);
      }
    }
#pragma unroll
    for (int i = 0; i < errors_at_once; ++i) {
      const int bin = axis[i] < 0 ? -1 : rule::error_bin(largest[i]);
      if (bin >= 0) atomicAdd(&counts[bin], 1u);
    }
  }
  __syncthreads();
  state.histogram[threadIdx.x] = counts[threadIdx.x];
}

/// The last block of a reduction: totals, the test for convergence, and what is split next.
/// regions: what ReductionFor::both counts.
__device__ inline void decide(const RegionArrays &regions, const WorkArrays &work,
                              const DecisionInput &input, const ReductionOutput &output, int ndim,
                              int ncomp, ReductionFor purpose, unsigned long long sequence) {
  LoopState &state = *work.state;
  if (threadIdx.x == 0) state.units = static_cast<int>((sequence + 1) & 1);
  const Outcome outcome = reduction_components(work, input, output, ndim, ncomp, purpose, sequence);
  const rule::Needs &needs = outcome.needs;
  if (purpose == ReductionFor::units) return;

  __shared__ rule::MarkingGoal goal;
  __shared__ rule::RegionStatus status;
  __shared__ BinSums bins;
  const bool counted = purpose == ReductionFor::marking;
  if (counted && threadIdx.x >= first_to_sum) sum_bins(state, bins);
  if (threadIdx.x == 0) {
    goal = rule::marking_goal(input.refinement, needs, state.neval, input.npoints);
    const long long most = max_splits(input, extent_of(state, input).nregions);
    goal.most = goal.most < most ? goal.most : most;
    status = rule::status_of_sums(input.refinement.goal, needs, extent_of(state, input),
                                  input.npoints, input.sliced);
  }
  __syncthreads();
  if (!counted && status == rule::RegionStatus::running) {
    count_errors(regions, state, work.scale + (sequence & 1) * ncomp, ncomp);
    __syncthreads();
    if (threadIdx.x >= first_to_sum) sum_bins(state, bins);
    __syncthreads();
  }
  const Marking marking =
      status == rule::RegionStatus::running ? choose_threshold(bins, goal) : Marking{};
  state.histogram[threadIdx.x] = 0;
  if (threadIdx.x == 0) {
    const rule::MarkedBins marked =
        rule::marked_bins(goal, marking.threshold, marking.above, marking.inside, marking.carried);
    if (status == rule::RegionStatus::running)
      status = rule::status_of_marking(marked.above + marked.part, input.limit - state.nregions,
                                       input.sliced);
    const bool in_part = status == rule::RegionStatus::running && !marked.whole;
    if (status == rule::RegionStatus::converged)
      begin_probe(state, input, outcome.resolution, sequence);
    announce(state, output.progress[sequence & 1], in_part ? choosing : static_cast<int>(status),
             marked, input.npoints, sequence);
  }
}

/// Estimates a region if it is one of the first, or of the halves of the last split.
__device__ inline void estimate_if_new(const rule::NullRules &null, const RegionArrays &regions,
                                       const WorkArrays &work, const LoopState &state, int ndim,
                                       int ncomp, long long slot) {
  long long item = slot;
  if (!state.initial) {
    const bool upper = slot >= state.base;
    const long long pair = upper ? slot - state.base : regions.rank[slot];
    if (pair < 0) return;
    item = 2 * pair + upper;
  }
  estimate_new(null, regions, work, state, ndim, ncomp, slot, item);
}

/// Estimates the new regions, sums over all, and decides, unless other ranks have regions as well.
/// fresh: the new regions are those of the last split, or all.
__global__ void __launch_bounds__(reduction_threads, reduction_blocks)
    reduction_regions(const __grid_constant__ rule::NullRules null, RegionArrays regions,
                      WorkArrays work, const __grid_constant__ DecisionInput input,
                      ReductionOutput output, int ndim, int ncomp, bool fresh, ReductionFor purpose,
                      bool alone, unsigned long long sequence) {
  LoopState &state = *work.state;
  if (state.status != static_cast<int>(rule::RegionStatus::running)) return;
  __shared__ unsigned int histogram[rule::nbins];
  __shared__ bool last;
  // A reduction counts errors in the units of the decision before, and the split after it does.
  const double *scale = work.scale + (sequence & 1) * ncomp;
  histogram[threadIdx.x] = 0;
  __syncthreads();
  const long long nregions = state.nregions;
  const long long nchunks = (nregions - regions.begin + reduction_threads - 1) / reduction_threads;
  for (int c = 0; c < ncomp; ++c) {
    WarpSums sums;
    for (long long chunk = blockIdx.x; chunk < nchunks; chunk += gridDim.x) {
      const long long slot = regions.begin + chunk * reduction_threads + threadIdx.x;
      rule::RegionEstimate region;
      if (slot < nregions) {
        if (c == 0) {
          if (fresh) estimate_if_new(null, regions, work, state, ndim, ncomp, slot);
          const bool counted = purpose == ReductionFor::marking;
          const int bin = counted ? bin_of(regions, scale, ncomp, slot) : -1;
          if (bin >= 0) atomicAdd(&histogram[bin], 1u);
        }
        region = load_terms(regions, c, slot);
      }
      sums.add(region);
    }
    if (blockIdx.x < nchunks) add_to_total(sums, work.totals[c]);
  }
  __syncthreads();
  if (histogram[threadIdx.x] != 0) atomicAdd(&state.histogram[threadIdx.x], histogram[threadIdx.x]);
  __threadfence();
  __syncthreads();
  if (threadIdx.x == 0) last = atomicAdd(&state.blocks_done, 1u) == gridDim.x - 1;
  __syncthreads();
  if (!last) return;
  // Only now: blocks of a split that come while others still add up are in their way.
  let_next_start();
  __threadfence();
  if (threadIdx.x == 0) state.blocks_done = 0;
  if (alone) decide(regions, work, input, output, ndim, ncomp, purpose, sequence);
}

}  // namespace cuboid::engine::cuda
