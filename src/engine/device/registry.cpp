#include "engine/device/registry.hpp"

#include <utility>

namespace cuboid::engine {

void DeviceRegistry::add(cuboid_function host, DeviceIntegrandPointer device, void *userdata) {
  auto pair = std::make_shared<DevicePair>();
  pair->device = std::move(device);
  pair->userdata = userdata;
  const std::lock_guard lock(mutex_);
  pairs_[host] = std::move(pair);
}

bool DeviceRegistry::remove(cuboid_function host) {
  const std::lock_guard lock(mutex_);
  return pairs_.erase(host) > 0;
}

std::shared_ptr<DevicePair> DeviceRegistry::find(cuboid_function host) {
  const std::lock_guard lock(mutex_);
  const auto found = pairs_.find(host);
  return found == pairs_.end() ? nullptr : found->second;
}

DeviceRegistry &device_registry() {
  static DeviceRegistry registry;
  return registry;
}

}  // namespace cuboid::engine
