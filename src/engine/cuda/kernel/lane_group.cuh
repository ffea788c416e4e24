// Lanes of a warp that work on one integral of many.
#pragma once

#include "engine/cuda/kernel/regions_types.cuh"

namespace cuboid::engine::cuda {

/// A power of two of lanes that stand side by side; all groups of a warp have as many.
struct LaneGroup {
  int lanes;  ///< of a group
  int begin;  ///< the first one in the warp
  int lane;   ///< in the group

  /// The largest of the groups.
  __device__ int max_of_groups(int count) const {
#pragma unroll 1
    for (int step = 16; step >= lanes; step /= 2) count = larger_of_two(count, step);
    return count;
  }

  /// The largest of the lanes of the group.
  __device__ int largest(int count) const {
#pragma unroll 1
    for (int step = lanes / 2; step > 0; step /= 2) count = larger_of_two(count, step);
    return count;
  }

  static __device__ int larger_of_two(int count, int step) {
    const int other = __shfl_xor_sync(all_lanes, count, step);
    return other > count ? other : count;
  }

  /// Which lanes of the group say yes: a bit for each.
  __device__ unsigned int votes(bool yes) const {
    return __ballot_sync(all_lanes, yes) >> begin & all_lanes >> (32 - lanes);
  }

  __device__ double sum(double value) const {
#pragma unroll 1
    for (int step = lanes / 2; step > 0; step /= 2)
      value += __shfl_xor_sync(all_lanes, value, step);
    return value;
  }
};

}  // namespace cuboid::engine::cuda
