// Draws, evaluates and sums the samples of one iteration of many integrals, each with a map and
// histograms of its own.  A block takes an integral and works off all of its chunks, of which there
// are as many, and which are summed in the same order, as where the device has one integral alone.
#pragma once

#include "engine/cuda/kernel/integrand_of.cuh"
#include "engine/cuda/kernel/samples.cuh"
#include "engine/cuda/kernel/samples_many_place.cuh"

namespace cuboid::engine::cuda {

template <class Integrand, int ndim, int ncomp, bool adaptive, bool histogram, bool quasi,
          bool boxed>
__device__ __forceinline__ void fill_samples_of_many(const Integrand &common,
                                                     const SamplesManyArguments &many) {
  const uint64 integral = many.which[blockIdx.x];
  const SamplesArguments arguments = arguments_of(many, blockIdx.x);
  const char *const block =
      many.userdata == nullptr ? nullptr : many.userdata + integral * many.userdata_stride;
  const auto fill = [&](const Integrand &integrand) {
    fill_samples<Integrand, ndim, ncomp, adaptive, histogram, quasi, boxed>(
        integrand, arguments, {0, 1, samples_histograms(samples_many_threads)});
  };
  if constexpr (requires { common.from_slot(uint64{}); })
    fill(common.from_slot(many.rows[blockIdx.x]));
  else
    fill(integrand_of(common, block, many.aborted + integral));
}

/// The kernels for an integrand that is compiled with the program.
template <class Integrand, int ndim, int ncomp, bool adaptive, bool histogram, bool quasi,
          bool boxed>
__global__ void __launch_bounds__(samples_many_threads,
                                  samples_many_blocks(ndim, ncomp, adaptive, histogram))
    samples_many(const __grid_constant__ Integrand integrand,
                 const __grid_constant__ SamplesManyArguments many) {
  fill_samples_of_many<Integrand, ndim, ncomp, adaptive, histogram, quasi, boxed>(integrand, many);
}

}  // namespace cuboid::engine::cuda

#ifndef __CUDACC_RTC__
namespace cuboid::kernel {

/// Calls add(name, address) for each kernel of this header, compiled by nvcc.
template <class Integrand, int ndim, int ncomp, class Add>
void add_samples_many_kernels(Add &&add) {
  using namespace cuboid::engine::cuda;
  const auto one = [&add](const char *name, auto *kernel) {
    add(name, reinterpret_cast<const void *>(kernel));
  };
  if constexpr (ndim <= samples_ndim_limit && ncomp <= samples_many_most_components) {
    one("cuboid_samples_many_uniform",
        samples_many<Integrand, ndim, ncomp, false, true, false, false>);
    one("cuboid_samples_many_uniform_fixed",
        samples_many<Integrand, ndim, ncomp, false, false, false, false>);
    one("cuboid_samples_many_adaptive",
        samples_many<Integrand, ndim, ncomp, true, true, false, false>);
    one("cuboid_samples_many_adaptive_fixed",
        samples_many<Integrand, ndim, ncomp, true, false, false, false>);
    one("cuboid_samples_many_quasi",
        samples_many<Integrand, ndim, ncomp, false, true, true, false>);
    one("cuboid_samples_many_quasi_fixed",
        samples_many<Integrand, ndim, ncomp, false, false, true, false>);
    one("cuboid_samples_many_boxed_uniform",
        samples_many<Integrand, ndim, ncomp, false, true, false, true>);
    one("cuboid_samples_many_boxed_uniform_fixed",
        samples_many<Integrand, ndim, ncomp, false, false, false, true>);
    one("cuboid_samples_many_boxed_adaptive",
        samples_many<Integrand, ndim, ncomp, true, true, false, true>);
    one("cuboid_samples_many_boxed_adaptive_fixed",
        samples_many<Integrand, ndim, ncomp, true, false, false, true>);
    one("cuboid_samples_many_boxed_quasi",
        samples_many<Integrand, ndim, ncomp, false, true, true, true>);
    one("cuboid_samples_many_boxed_quasi_fixed",
        samples_many<Integrand, ndim, ncomp, false, false, true, true>);
  }
}

}  // namespace cuboid::kernel
#endif

