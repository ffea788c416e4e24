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

/// Blocks that share a multiprocessor.
template <int ndim, int ncomp, int variant>
inline constexpr int blocks_of_many = samples_many_blocks(ndim, ncomp,
                                                          kind_of_fill(variant).adaptive,
                                                          kind_of_fill(variant).histogram);

/// variant: of FillKind.
template <class Integrand, int ndim, int ncomp, int variant>
__global__ void __launch_bounds__(samples_many_threads, blocks_of_many<ndim, ncomp, variant>)
    samples_many_kernel(const __grid_constant__ Integrand integrand,
                        const __grid_constant__ SamplesManyArguments many) {
  constexpr FillKind kind = kind_of_fill(variant);
  fill_samples_of_many<Integrand, ndim, ncomp, kind.adaptive, kind.histogram, kind.quasi,
                       kind.boxed>(integrand, many);
}

}  // namespace cuboid::engine::cuda

CUBOID_KERNELS(samples_many, samples_many_kernel, fill_variants,
               ndim <= samples_ndim_limit && ncomp <= samples_many_max_components)
