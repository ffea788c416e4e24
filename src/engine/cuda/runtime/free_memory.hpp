// What is left of a device's memory.
#pragma once

#include <cstdint>

#include "engine/cuda/runtime/device.hpp"

namespace cuboid::engine::cuda {

/// Bytes that can be allocated on the device, whose context is current, with those that the pool
/// holds and does not use.
std::int64_t free_memory(const Device &device);

}  // namespace cuboid::engine::cuda
