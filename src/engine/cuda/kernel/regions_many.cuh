// The kernels that refine the regions of many integrals at once (regions_many_warp.cuh): around an
// integrand that is compiled with the program, or around a batch function that is called between
// two launches.
#pragma once

#include "engine/cuda/kernel/regions_many_memory.cuh"
#include "engine/cuda/kernel/regions_many_rows.cuh"
#include "engine/cuda/kernel/regions_many_warp.cuh"

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

/// The kernel for an integrand that is compiled with the program.
template <class Integrand, int ndim, int ncomp, bool mapped>
__global__ void __launch_bounds__(rule_threads, many_blocks)
    many_kernel(const __grid_constant__ Integrand integrand, const __grid_constant__ RuleTable rule,
                const __grid_constant__ rule::NullRules null,
                const __grid_constant__ ManyArguments arguments) {
  integrate_many<Integrand, ndim, ncomp, mapped>(integrand, rule, null, arguments);
}

}  // namespace cuboid::engine::cuda

#ifndef __CUDACC_RTC__
namespace cuboid::kernel {

/// Calls add(name, address) for each kernel of this header, compiled by nvcc.
template <class Integrand, int ndim, int ncomp, class Add>
void add_many_kernels(Add &&add) {
  using namespace cuboid::engine::cuda;
  if constexpr (ndim >= 2 && ndim <= max_dimensions && ncomp <= many_most_components) {
    add("cuboid_many_finite",
        reinterpret_cast<const void *>(&many_kernel<Integrand, ndim, ncomp, false>));
    add("cuboid_many_mapped",
        reinterpret_cast<const void *>(&many_kernel<Integrand, ndim, ncomp, true>));
  }
}

}  // namespace cuboid::kernel
#endif

/// Defines the kernels for one integrand under fixed names, for a compiler that knows no templates
/// from outside.  Each takes 1 s to compile, and most lists need one.
#define CUBOID_MANY_FINITE_KERNEL(Integrand, ndim, ncomp) \
  CUBOID_MANY_KERNEL(cuboid_many_finite, Integrand,       \
                     (cuboid::engine::cuda::integrate_many<Integrand, ndim, ncomp, false>))
#define CUBOID_MANY_MAPPED_KERNEL(Integrand, ndim, ncomp) \
  CUBOID_MANY_KERNEL(cuboid_many_mapped, Integrand,       \
                     (cuboid::engine::cuda::integrate_many<Integrand, ndim, ncomp, true>))

/// The same for batch functions, which are called between two launches.
#define CUBOID_MANY_STEP_FINITE_KERNEL(Integrand, ndim, ncomp) \
  CUBOID_MANY_KERNEL(cuboid_many_step_finite, Integrand,       \
                     (cuboid::engine::cuda::step_many<ndim, ncomp, false>))
#define CUBOID_MANY_STEP_MAPPED_KERNEL(Integrand, ndim, ncomp) \
  CUBOID_MANY_KERNEL(cuboid_many_step_mapped, Integrand,       \
                     (cuboid::engine::cuda::step_many<ndim, ncomp, true>))

/// function: in parentheses, what the kernel calls with its parameters.
#define CUBOID_MANY_KERNEL(name, Integrand, function)                               \
  extern "C" __global__ void __launch_bounds__(cuboid::engine::cuda::rule_threads,  \
                                               cuboid::engine::cuda::many_blocks)   \
      name(const __grid_constant__ Integrand integrand,                             \
           const __grid_constant__ cuboid::engine::cuda::RuleTable rule,            \
           const __grid_constant__ cuboid::rule::NullRules null,                    \
           const __grid_constant__ cuboid::engine::cuda::ManyArguments arguments) { \
    function(integrand, rule, null, arguments);                                     \
  }
