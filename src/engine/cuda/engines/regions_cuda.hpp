// The regions engine on a GPU.
#pragma once

#include <memory>

#include "engine/cuda/runtime/device.hpp"
#include "engine/regions.hpp"

namespace cuboid::engine::cuda {

/// The kernels of engine/cuda/kernel/regions_rule.cuh for one integrand, to be launched by
/// cudaLaunchKernelExC, and the integrand's bytes, which become the first argument.
struct RegionsKernels {
  const void *finite = nullptr;
  const void *mapped = nullptr;
  const void *integrand = nullptr;
};

/// lower, upper: [ndim], finite or infinite.  key: as of rule::make_orbit_rule.  call: on whose
/// stream everything runs, and which outlives the engine.  memory: bytes of the device to use at
/// most, but never less than the engine begins with; 0: nine tenths of what is free.
/// Throws Failure: CUBOID_BAD_NDIM, CUBOID_BAD_ARGUMENT, CUBOID_OUT_OF_MEMORY, CUBOID_INTERNAL.
std::unique_ptr<RegionsEngine> make_cuda_regions(int ndim, int ncomp, const double *lower,
                                                 const double *upper, int key,
                                                 const RegionsKernels &kernels,
                                                 const DeviceCall &call, std::int64_t memory);

}  // namespace cuboid::engine::cuda
