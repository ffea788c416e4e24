// The kernels that refine the regions of many integrals at once (regions_many_warp.cuh): around an
// integrand that is compiled with the program, or around a batch function that is called between
// two launches.
#pragma once

#include "engine/cuda/kernel/regions_many_memory.cuh"
#include "engine/cuda/kernel/regions_many_rows.cuh"
#include "engine/cuda/kernel/regions_many_warp.cuh"
#include "engine/cuda/kernel/variants.cuh"

namespace cuboid::engine::cuda {

template <class Integrand, int ndim, int ncomp, bool mapped>
__device__ void integrate_many(const Integrand &common, const RuleTable &rule,
                               const rule::NullRules &null, const ManyArguments &arguments) {
  __shared__ BlockMemory<ncomp> memory;
  if (threadIdx.x == 0) memory.null = null;
  __syncthreads();
  IntegralMemory<ncomp> *const of_warp = memory.integrals + threadIdx.x / 32 * (32 / many_lanes);
  WarpIntegrals<Integrand, ndim, ncomp, mapped>(arguments, rule, memory.null, of_warp, common)
      .run();
}

/// A step of all integrals around a batch function: its points are placed, or else its values
/// looked at.
template <int ndim, int ncomp, bool mapped>
__device__ void step_many(const BatchedPoints &points, const RuleTable &rule,
                          const rule::NullRules &null, const ManyArguments &arguments) {
  static_assert(sizeof(ManyProgress<ncomp>) <= many_progress_bytes(ncomp));
  __shared__ BlockMemory<ncomp> memory;
  if (threadIdx.x == 0) memory.null = null;
  __syncthreads();
  IntegralMemory<ncomp> *const of_warp = memory.integrals + threadIdx.x / 32 * (32 / many_lanes);
  RowsOfRegion<ndim, ncomp> function{};
  static_cast<BatchedPoints &>(function) = points;
  function.integral = arguments.steps.integral_of_point;
  const long long thread = (arguments.steps.first_block + blockIdx.x) * rule_threads + threadIdx.x;
  auto *const keep = reinterpret_cast<ManyProgress<ncomp> *>(
      arguments.steps.progress + thread / arguments.lanes * many_progress_bytes(ncomp));
  WarpIntegrals<RowsOfRegion<ndim, ncomp>, ndim, ncomp, mapped>(arguments, rule, memory.null,
                                                                of_warp, function)
      .step(*keep);
}

/// mapped: as of rule_kernel.
template <class Integrand, int ndim, int ncomp, int mapped>
__global__ void __launch_bounds__(rule_threads, many_blocks(ncomp))
    many_kernel(const __grid_constant__ Integrand integrand, const __grid_constant__ RuleTable rule,
                const __grid_constant__ rule::NullRules null,
                const __grid_constant__ ManyArguments arguments) {
  if constexpr (is_batched<Integrand>)
    step_many<ndim, ncomp, mapped != 0>(integrand, rule, null, arguments);
  else
    integrate_many<Integrand, ndim, ncomp, mapped != 0>(integrand, rule, null, arguments);
}

}  // namespace cuboid::engine::cuda

CUBOID_KERNELS(many, many_kernel, 2, ndim <= max_dimensions && ncomp <= many_max_components)
