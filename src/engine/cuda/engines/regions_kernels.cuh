// The steps of an iteration that do not call the integrand.  Every sum has an order that depends on
// the places of the regions alone.
#pragma once

#include "engine/cuda/kernel/regions_types.cuh"
#include "engine/regions.hpp"
#include "rule/region_division.hpp"

namespace cuboid::engine::cuda {

constexpr int survey_threads = 256;  ///< and regions in a chunk

/// What the last block of the survey makes known.
struct SurveyOutput {
  double *partial;     ///< [chunks][ncomp][nregion_sums]
  Progress *progress;  ///< [2] these three: memory of the host, one row for every other decision
  double *value;       ///< [2][ncomp]
  double *error;       ///< [2][ncomp]
};

/// How often each axis is cut in two to begin with.
struct FirstCuts {
  unsigned char cuts[max_dimensions];
  bool shifted;
};

/// Begins a run: divides the cube into its first regions, the parts of axis 0 running fastest.
__global__ void divide_cube(RegionArrays regions, WorkArrays work,
                            const __grid_constant__ FirstCuts first, int ndim, int ncomp,
                            long long count) {
  const long long thread = blockIdx.x * static_cast<long long>(blockDim.x) + threadIdx.x;
  if (thread < 2 * ncomp) work.scale[thread] = 1;
  if (thread < ncomp) work.changes[thread] = {};
  if (thread < rule::nbins) work.state->histogram[thread] = 0;
  if (thread == 0) {
    LoopState &state = *work.state;
    state.status = static_cast<int>(RegionStatus::running);
    state.iterations = 1;
    state.units = 0;
    state.nonfinite = 0;
    state.blocks_done = 0;
    state.ticket = 0;
  }
  for (long long slot = thread; slot < count;
       slot += static_cast<long long>(gridDim.x) * blockDim.x) {
    long long number = slot;
    for (int d = 0; d < ndim; ++d) {
      const long long parts = rule::axis_parts(first.cuts[d], first.shifted);
      const rule::AxisPart part = rule::axis_part(first.cuts[d], first.shifted, number % parts);
      number /= parts;
      regions.lower[d * regions.capacity + slot] = part.lower;
      regions.depth[d * regions.capacity + slot] = static_cast<unsigned char>(part.depth);
    }
    regions.rank[slot] = -1;
  }
}

/// The next `count` of the first regions are the ones to evaluate.
__global__ void begin_part(WorkArrays work, long long first, long long count, long long npoints) {
  LoopState &state = *work.state;
  state.initial = 1;
  state.first = first;
  state.nwork = count;
  state.nregions = first + count;
  state.base = state.nregions;
  state.neval = state.nregions * npoints;
}

/// Sum over the block in a fixed order; thread 0 gets it.
__device__ inline double block_sum(double value) {
  __shared__ double warps[survey_threads / 32];
#pragma unroll
  for (int step = 16; step > 0; step /= 2) value += __shfl_down_sync(0xFFFFFFFFu, value, step);
  __syncthreads();
  if ((threadIdx.x & 31) == 0) warps[threadIdx.x / 32] = value;
  __syncthreads();
  if (threadIdx.x < 32) {
    value = threadIdx.x < survey_threads / 32 ? warps[threadIdx.x] : 0;
#pragma unroll
    for (int step = 4; step > 0; step /= 2) value += __shfl_down_sync(0xFFFFFFFFu, value, step);
  }
  return value;
}

/// Sums over a chunk of regions, each thread with its own: all components, to partial.
__device__ inline void sum_chunk(const RegionArrays &regions, double *partial, int ncomp,
                                 long long chunk, long long slot) {
  for (int c = 0; c < ncomp; ++c) {
    double sums[rule::nregion_sums] = {};
    if (slot >= 0) {
      const long long at = c * regions.capacity + slot;
      const double value = regions.value[at];
      const double carried = regions.carried[at];
      sums[0] = value;
      sums[1] = fabs(value);
      sums[2] = carried == 0 ? regions.error[at] : 0;
      sums[3] = fabs(carried);
      sums[4] = carried;
      sums[5] = carried * carried;
      sums[6] = regions.null[at];
    }
    for (int q = 0; q < rule::nregion_sums; ++q) {
      const double sum = block_sum(sums[q]);
      if (threadIdx.x == 0) {
        __stcg(partial + (chunk * ncomp + c) * rule::nregion_sums + q, sum);
      }
    }
  }
}

/// The sum of partial over all chunks; thread 0 gets it.
__device__ inline double sum_of_chunks(const double *partial, int ncomp, long long nchunks,
                                       int component, int quantity) {
  double sum = 0;
  for (long long chunk = threadIdx.x; chunk < nchunks; chunk += survey_threads) {
    sum += __ldcg(partial + (chunk * ncomp + component) * rule::nregion_sums + quantity);
  }
  return block_sum(sum);
}

/// Sums over the regions first to last - 1, by chunks, to partial.
__global__ void __launch_bounds__(survey_threads)
    sum_range(RegionArrays regions, double *partial, int ncomp, long long first, long long last) {
  const long long nchunks = (last - first + survey_threads - 1) / survey_threads;
  for (long long chunk = blockIdx.x; chunk < nchunks; chunk += gridDim.x) {
    const long long slot = first + chunk * survey_threads + threadIdx.x;
    sum_chunk(regions, partial, ncomp, chunk, slot < last ? slot : -1);
  }
}

/// And these to sums: [ncomp].  One block.
__global__ void __launch_bounds__(survey_threads)
    sum_partial(const double *partial, int ncomp, long long nchunks, rule::RegionSums *sums) {
  for (int c = 0; c < ncomp; ++c) {
    double sum[rule::nregion_sums];
    for (int q = 0; q < rule::nregion_sums; ++q)
      sum[q] = sum_of_chunks(partial, ncomp, nchunks, c, q);
    if (threadIdx.x == 0) sums[c] = {sum[0], sum[1], sum[2], sum[3], sum[4], sum[5], sum[6]};
  }
}

/// An axis that can be halved: the chosen one, else the one halved least; -1: none.
__device__ inline int splittable_axis(const RegionArrays &regions, int ndim, long long slot,
                                      int axis) {
  constexpr int most = 45;  // keeps the points of the rule inside, and apart
  if (axis >= 0 && axis < ndim && regions.depth[axis * regions.capacity + slot] < most) return axis;
  int least = most;
  int best = -1;
  for (int d = 0; d < ndim; ++d) {
    const int depth = regions.depth[d * regions.capacity + slot];
    if (depth < least) {
      least = depth;
      best = d;
    }
  }
  return best;
}

/// Estimates of a new region from its sums.
__device__ inline void estimate_new(const rule::NullRules &null, const RegionArrays &regions,
                                    const WorkArrays &work, const LoopState &state, int ndim,
                                    int ncomp, long long slot, long long item) {
  for (int c = 0; c < ncomp; ++c) {
    const double *sums = work.sums + static_cast<long long>(c) * nsums * work.nsums_stride;
    double s[nsums];
    for (int k = 0; k < nsums; ++k) s[k] = sums[k * work.nsums_stride + item];
    rule::RegionEstimate estimate;
    if (state.initial) {
      estimate = rule::estimate_first(null, s);
    } else {
      const rule::RegionEstimate parent = work.parent[c * work.capacity + (item >> 1)];
      const double lower = sums[item & ~1ll];
      const double upper = sums[item | 1];
      estimate = rule::estimate_half(null, s, parent, lower + upper - parent.value);
    }
    const long long at = c * regions.capacity + slot;
    regions.value[at] = estimate.value;
    regions.null[at] = estimate.null;
    regions.carried[at] = estimate.carried;
    regions.error[at] = estimate.error;
    regions.plain[at] = estimate.plain;
  }
  regions.axis[slot] = splittable_axis(regions, ndim, slot, regions.axis[slot]);
}

/// Error of a region in units of the tolerance; negative: it cannot be split.
__device__ inline double marking_error(const RegionArrays &regions, const double *scale, int ncomp,
                                       long long slot) {
  if (regions.axis[slot] < 0) return -1;
  double largest = 0;
  for (int c = 0; c < ncomp; ++c) {
    const double error = regions.error[c * regions.capacity + slot] * scale[c];
    largest = error > largest ? error : largest;
  }
  return largest;
}

/// Estimates the first regions, part by part, before there is a unit for their errors.
__global__ void __launch_bounds__(survey_threads)
    estimate_initial(const __grid_constant__ rule::NullRules null, RegionArrays regions,
                     WorkArrays work, int ndim, int ncomp) {
  const LoopState &state = *work.state;
  for (long long item = blockIdx.x * static_cast<long long>(blockDim.x) + threadIdx.x;
       item < state.nwork; item += static_cast<long long>(gridDim.x) * blockDim.x) {
    estimate_new(null, regions, work, state, ndim, ncomp, state.first + item, item);
  }
}

/// Thread 0: reads the histogram for the next marking.
struct Marking {
  int threshold;
  long long count;
};

/// Highest bin from which on enough regions are marked.  All threads of the block take part.
__device__ inline Marking choose_threshold(const LoopState &state, const rule::MarkingGoal &goal) {
  __shared__ long long count[2][rule::nbins];
  __shared__ double mass[2][rule::nbins];
  __shared__ int chosen;
  const int bin = threadIdx.x;
  static_assert(survey_threads == rule::nbins);
  int at = 0;
  // Past the first-level cache, which may hold what the line was before the other blocks added.
  const unsigned int entries = __ldcg(&state.histogram[bin]);
  count[0][bin] = entries;
  mass[0][bin] = static_cast<double>(entries) * rule::bin_error(bin);
  if (bin == 0) chosen = 0;
  __syncthreads();
  for (int step = 1; step < rule::nbins; step *= 2) {
    const bool more = bin + step < rule::nbins;
    count[1 - at][bin] = count[at][bin] + (more ? count[at][bin + step] : 0);
    mass[1 - at][bin] = mass[at][bin] + (more ? mass[at][bin + step] : 0);
    at = 1 - at;
    __syncthreads();
  }
  if (rule::enough_marked(goal, count[at][bin], mass[at][bin], mass[at][0])) {
    atomicMax(&chosen, bin);
  }
  __syncthreads();
  return {chosen, count[at][chosen]};
}

/// The last block of a survey: totals, the test for convergence, and what is split next.
__device__ inline void decide(const RegionArrays &regions, const WorkArrays &work,
                              const DecisionInput &input, const SurveyOutput &output, int ndim,
                              int ncomp, bool units_only, unsigned long long sequence) {
  LoopState &state = *work.state;
  double *scale = work.scale + ((sequence + 1) & 1) * ncomp;
  const long long nchunks = (state.nregions - regions.begin + survey_threads - 1) / survey_threads;
  __shared__ double worst_error;
  __shared__ double worst_tolerance;
  __shared__ int nlate;
  __shared__ int nopen;
  if (threadIdx.x == 0) {
    worst_error = 0;
    worst_tolerance = 1;
    nlate = 0;
    nopen = 0;
    state.units = static_cast<int>((sequence + 1) & 1);
  }
  for (int c = 0; c < ncomp; ++c) {
    double sums[rule::nregion_sums];
    for (int q = 0; q < rule::nregion_sums; ++q) {
      sums[q] = sum_of_chunks(output.partial, ncomp, nchunks, c, q);
    }
    if (threadIdx.x == 0) {
      const rule::RegionSums here{sums[0], sums[1], sums[2], sums[3], sums[4], sums[5], sums[6]};
      rule::RegionSums total = here;
      if (input.sliced) rule::add(total, work.slice[c].rest);
      const long long nregions = state.nregions + input.finished;
      const double error = input.observe ? rule::confirmed_error(work.changes[c], total, ndim,
                                                                 nregions, state.iterations)
                                         : rule::null_error(total);
      const rule::ComponentGoal goal =
          rule::component_goal(input.epsrel, input.epsabs, total.value, error,
                               total.unobserved + rule::observed_factor * total.observed);
      const bool late = !(error <= goal.tolerance);
      // What is to be reached now: the accuracy, or that of a slice.
      const double current = input.sliced ? rule::slice_error(here, ndim, input.observe) : error;
      const double aim = input.sliced ? work.slice[c].error : goal.tolerance;
      const bool open = input.sliced ? current > aim : late;
      // Work that mineval demands is given to all components alike.
      const bool wanted = open || (!input.sliced && state.neval < input.mineval);
      scale[c] = !wanted ? 0 : goal.scale > 0 ? goal.scale : error > 0 ? 1 / error : 0;
      nlate += late;
      nopen += open;
      if (open && current * worst_tolerance >= worst_error * aim) {
        worst_error = current;
        worst_tolerance = aim;
      }
      if (!units_only) {
        output.value[(sequence & 1) * ncomp + c] = total.value;
        output.error[(sequence & 1) * ncomp + c] = error;
      }
    }
  }
  __syncthreads();
  if (units_only) return;

  rule::MarkingGoal goal;
  goal.share = rule::needed_share(input.share, worst_error, worst_tolerance);
  goal.least = input.least;
  const long long affordable = (input.maxeval - state.neval) / (2 * input.npoints);
  const long long room = input.limit - state.nregions;
  goal.most = affordable < work.capacity ? affordable : work.capacity;
  const Marking marking = choose_threshold(state, goal);
  state.histogram[threadIdx.x] = 0;
  if (threadIdx.x == 0) {
    const long long split = marking.count < goal.most ? marking.count : goal.most;
    RegionStatus status = RegionStatus::running;
    if (nlate == 0 && (input.sliced || state.neval >= input.mineval)) {
      status = RegionStatus::converged;
    } else if (affordable <= 0 || state.neval >= input.maxeval) {
      status = RegionStatus::budget;
    } else if (input.sliced && (nopen == 0 || split == 0)) {
      status = RegionStatus::done;
    } else if (split == 0) {
      status = RegionStatus::final;
    } else if (split > room) {
      status = RegionStatus::full;
    }
    Progress &progress = output.progress[sequence & 1];
    progress.nregions = state.nregions;
    progress.neval = state.neval;
    progress.iterations = state.iterations;
    progress.nonfinite = state.nonfinite;
    __threadfence_system();
    *const_cast<volatile unsigned long long *>(&progress.word) =
        sequence << 3 | static_cast<unsigned long long>(status);

    state.status = static_cast<int>(status);
    state.ticket = 0;
    state.initial = 0;
    state.base = state.nregions;
    if (status == RegionStatus::running) {
      state.threshold = marking.threshold;
      state.limit = split;
      state.nwork = 2 * split;
      state.nregions += split;
      state.neval += 2 * split * input.npoints;
      ++state.iterations;
    } else {
      state.nwork = 0;
    }
  }
}

/// Estimates the new regions, sums over all, and decides.  fresh: the new regions are those of the
/// last split.  units_only: the sums give the unit of errors and nothing else.
__global__ void __launch_bounds__(survey_threads)
    survey_regions(const __grid_constant__ rule::NullRules null, RegionArrays regions,
                   WorkArrays work, const __grid_constant__ DecisionInput input,
                   SurveyOutput output, int ndim, int ncomp, bool fresh, bool units_only,
                   unsigned long long sequence) {
  LoopState &state = *work.state;
  if (state.status != static_cast<int>(RegionStatus::running)) return;
  __shared__ unsigned int histogram[rule::nbins];
  __shared__ bool last;
  // A survey counts errors in the units of the decision before, and the split after it does.
  const double *scale = work.scale + (sequence & 1) * ncomp;
  histogram[threadIdx.x] = 0;
  __syncthreads();
  const long long nregions = state.nregions;
  const long long nchunks = (nregions - regions.begin + survey_threads - 1) / survey_threads;
  for (long long chunk = blockIdx.x; chunk < nchunks; chunk += gridDim.x) {
    const long long slot = regions.begin + chunk * survey_threads + threadIdx.x;
    const bool exists = slot < nregions;
    if (exists && fresh) {
      const long long pair = slot >= state.base ? slot - state.base : regions.rank[slot];
      if (pair >= 0) {
        estimate_new(null, regions, work, state, ndim, ncomp, slot,
                     2 * pair + (slot >= state.base));
      }
    }
    if (exists && !units_only) {
      const int bin = rule::error_bin(marking_error(regions, scale, ncomp, slot));
      if (bin >= 0) atomicAdd(&histogram[bin], 1u);
    }
    sum_chunk(regions, output.partial, ncomp, chunk, exists ? slot : -1);
  }
  __syncthreads();
  if (histogram[threadIdx.x] != 0) atomicAdd(&state.histogram[threadIdx.x], histogram[threadIdx.x]);
  __threadfence();
  __syncthreads();
  if (threadIdx.x == 0) last = atomicAdd(&state.blocks_done, 1u) == gridDim.x - 1;
  __syncthreads();
  if (!last) return;
  __threadfence();
  if (threadIdx.x == 0) state.blocks_done = 0;
  decide(regions, work, input, output, ndim, ncomp, units_only, sequence);
}

/// Halves the marked regions: the lower half takes the place of its parent, the upper one the next
/// place at the end.  Blocks take chunks in order and look back for the number of regions marked
/// before theirs (D. Merrill and M. Garland, Single-pass parallel prefix scan with decoupled
/// look-back, 2016).  prefix: [chunks], a word with the number of the launch, a state and a count.
__global__ void __launch_bounds__(survey_threads)
    split_regions(RegionArrays regions, WorkArrays work, unsigned long long *prefix, int ndim,
                  int ncomp, unsigned long long sequence) {
  constexpr unsigned long long count_mask = (1ull << 40) - 1;
  constexpr unsigned long long aggregate = 1ull << 40;
  constexpr unsigned long long inclusive = 2ull << 40;
  LoopState &state = *work.state;
  if (state.status != static_cast<int>(RegionStatus::running)) return;
  const unsigned long long epoch = (sequence & 0x3FFFFF) << 42;
  const double *scale = work.scale + (sequence & 1) * ncomp;
  const long long base = state.base;
  const long long nchunks = (base - regions.begin + survey_threads - 1) / survey_threads;
  __shared__ long long chunk_shared;
  __shared__ long long before_shared;
  __shared__ int warp_counts[survey_threads / 32];
  const int lane = threadIdx.x & 31;
  const int warp = threadIdx.x / 32;
  while (true) {
    __syncthreads();
    if (threadIdx.x == 0) {
      chunk_shared = static_cast<long long>(atomicAdd(&state.ticket, 1ull));
    }
    __syncthreads();
    const long long chunk = chunk_shared;
    if (chunk >= nchunks) return;
    const long long slot = regions.begin + chunk * survey_threads + threadIdx.x;
    const bool marked = slot < base && rule::error_bin(marking_error(regions, scale, ncomp,
                                                                     slot)) >= state.threshold;
    const unsigned int votes = __ballot_sync(0xFFFFFFFFu, marked);
    if (lane == 0) warp_counts[warp] = __popc(votes);
    __syncthreads();
    int within = __popc(votes & ((1u << lane) - 1));
    int total = 0;
    for (int w = 0; w < survey_threads / 32; ++w) {
      within += w < warp ? warp_counts[w] : 0;
      total += warp_counts[w];
    }
    if (warp == 0) {
      if (lane == 0) {
        atomicExch(prefix + chunk, epoch | (chunk == 0 ? inclusive : aggregate) |
                                       static_cast<unsigned long long>(total));
      }
      long long before = 0;
      for (long long at = chunk - 1; at >= 0; at -= 32) {
        const long long mine = at - lane;
        unsigned long long word = epoch | inclusive;
        if (mine >= 0) {
          do {
            word = *const_cast<const volatile unsigned long long *>(prefix + mine);
          } while ((word >> 42) != (epoch >> 42) || (word & (aggregate | inclusive)) == 0);
        }
        const unsigned int ends = __ballot_sync(0xFFFFFFFFu, (word & inclusive) != 0);
        const int stop = ends != 0 ? __ffs(ends) - 1 : 31;
        long long count = lane <= stop ? static_cast<long long>(word & count_mask) : 0;
        for (int step = 16; step > 0; step /= 2) {
          count += __shfl_xor_sync(0xFFFFFFFFu, count, step);
        }
        before += count;
        if (ends != 0) break;
      }
      if (lane == 0) {
        if (chunk > 0) {
          atomicExch(prefix + chunk,
                     epoch | inclusive | static_cast<unsigned long long>(before + total));
        }
        before_shared = before;
      }
    }
    __syncthreads();
    const long long rank = before_shared + within;
    const bool split = marked && rank < state.limit;
    if (slot < base) regions.rank[slot] = split ? static_cast<int>(rank) : -1;
    if (!split) continue;

    const long long upper = base + rank;
    const int axis = regions.axis[slot];
    work.slot[rank] = slot;
    for (int c = 0; c < ncomp; ++c) {
      const long long at = c * regions.capacity + slot;
      work.parent[c * work.capacity + rank] = {regions.value[at], regions.null[at],
                                               regions.carried[at], regions.error[at],
                                               regions.plain[at]};
    }
    for (int d = 0; d < ndim; ++d) {
      const long long at = d * regions.capacity;
      const int depth = regions.depth[at + slot] + (d == axis);
      const double lower = regions.lower[at + slot];
      regions.lower[at + upper] = d == axis ? lower + depth_width(depth) : lower;
      regions.depth[at + upper] = static_cast<unsigned char>(depth);
      if (d == axis) regions.depth[at + slot] = static_cast<unsigned char>(depth);
    }
    regions.rank[upper] = -1;
  }
}

}  // namespace cuboid::engine::cuda
