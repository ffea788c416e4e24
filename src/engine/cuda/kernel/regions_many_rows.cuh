// What stands in the place of an integrand where a batch function is called between two launches.
#pragma once

#include "engine/cuda/kernel/batched_function.cuh"

namespace cuboid::engine::cuda {

/// In the place of an integrand, for one region: its points stand in rows that a launch places and
/// another one reads.
template <int ndim, int ncomp>
struct RowsOfRegion : BatchedPoints {
  using HasRows = void;

  long long *integral;  ///< [points]: to which they belong

  // Of one region.
  long long begin = 0;
  long long step = 1;  ///< rows from one point to the next
  long long number = 0;

  __device__ RowsOfRegion of_region(long long row, int lanes, long long its_number) const {
    RowsOfRegion one = *this;
    one.begin = row - static_cast<long long>(first);
    one.step = lanes;
    one.number = its_number;
    return one;
  }
};

template <int ndim, int ncomp>
__device__ __forceinline__ void evaluate_in_slot(const RowsOfRegion<ndim, ncomp> &function,
                                                 uint64 point, const double *x, double *f) {
  const long long row = function.begin + static_cast<long long>(point) * function.step;
  if (function.f == nullptr) {
    store_point<ndim>(function.x + row * ndim, x);
    function.integral[row] = function.number;
  }
#pragma unroll
  for (int c = 0; c < ncomp; ++c) f[c] = function.f == nullptr ? 0 : function.f[row * ncomp + c];
}

}  // namespace cuboid::engine::cuda
