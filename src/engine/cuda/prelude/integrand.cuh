// The integrand of a program that is compiled at run time: it calls the user's function, which
// stands after the kernels and has Cuba's signature.
#pragma once

#include "engine/cuda/prelude/invoke.cuh"
#include "engine/cuda/prelude/standard.cuh"

namespace cuboid::kernel {

/// ndim, ncomp: what the function is told.  Its host twin is engine::cuda::UserFunctionArgument.
template <int ndim, int ncomp>
struct UserFunction {
  void *userdata;  ///< on the device
  int *aborted;    ///< set to 1 where the function returns -999; visible to the host

  __device__ __forceinline__ void operator()(const double *x, double *f) const {
    const int dimensions = ndim;
    const int components = ncomp;
#pragma unroll
    for (int c = 0; c < ncomp; ++c) f[c] = __longlong_as_double(0x7ff8000000000000LL);
    if (cuboid_call_user_function(&dimensions, x, &components, f, userdata) == -999)
      *const_cast<volatile int *>(aborted) = 1;
  }

  /// The function with the userdata of one of many integrals, if it has any of its own.
  __device__ __forceinline__ UserFunction of_integral(const void *block, int *flag) const {
    return {block == nullptr ? userdata : const_cast<void *>(block), flag};
  }
};

}  // namespace cuboid::kernel
