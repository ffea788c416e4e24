// Evaluates an integrand at given points, one thread a point.
#pragma once

namespace cuboid::kernel {

/// x: [count][ndim], f: [count][ncomp], both on the device.  Any launch shape gives the same f.
template <class Integrand, int ndim, int ncomp>
__device__ __forceinline__ void evaluate_points(const Integrand &integrand, const double *x,
                                                double *f, long long count) {
  const long long stride = static_cast<long long>(gridDim.x) * blockDim.x;
  for (long long i = static_cast<long long>(blockIdx.x) * blockDim.x + threadIdx.x; i < count;
       i += stride) {
    double point[ndim];
    double value[ncomp];
#pragma unroll
    for (int d = 0; d < ndim; ++d) point[d] = x[i * ndim + d];
    integrand(point, value);
    // All of many components take the compiler long, and their values are in memory anyway.
    constexpr int together = ncomp <= 32 ? ncomp : 8;
#pragma unroll together
    for (int c = 0; c < ncomp; ++c) f[i * ncomp + c] = value[c];
  }
}

template <class Integrand, int ndim, int ncomp>
__global__ void evaluate_points_kernel(Integrand integrand, const double *x, double *f,
                                       long long count) {
  evaluate_points<Integrand, ndim, ncomp>(integrand, x, f, count);
}

#ifndef __CUDACC_RTC__
/// Calls add(name, address) for each kernel of this header, compiled by nvcc.
template <class Integrand, int ndim, int ncomp, class Add>
void add_points_kernels(Add &&add) {
  add("cuboid_evaluate_points",
      reinterpret_cast<const void *>(&evaluate_points_kernel<Integrand, ndim, ncomp>));
}
#endif

}  // namespace cuboid::kernel

/// The kernels of this header under fixed names, for programs that are compiled at run time.
#define CUBOID_POINTS_KERNELS(Integrand, ndim, ncomp)                                     \
  extern "C" __global__ void cuboid_evaluate_points(Integrand integrand, const double *x, \
                                                    double *f, long long count) {         \
    cuboid::kernel::evaluate_points<Integrand, ndim, ncomp>(integrand, x, f, count);      \
  }
