// Lists of one-dimensional integrals: a thread takes the first step of line for each.
#pragma once

#include "engine/cuda/kernel/integrand_of.cuh"
#include "engine/cuda/kernel/line_many_arguments.cuh"
#include "engine/cuda/kernel/variants.cuh"

namespace cuboid::engine::cuda {

/// Those of the maps.
struct LineFunctions {
  __device__ static double exp(double x) { return ::exp(x); }
  __device__ static double log(double x) { return ::log(x); }
};

template <class Integrand, int ncomp, bool mapped>
__device__ __forceinline__ void take_line_step(const Integrand &integrand,
                                               const LineManyArguments &many, uint64 integral,
                                               const volatile int &aborted) {
  const double *const limits = many.limits + integral * many.limits_stride;
  rule::LineStep<LineFunctions, ncomp, mapped> step(*many.tables, many.goal);
  rule::LineStepResult<ncomp> result;
  const bool done = step.take(integrand, limits[0], limits[1], result) && aborted == 0;
  many.evaluations[integral] = done ? result.evaluations : 0;
  for (int c = 0; done && c < ncomp; ++c) {
    many.value[integral * ncomp + c] = result.value[c];
    many.error[integral * ncomp + c] = result.error[c];
  }
}

/// mapped: ranges may be infinite.
template <class Integrand, int ndim, int ncomp, int mapped>
__global__ void __launch_bounds__(line_many_threads)
    line_many_kernel(const __grid_constant__ Integrand common,
                     const __grid_constant__ LineManyArguments many) {
  const uint64 integral = uint64{blockIdx.x} * line_many_threads + threadIdx.x;
  if (integral >= many.count) return;
  int aborted = 0;
  const char *const block =
      many.userdata == nullptr ? nullptr : many.userdata + integral * many.userdata_stride;
  const Integrand integrand = integrand_of(common, block, &aborted);
  const double *const limits = many.limits + integral * many.limits_stride;
  if (rule::kind_between(limits[0], limits[1]) == rule::VariableKind::direct)
    take_line_step<Integrand, ncomp, false>(integrand, many, integral, aborted);
  else if constexpr (mapped != 0)
    take_line_step<Integrand, ncomp, true>(integrand, many, integral, aborted);
}

}  // namespace cuboid::engine::cuda

CUBOID_KERNELS(line_many, line_many_kernel, 2, ndim == 1 && ncomp <= line_many_max_components)