/// One kernel.  kind: the name after cuboid_samples_many_; the rest: integrand, ndim and ncomp.
#define CUBOID_SAMPLES_MANY_KERNEL(kind, adaptive, histogram, quasi, boxed, Integrand, ndim,       \
                                   ncomp)                                                          \
  extern "C" __global__ void __launch_bounds__(                                                    \
      cuboid::engine::cuda::samples_many_threads,                                                  \
      cuboid::engine::cuda::samples_many_blocks(ndim, ncomp, adaptive, histogram))                 \
      cuboid_samples_many_##kind(                                                                  \
          const __grid_constant__ Integrand integrand,                                             \
          const __grid_constant__ cuboid::engine::cuda::SamplesManyArguments many) {               \
    cuboid::engine::cuda::fill_samples_of_many<Integrand, ndim, ncomp, adaptive, histogram, quasi, \
                                               boxed>(integrand, many);                            \
  }

/// Each is a part of its own, as those of samples.cuh.
#define CUBOID_SAMPLES_MANY_UNIFORM_KERNEL(...) \
  CUBOID_SAMPLES_MANY_KERNEL(uniform, false, true, false, false, __VA_ARGS__)
#define CUBOID_SAMPLES_MANY_UNIFORM_FIXED_KERNEL(...) \
  CUBOID_SAMPLES_MANY_KERNEL(uniform_fixed, false, false, false, false, __VA_ARGS__)
#define CUBOID_SAMPLES_MANY_ADAPTIVE_KERNEL(...) \
  CUBOID_SAMPLES_MANY_KERNEL(adaptive, true, true, false, false, __VA_ARGS__)
#define CUBOID_SAMPLES_MANY_ADAPTIVE_FIXED_KERNEL(...) \
  CUBOID_SAMPLES_MANY_KERNEL(adaptive_fixed, true, false, false, false, __VA_ARGS__)
#define CUBOID_SAMPLES_MANY_QUASI_KERNEL(...) \
  CUBOID_SAMPLES_MANY_KERNEL(quasi, false, true, true, false, __VA_ARGS__)
#define CUBOID_SAMPLES_MANY_QUASI_FIXED_KERNEL(...) \
  CUBOID_SAMPLES_MANY_KERNEL(quasi_fixed, false, false, true, false, __VA_ARGS__)
#define CUBOID_SAMPLES_MANY_BOXED_UNIFORM_KERNEL(...) \
  CUBOID_SAMPLES_MANY_KERNEL(boxed_uniform, false, true, false, true, __VA_ARGS__)
#define CUBOID_SAMPLES_MANY_BOXED_UNIFORM_FIXED_KERNEL(...) \
  CUBOID_SAMPLES_MANY_KERNEL(boxed_uniform_fixed, false, false, false, true, __VA_ARGS__)
#define CUBOID_SAMPLES_MANY_BOXED_ADAPTIVE_KERNEL(...) \
  CUBOID_SAMPLES_MANY_KERNEL(boxed_adaptive, true, true, false, true, __VA_ARGS__)
#define CUBOID_SAMPLES_MANY_BOXED_ADAPTIVE_FIXED_KERNEL(...) \
  CUBOID_SAMPLES_MANY_KERNEL(boxed_adaptive_fixed, true, false, false, true, __VA_ARGS__)
#define CUBOID_SAMPLES_MANY_BOXED_QUASI_KERNEL(...) \
  CUBOID_SAMPLES_MANY_KERNEL(boxed_quasi, false, true, true, true, __VA_ARGS__)
#define CUBOID_SAMPLES_MANY_BOXED_QUASI_FIXED_KERNEL(...) \
  CUBOID_SAMPLES_MANY_KERNEL(boxed_quasi_fixed, false, false, true, true, __VA_ARGS__)
