// What tests of the regions engine on a device have in common.
#pragma once

#include "engine/cuda/engines/regions_cuda.hpp"
#include "engine/cuda/kernel/regions_probe.cuh"
#include "engine/cuda/kernel/regions_rule.cuh"

namespace support {

/// All kernels around a functor without members.
template <class F>
cuboid::engine::cuda::RegionsKernels regions_kernels() {
  using namespace cuboid::engine::cuda;
  static const F integrand;
  RegionsKernels kernels;
  kernels.finite = reinterpret_cast<const void *>(rule_kernel<F, F::ndim, F::ncomp, false>);
  kernels.mapped = reinterpret_cast<const void *>(rule_kernel<F, F::ndim, F::ncomp, true>);
  kernels.integrand = &integrand;
  kernels.probe = [](bool mapped) {
    return mapped ? reinterpret_cast<const void *>(probe_kernel<F, F::ndim, F::ncomp, true>)
                  : reinterpret_cast<const void *>(probe_kernel<F, F::ndim, F::ncomp, false>);
  };
  return kernels;
}

}  // namespace support
