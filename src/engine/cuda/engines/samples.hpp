// The samples engine on a CUDA device.
#pragma once

#include <memory>

#include "engine/cuda/engines/device_points.hpp"
#include "engine/cuda/runtime/device.hpp"
#include "engine/cuda/runtime/kernel_table.hpp"
#include "engine/group/group.hpp"
#include "engine/samples.hpp"

namespace cuboid::engine::cuda {

/// Works on the stream of the call, whose device must be current in the calling thread.  kernels:
/// those of CUBOID_SAMPLES_KERNELS, over a box of CUBOID_SAMPLES_BOXED_KERNELS, with quasi-random
/// points of CUBOID_SAMPLES_QUASI_KERNELS or CUBOID_SAMPLES_BOXED_QUASI_KERNELS, for an integrand
/// of the problem's ndim and ncomp.  points: evaluates samples that
/// are handed to a receiver; empty: none are.  batched: the integrand is a batch function, around
/// which the kernels are made.  ranks: with which long iterations are shared out, nullptr for none;
/// all of them are in this call.  Throws Failure: CUBOID_OUT_OF_MEMORY, CUBOID_INTERNAL.
std::unique_ptr<SamplesEngine> make_samples_engine(SamplesProblem problem, KernelTable kernels,
                                                   const DeviceCall &call, StartPoints points = {},
                                                   BatchedLaunch *batched = nullptr,
                                                   group::Group *ranks = nullptr);

}  // namespace cuboid::engine::cuda
