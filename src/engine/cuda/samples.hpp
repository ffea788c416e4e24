// The samples engine on a CUDA device.
#pragma once

#include <functional>
#include <memory>

#include "engine/cuda/kernel_table.hpp"
#include "engine/samples.hpp"

namespace cuboid::engine::cuda {

/// Works on the device that is current in the calling thread, on a stream of its own.  kernels:
/// those of CUBOID_SAMPLES_KERNELS, or with quasi-random points of CUBOID_SAMPLES_QUASI_KERNELS,
/// for an integrand of the problem's ndim and ncomp.  points: gives those of CUBOID_POINTS_KERNELS,
/// when samples are to be handed to a receiver.  Throws Failure: CUBOID_OUT_OF_MEMORY,
/// CUBOID_INTERNAL.
std::unique_ptr<SamplesEngine> make_samples_engine(SamplesProblem problem, KernelTable kernels,
                                                   std::function<KernelTable()> points = {});

}  // namespace cuboid::engine::cuda
