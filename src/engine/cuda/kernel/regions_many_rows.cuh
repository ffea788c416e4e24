// What stands instead of an integrand where a batch function is called between two launches.
#pragma once

#include "engine/cuda/kernel/batched_function.cuh"

namespace cuboid::engine::cuda {

/// Instead of an integrand, for one region: its points stand in rows that a launch places and
/// another one reads.
template <int ndim, int ncomp>
struct RowsOfRegion : BatchedFunction<ndim, ncomp> {
  using Base = BatchedFunction<ndim, ncomp>;

  long long *integral;  ///< [points]: to which they belong

  // Of one region.
  long long begin = 0;
  long long step = 1;  ///< rows from one point to the next
  long long number = 0;

  __device__ RowsOfRegion of_region(long long row, int lanes, long long its_number) const {
    RowsOfRegion one = *this;
    one.begin = row;
    one.step = lanes;
    one.number = its_number;
    return one;
  }

  __device__ __forceinline__ void take(uint64 point, const double *at, double *values) const {
    const uint64 slot = static_cast<uint64>(begin) + point * static_cast<uint64>(step);
    if (Base::f == nullptr) integral[slot - Base::first] = number;
    Base::take(slot, at, values);
  }
};
template <int ndim, int ncomp>
inline constexpr bool is_batched<RowsOfRegion<ndim, ncomp>> = true;

}  // namespace cuboid::engine::cuda
