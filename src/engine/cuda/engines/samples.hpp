// The samples engine on a CUDA device.
#pragma once

#include <memory>

#include "engine/cuda/engines/device_points.hpp"
#include "engine/cuda/engines/integrand.hpp"
#include "engine/cuda/runtime/device.hpp"
#include "engine/group/group.hpp"
#include "engine/samples.hpp"

namespace cuboid::engine::cuda {

/// The kernel that takes the samples by which a map is found, all hypercubes with as many.
KernelPart mapping_part(bool boxed);

/// Works on the stream of the call, whose device must be current in the calling thread.  kernels:
/// makes those of a part around an integrand of the problem's ndim and ncomp; it is asked when a
/// grid is set, and for a map that stays, at the first iteration of one.  points: evaluates samples
/// that are handed to a receiver; empty: none are.  batched: the integrand is a batch function,
/// around which the kernels are made.  ranks: with which long iterations are shared out, nullptr
/// for none; all of them are in this call.  Throws Failure: CUBOID_OUT_OF_MEMORY, CUBOID_INTERNAL.
std::unique_ptr<SamplesEngine> make_samples_engine(SamplesProblem problem, KernelsOfPart kernels,
                                                   const DeviceCall &call, StartPoints points = {},
                                                   BatchedLaunch *batched = nullptr,
                                                   group::Group *ranks = nullptr);

}  // namespace cuboid::engine::cuda
