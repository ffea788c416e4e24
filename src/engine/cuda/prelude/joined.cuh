// The integrand of a kernel that was compiled before the user's function was known: it calls a
// function that another program defines, to which it is joined by the linker.
#pragma once

#include "engine/cuda/prelude/standard.cuh"

namespace cuboid::kernel {

/// By value, so that the coordinates of a few dimensions go in registers.
template <int ndim>
struct PointByValue {
  double x[ndim];
};

template <int ncomp>
struct ValuesOfPoint {
  double f[ncomp];
  int status;  ///< what the user's function returned
};

/// joined_text.cuh defines it in the program of the user's function.
template <int ndim, int ncomp>
__device__ ValuesOfPoint<ncomp> value_at(PointByValue<ndim> point, void *userdata);

/// ndim, ncomp: of the function.  Its host twin is engine::cuda::UserFunctionArgument.
template <int ndim, int ncomp>
struct JoinedFunction {
  void *userdata;  ///< on the device
  int *aborted;    ///< set to 1 where the function returns -999; visible to the host

  __device__ __forceinline__ void operator()(const double *x, double *f) const {
    PointByValue<ndim> point;
#pragma unroll
    for (int d = 0; d < ndim; ++d) point.x[d] = x[d];
    const ValuesOfPoint<ncomp> values = value_at<ndim, ncomp>(point, userdata);
#pragma unroll
    for (int c = 0; c < ncomp; ++c) f[c] = values.f[c];
    if (values.status == -999) *const_cast<volatile int *>(aborted) = 1;
  }

  /// The function with the userdata of one of many integrals, if it has any of its own.
  __device__ __forceinline__ JoinedFunction of_integral(const void *block, int *flag) const {
    return {block == nullptr ? userdata : const_cast<void *>(block), flag};
  }
};

}  // namespace cuboid::kernel
