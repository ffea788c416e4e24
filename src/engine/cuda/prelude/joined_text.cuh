// What stands before the user's function in a program of its own, which kernels are joined to.
#pragma once

#include "engine/cuda/prelude/invoke.cuh"
#include "engine/cuda/prelude/joined.cuh"

namespace cuboid::kernel {

template <int ndim, int ncomp>
__device__ ValuesOfPoint<ncomp> value_at(PointByValue<ndim> point, void *userdata) {
  const int dimensions = ndim;
  const int components = ncomp;
  ValuesOfPoint<ncomp> values;
#pragma unroll
  for (int c = 0; c < ncomp; ++c) values.f[c] = __longlong_as_double(0x7ff8000000000000LL);
  values.status = cuboid_call_user_function(&dimensions, point.x, &components, values.f, userdata);
  return values;
}

}  // namespace cuboid::kernel
