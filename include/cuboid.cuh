// cuboid for CUDA C++: integrands that are functors, compiled by nvcc into the library's kernels.
//
//   struct Gaussian {
//     double width;
//     __device__ void operator()(const double *x, double *f) const {
//       f[0] = exp(-(x[0] * x[0] + x[1] * x[1]) / width);
//     }
//   };
//
//   cuboid_integrand *integrand;
//   int status = cuboid::make_integrand<2, 1>(&integrand, Gaussian{0.1});
//
// The integrand is then used, registered and freed like any other of cuboid.h.
#pragma once

#include <cuda_runtime.h>

#include <string>
#include <type_traits>
#include <vector>

#include "cuboid.h"
#include "cuboid_kernels.cuh"

namespace cuboid {

/// Makes an integrand of ndim coordinates and ncomp components from a functor with
/// `__device__ void operator()(const double *x, double *f) const`, x: [ndim], f: [ncomp], all of
/// which it sets.  The functor is copied, bit by bit, now and for each kernel; what it points to
/// must be device memory that lives as long as the integrand is used.  Returns a status;
/// *integrand: nullptr on failure.
template <int ndim, int ncomp, class Functor>
int make_integrand(cuboid_integrand **integrand, const Functor &functor) {
  static_assert(ndim >= 1 && ncomp >= 1);
  static_assert(std::is_trivially_copyable_v<Functor>,
                "a functor goes to the device as bytes: it must be trivially copyable");
  *integrand = nullptr;
  std::string names;
  std::vector<cudaKernel_t> kernels;
  bool complete = true;
  kernel::add_kernels<Functor, ndim, ncomp>([&](const char *name, const void *address) {
    cudaKernel_t handle = nullptr;
    if (cudaGetKernel(&handle, address) != cudaSuccess) complete = false;
    names += std::string(name) + '\n';
    kernels.push_back(handle);
  });
  if (!complete) {
    static_cast<void>(cudaGetLastError());
    return CUBOID_NO_DEVICE;
  }
  return cuboid_integrand_from_kernels(integrand, ndim, ncomp, &functor, sizeof functor,
                                       names.c_str(), kernels.data(), CUBOID_KERNELS_VERSION);
}

}  // namespace cuboid
