// Launches kernels of a table.
#pragma once

#include <cuda_runtime_api.h>

#include <string_view>

#include "engine/cuda/runtime/error.hpp"
#include "engine/cuda/runtime/kernel_table.hpp"

namespace cuboid::engine::cuda {

struct LaunchShape {
  unsigned blocks = 1;
  unsigned threads = 1;
  std::size_t shared_bytes = 0;
  unsigned rows = 1;  ///< of blocks
};

/// Lets a kernel take so much dynamic shared memory on the current device.  What another
/// integration has been allowed for the same kernel stays allowed: it may be about to launch it.
void allow_shared_memory(const void *kernel, std::size_t bytes);

/// Whether a kernel that calls wait_for_earlier (kernel/started_early.cuh) was compiled for
/// devices that can do it, and runs on one.
bool waits_for_earlier(const void *kernel);

/// Of its launch.
inline cudaLaunchAttribute started_early() {
  cudaLaunchAttribute early{};
  early.id = cudaLaunchAttributeProgrammaticStreamSerialization;
  early.val.programmaticStreamSerializationAllowed = 1;
  return early;
}

/// Starts kernel `name` with the integrand and the arguments, whose types must be exactly those of
/// the kernel's parameters after the first.
template <class... Arguments>
void launch(const KernelTable &table, std::string_view name, const LaunchShape &shape,
            cudaStream_t stream, Arguments... arguments) {
  void *parameters[] = {const_cast<void *>(table.integrand), static_cast<void *>(&arguments)...};
  cudaLaunchConfig_t config{};
  config.gridDim = dim3{shape.blocks, shape.rows, 1};
  config.blockDim = dim3{shape.threads, 1, 1};
  config.dynamicSmemBytes = shape.shared_bytes;
  config.stream = stream;
  check(cudaLaunchKernelExC(&config, table.get(name), parameters), "starting a kernel");
}

}  // namespace cuboid::engine::cuda
