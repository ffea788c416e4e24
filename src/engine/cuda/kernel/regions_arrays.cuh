// A region in the arrays of the device, as the leaves take it.
#pragma once

#include "engine/cuda/kernel/regions_types.cuh"

namespace cuboid::engine::cuda {

/// And regions in a chunk: as many as a histogram of errors has bins, of which a thread takes one.
constexpr int reduction_threads = 256;
constexpr unsigned long long all_keys = ~0ull;

/// The numbers of one region in an array of arrays: those of its axes or of its components.
template <class T>
struct Strided {
  const T *first;
  long long step;
  __device__ T operator[](int i) const { return first[i * step]; }
};

template <class T>
__device__ inline Strided<T> of_region(const T *array, const RegionArrays &regions,
                                       long long slot) {
  return {array + slot, regions.capacity};
}

/// What is known of a component of a region.
__device__ inline rule::RegionEstimate load_estimate(const RegionArrays &regions, int component,
                                                     long long slot) {
  const long long at = component * regions.capacity + slot;
  return {regions.value[at], ::fabs(regions.null[at]), regions.carried[at], regions.error[at],
          regions.plain[at]};
}

/// As far as sums need it, which go through all regions: `plain` only shows whether it is resolved.
__device__ inline rule::RegionEstimate load_terms(const RegionArrays &regions, int component,
                                                  long long slot) {
  const long long at = component * regions.capacity + slot;
  const double null = regions.null[at];
  const double size = ::fabs(null);
  return {regions.value[at], size, regions.carried[at], regions.error[at],
          null < 0 ? 2 * size : size};
}

__device__ inline void store_estimate(const RegionArrays &regions, int component, long long slot,
                                      const rule::RegionEstimate &estimate) {
  const long long at = component * regions.capacity + slot;
  regions.value[at] = estimate.value;
  regions.null[at] = rule::is_unresolved(estimate) ? estimate.null : -estimate.null;
  regions.carried[at] = estimate.carried;
  regions.error[at] = estimate.error;
  regions.plain[at] = estimate.plain;
}

/// Bin of the error of a region; -1: it cannot be split.
__device__ inline int bin_of(const RegionArrays &regions, const double *scale, int ncomp,
                             long long slot) {
  return rule::error_bin(rule::marking_error(regions.axis[slot], ncomp,
                                             of_region(regions.error, regions, slot), scale));
}

__device__ inline unsigned long long key_of(const RegionArrays &regions, int ndim, long long slot) {
  return rule::region_key(ndim, of_region(regions.lower, regions, slot));
}

/// Whether the last decision marks a region.  scale: of the reduction before it.
__device__ inline bool is_marked(const RegionArrays &regions, const LoopState &state,
                                 const double *scale, int ndim, int ncomp, long long slot) {
  const int bin = bin_of(regions, scale, ncomp, slot);
  if (bin != state.threshold || state.bound == all_keys) return bin >= state.threshold;
  return key_of(regions, ndim, slot) < state.bound;
}

}  // namespace cuboid::engine::cuda
