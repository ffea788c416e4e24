// Sums over regions.  Every sum has an order that depends on the places of the regions alone.
#pragma once

#include "engine/cuda/kernel/regions_arrays.cuh"
#include "rule/region_sums.hpp"

namespace cuboid::engine::cuda {

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

/// Where the sums of a chunk stand: [nregion_sums].
__device__ inline double *of_chunk(double *partial, int ncomp, long long chunk, int component) {
  return partial + (chunk * ncomp + component) * rule::nregion_sums;
}
__device__ inline const double *of_chunk(const double *partial, int ncomp, long long chunk,
                                         int component) {
  return partial + (chunk * ncomp + component) * rule::nregion_sums;
}

/// Sums over a chunk of regions, each thread with its own: all components, to partial.
__device__ inline void sum_chunk(const RegionArrays &regions, double *partial, int ncomp,
                                 long long chunk, long long slot) {
  for (int c = 0; c < ncomp; ++c) {
    rule::RegionSums terms;
    if (slot >= 0) terms = rule::region_terms(load_estimate(regions, c, slot));
#pragma unroll
    for (int q = 0; q < rule::nregion_sums; ++q) {
      const double sum = block_sum(rule::region_sum(terms, q));
      if (threadIdx.x == 0) __stcg(of_chunk(partial, ncomp, chunk, c) + q, sum);
    }
  }
}

/// The sums of partial over all chunks; thread 0 gets them.
__device__ inline rule::RegionSums sum_of_chunks(const double *partial, int ncomp,
                                                 long long nchunks, int component) {
  rule::RegionSums sums;
  for (long long chunk = threadIdx.x; chunk < nchunks; chunk += survey_threads) {
    const double *at = of_chunk(partial, ncomp, chunk, component);
#pragma unroll
    for (int q = 0; q < rule::nregion_sums; ++q) rule::region_sum(sums, q) += __ldcg(at + q);
  }
#pragma unroll
  for (int q = 0; q < rule::nregion_sums; ++q)
    rule::region_sum(sums, q) = block_sum(rule::region_sum(sums, q));
  return sums;
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
    const rule::RegionSums sum = sum_of_chunks(partial, ncomp, nchunks, c);
    if (threadIdx.x == 0) sums[c] = sum;
  }
}

}  // namespace cuboid::engine::cuda
