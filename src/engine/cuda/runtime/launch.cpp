#include "engine/cuda/runtime/launch.hpp"

#include <cuda_runtime_api.h>

#include <mutex>

namespace cuboid::engine::cuda {

void allow_shared_memory(const void *kernel, std::size_t bytes) {
  static std::mutex mutex;  // between the question and what follows from the answer
  const std::lock_guard lock(mutex);
  cudaFuncAttributes attributes{};
  check(cudaFuncGetAttributes(&attributes, kernel), "looking at a kernel");
  const int wanted = static_cast<int>(bytes);
  if (attributes.maxDynamicSharedSizeBytes >= wanted) return;
  check(cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, wanted),
        "taking shared memory");
}

bool waits_for_earlier(const void *kernel) {
  constexpr int first_architecture = 90;
  cudaFuncAttributes attributes{};
  check(cudaFuncGetAttributes(&attributes, kernel), "looking at a kernel");
  return attributes.ptxVersion >= first_architecture &&
         attributes.binaryVersion >= first_architecture;
}

}  // namespace cuboid::engine::cuda
