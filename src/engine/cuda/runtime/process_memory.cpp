#include "engine/cuda/runtime/process_memory.hpp"

#include <cuda_runtime_api.h>
#include <sys/random.h>

#include <cstring>

#include "base/failure.hpp"
#include "engine/cuda/runtime/error.hpp"

namespace cuboid::engine::cuda {

namespace {

/// Chosen once: numbers that the system gives to processes come again.
std::uint64_t number_of_process() {
  static const std::uint64_t number = [] {
    std::uint64_t random = 0;
    if (getrandom(&random, sizeof random, 0) != sizeof random)
      throw Failure(CUBOID_INTERNAL, "the system gives no random number");
    return random;
  }();
  return number;
}

}  // namespace

void *ProcessMemory::take(std::int64_t bytes) {
  const std::lock_guard lock(mutex_);
  // The smallest that is large enough, and not twice as large.
  auto best = idle_.end();
  for (auto block = idle_.begin(); block != idle_.end(); ++block)
    if (bytes_[*block] >= bytes && bytes_[*block] < 2 * bytes &&
        (best == idle_.end() || bytes_[*block] < bytes_[*best]))
      best = block;
  void *found = nullptr;
  if (best != idle_.end()) {
    found = *best;
    idle_.erase(best);
  } else {
    const cudaError_t result = cudaMalloc(&found, static_cast<std::size_t>(bytes));
    if (result == cudaErrorMemoryAllocation) {
      static_cast<void>(cudaGetLastError());
      return nullptr;
    }
    check(result, "allocating device memory");
    bytes_[found] = bytes;
  }
  return found;
}

void ProcessMemory::give_back(void *block) {
  const std::lock_guard lock(mutex_);
  idle_.push_back(block);
}

ProcessMemory::Name ProcessMemory::name_of(const void *block) {
  const std::lock_guard lock(mutex_);
  const auto known = names_.find(block);
  if (known != names_.end()) return known->second;
  cudaIpcMemHandle_t handle;
  check(cudaIpcGetMemHandle(&handle, const_cast<void *>(block)),
        "showing memory to another process");
  Name name{number_of_process()};
  static_assert(sizeof handle == sizeof name - sizeof name[0]);
  std::memcpy(name.data() + 1, &handle, sizeof handle);
  return names_[block] = name;
}

ProcessMemory::Name ProcessMemory::name_of_probe() {
  constexpr std::int64_t bytes = 512;
  if (probe_ == nullptr) {
    void *const block = take(bytes);
    if (block == nullptr) throw Failure(CUBOID_OUT_OF_MEMORY, "the device has no memory left");
    const std::uint64_t number = number_of_process();
    check(cudaMemcpy(block, &number, sizeof number, cudaMemcpyHostToDevice),
          "showing memory to another process");
    probe_ = block;
  }
  return name_of(probe_);
}

const void *ProcessMemory::open(const Name &name) {
  const std::lock_guard lock(mutex_);
  const auto known = opened_.find(name);
  if (known != opened_.end()) return known->second;
  cudaIpcMemHandle_t handle;
  std::memcpy(&handle, name.data() + 1, sizeof handle);
  void *block = nullptr;
  check(cudaIpcOpenMemHandle(&block, handle, cudaIpcMemLazyEnablePeerAccess),
        "reading the memory of another process");
  return opened_[name] = block;
}

bool ProcessMemory::reads_probe(const Name &name) {
  if (name.front() == number_of_process()) return false;
  {
    const std::lock_guard lock(mutex_);
    if (probes_read_.count(name) > 0) return true;
  }
  std::uint64_t number = 0;
  check(cudaMemcpy(&number, open(name), sizeof number, cudaMemcpyDeviceToHost),
        "reading the memory of another process");
  if (number != name.front()) return false;
  const std::lock_guard lock(mutex_);
  probes_read_.insert(name);
  return true;
}

}  // namespace cuboid::engine::cuda
