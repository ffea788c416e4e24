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
  long long npoints = 1;
  mutable long long point = 0;  ///< the next one; from the last on to the first again

  __device__ RowsOfRegion of_region(long long row, int lanes, long long its_number,
                                    long long count) const {
    RowsOfRegion one = *this;
    one.begin = row;
    one.step = lanes;
    one.number = its_number;
    one.npoints = count;
    return one;
  }

  __device__ __forceinline__ void operator()(const double *at, double *values) const {
    const long long row = begin - static_cast<long long>(first) + point * step;
    point = point + 1 < npoints ? point + 1 : 0;
    if (f == nullptr) {
#pragma unroll
      for (int d = 0; d < ndim; ++d) x[row * ndim + d] = at[d];
      integral[row] = number;
    }
#pragma unroll
    for (int c = 0; c < ncomp; ++c) values[c] = f == nullptr ? 0 : f[row * ncomp + c];
  }
};

}  // namespace cuboid::engine::cuda
