// Which regions of a bin are split, and how a run goes on after a decision.
#pragma once

#include "engine/cuda/engines/block_sums.cuh"
#include "engine/cuda/engines/regions_reduction.cuh"
#include "engine/cuda/kernel/regions_arrays.cuh"
#include "rule/region_marking.hpp"

namespace cuboid::engine::cuda {

/// Counts the keys of the regions in the bin of the last decision by their next digit.  scale: of
/// the reduction before it.  counts: [KeyChoice::ndigits], 0.
__global__ void __launch_bounds__(reduction_threads)
    count_keys(RegionArrays regions, const LoopState *state,
               const __grid_constant__ rule::KeyChoice choice, const double *scale, int ndim,
               int ncomp, unsigned long long *counts) {
  static_assert(reduction_threads == rule::KeyChoice::ndigits);
  __shared__ unsigned int here[reduction_threads];
  here[threadIdx.x] = 0;
  __syncthreads();
  const long long threads = static_cast<long long>(gridDim.x) * blockDim.x;
  for (long long slot =
           regions.begin + blockIdx.x * static_cast<long long>(blockDim.x) + threadIdx.x;
       slot < state->base; slot += threads) {
    if (bin_of(regions, scale, ncomp, slot) != state->threshold) continue;
    const int digit = choice.digit(key_of(regions, ndim, slot));
    if (digit >= 0) atomicAdd(&here[digit], 1u);
  }
  __syncthreads();
  add_counts(here, counts);
}

/// Goes on after a decision that left the choice open: split: on all ranks.
__global__ void begin_chosen(LoopState *state, unsigned long long bound, long long split,
                             long long npoints) {
  state->status = static_cast<int>(rule::RegionStatus::running);
  state->bound = bound;
  begin_split(*state, split, npoints);
}

/// Goes on after a decision to stop: there is something new to decide by.
__global__ void go_on(LoopState *state, long long neval) {
  state->status = static_cast<int>(rule::RegionStatus::running);
  state->neval = neval;
}

}  // namespace cuboid::engine::cuda
