#include "engine/cuda/runtime/free_memory.hpp"

#include "engine/cuda/runtime/error.hpp"
#include "engine/device/memory_share.hpp"

namespace cuboid::engine::cuda {

std::int64_t free_memory(const Device &device) {
  constexpr const char *action = "asking for the device's memory";
  std::size_t available = 0, all = 0;
  check(cudaMemGetInfo(&available, &all), action);
  std::uint64_t reserved = 0, used = 0;
  check(cudaMemPoolGetAttribute(device.pool(), cudaMemPoolAttrReservedMemCurrent, &reserved),
        action);
  check(cudaMemPoolGetAttribute(device.pool(), cudaMemPoolAttrUsedMemCurrent, &used), action);
  return static_cast<std::int64_t>(available + reserved - used);
}

}  // namespace cuboid::engine::cuda

namespace cuboid::engine {

DeviceRoom device_room() {
  const cuda::Device &device = cuda::Device::chosen();
  const cuda::ContextScope scope(device);
  return {device.ordinal(), cuda::free_memory(device)};
}

}  // namespace cuboid::engine
