// What the samples of one integral and of many have in common on the host.
#pragma once

#include <cstdint>

#include "engine/cuda/kernel/samples_arguments.cuh"
#include "engine/cuda/runtime/device.hpp"
#include "engine/samples.hpp"

namespace cuboid::engine::cuda {

/// Of an axis, that the shared memory holds.
std::int64_t max_samples_intervals(const Device &device, int ndim);

/// Most chunks of an iteration in which the hypercubes share so many samples.
uint64 max_samples_chunks(uint64 samples, uint64 ncube);

/// The numbers that say how the axes are cut.
void set_samples_grid(const SamplesGrid &grid, int ndim, SamplesArguments &arguments);

/// The numbers of an iteration, on a grid that is set.
void set_samples_iteration(const SamplesIteration &iteration, const SamplesProblem &problem,
                           SamplesArguments &arguments);

}  // namespace cuboid::engine::cuda
