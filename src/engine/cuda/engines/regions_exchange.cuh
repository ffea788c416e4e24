// Regions that ranks hand to each other.
#pragma once

#include "engine/cuda/engines/block_sums.cuh"
#include "engine/cuda/kernel/regions_arrays.cuh"
#include "rule/region_marking.hpp"

namespace cuboid::engine::cuda {

/// Counts the first regions by their bins.  counts: [nbins], 0.
__global__ void __launch_bounds__(reduction_threads)
    count_bins(RegionArrays regions, const double *scale, long long nregions, int ncomp,
               unsigned long long *counts) {
  static_assert(reduction_threads == rule::nbins);
  __shared__ unsigned int here[reduction_threads];
  here[threadIdx.x] = 0;
  __syncthreads();
  const long long threads = static_cast<long long>(gridDim.x) * blockDim.x;
  for (long long slot = blockIdx.x * static_cast<long long>(blockDim.x) + threadIdx.x;
       slot < nregions; slot += threads) {
    const int bin = bin_of(regions, scale, ncomp, slot);
    if (bin >= 0) atomicAdd(&here[bin], 1u);
  }
  __syncthreads();
  add_counts(here, counts);
}

/// Of the regions that are split, this rank's: so many of the first `base`.
__global__ void set_own_part(LoopState *state, long long base, long long split) {
  state->base = base;
  state->nregions = base + split;
  state->limit = split;
  state->nwork = 2 * split;
}

/// As many numbers are told of a region: its corner, depths, axis and estimates.
__host__ __device__ inline long long numbers_of_region(int ndim, int ncomp) {
  return 2 * ndim + 1 + 5 * static_cast<long long>(ncomp);
}

constexpr int gift_counters = 3;

/// What is given away, on the device.
struct Gift {
  double *numbers;               ///< [count][numbers_of_region]
  long long *holes;              ///< [count] places from which regions have gone
  unsigned long long *counters;  ///< regions packed, holes, and holes that are filled
  long long count;
  long long left;  ///< regions that remain
  int every;       ///< all but one of so many may go; 0: those that are marked
};

/// Takes a region out if it is among those that may go, and as long as more are to go.
__device__ inline void pack_region(const RegionArrays &regions, const LoopState &state,
                                   const double *scale, const Gift &gift, int ndim, int ncomp,
                                   long long slot) {
  const bool may_go = gift.every > 0 ? slot % gift.every != gift.every - 1
                                     : is_marked(regions, state, scale, ndim, ncomp, slot);
  if (!may_go) return;
  const auto number = static_cast<long long>(atomicAdd(gift.counters, 1ull));
  if (number >= gift.count) return;
  // The mark of those that go.
  regions.rank[slot] = 0;
  if (slot < gift.left) gift.holes[atomicAdd(gift.counters + 1, 1ull)] = slot;
  double *to = gift.numbers + number * numbers_of_region(ndim, ncomp);
  for (int d = 0; d < ndim; ++d) *to++ = of_region(regions.lower, regions, slot)[d];
  for (int d = 0; d < ndim; ++d) *to++ = of_region(regions.depth, regions, slot)[d];
  *to++ = regions.axis[slot];
  for (int c = 0; c < ncomp; ++c) {
    const rule::RegionEstimate region = load_estimate(regions, c, slot);
    *to++ = region.value;
    *to++ = region.null;
    *to++ = region.carried;
    *to++ = region.error;
    *to++ = region.plain;
  }
}

/// Packs some of the marked regions, or of all.  Which ones does not matter to anybody.
__global__ void pack_regions(RegionArrays regions, const LoopState *state, const double *scale,
                             Gift gift, int ndim, int ncomp) {
  // To look whether there are enough takes as long as to look at a region.
  constexpr int between_looks = 8;
  const long long threads = static_cast<long long>(gridDim.x) * blockDim.x;
  const long long thread = blockIdx.x * static_cast<long long>(blockDim.x) + threadIdx.x;
  // All of those whose places are given up have to be looked at, of the others only some.
  for (long long slot = gift.left + thread; slot < gift.left + gift.count; slot += threads) {
    regions.rank[slot] = -1;
    pack_region(regions, *state, scale, gift, ndim, ncomp, slot);
  }
  int probes = 0;
  for (long long slot = thread; slot < gift.left; slot += threads) {
    if (probes++ % between_looks == 0 &&
        static_cast<long long>(__ldcg(gift.counters)) >= gift.count)
      return;
    pack_region(regions, *state, scale, gift, ndim, ncomp, slot);
  }
}

/// The last regions take the places of those that have gone.
__global__ void fill_holes(RegionArrays regions, Gift gift, int ndim, int ncomp) {
  const long long from = gift.left + blockIdx.x * static_cast<long long>(blockDim.x) + threadIdx.x;
  if (from >= gift.left + gift.count || regions.rank[from] == 0) return;
  const long long to = gift.holes[atomicAdd(gift.counters + 2, 1ull)];
  for (int d = 0; d < ndim; ++d) {
    const long long at = d * regions.capacity;
    regions.lower[at + to] = regions.lower[at + from];
    regions.depth[at + to] = regions.depth[at + from];
  }
  for (int c = 0; c < ncomp; ++c) store_estimate(regions, c, to, load_estimate(regions, c, from));
  regions.axis[to] = regions.axis[from];
}

/// Regions of another rank, to the places from first on.
__global__ void unpack_regions(RegionArrays regions, const double *numbers, long long first,
                               long long count, int ndim, int ncomp) {
  const long long number = blockIdx.x * static_cast<long long>(blockDim.x) + threadIdx.x;
  if (number >= count) return;
  const double *from = numbers + number * numbers_of_region(ndim, ncomp);
  const long long slot = first + number;
  for (int d = 0; d < ndim; ++d) regions.lower[d * regions.capacity + slot] = *from++;
  for (int d = 0; d < ndim; ++d)
    regions.depth[d * regions.capacity + slot] = static_cast<unsigned char>(*from++);
  regions.axis[slot] = static_cast<int>(*from++);
  for (int c = 0; c < ncomp; ++c, from += 5)
    store_estimate(regions, c, slot, {from[0], from[1], from[2], from[3], from[4]});
}

}  // namespace cuboid::engine::cuda
