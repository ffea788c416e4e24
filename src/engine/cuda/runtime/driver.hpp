// Functions of the driver, by their names: its library must not be needed at load time.
#pragma once

#include <cuda_runtime_api.h>

#include <string>

#include "base/failure.hpp"
#include "engine/cuda/runtime/error.hpp"

namespace cuboid::engine::cuda {

template <class Function>
void load(Function &function, const char *name) {
  void *address = nullptr;
  cudaDriverEntryPointQueryResult found{};
  check(cudaGetDriverEntryPointByVersion(name, &address, 12000, cudaEnableDefault, &found),
        "looking for a function of the driver");
  if (found != cudaDriverEntryPointSuccess || !address)
    throw Failure(CUBOID_NO_DEVICE, std::string("the CUDA driver has no function ") + name);
  function = reinterpret_cast<Function>(address);
}

}  // namespace cuboid::engine::cuda
