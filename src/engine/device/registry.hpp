// Host functions that have a version for a device.
#pragma once

#include <map>
#include <memory>
#include <mutex>

#include "cuboid.h"
#include "engine/device/integrand.hpp"

namespace cuboid::engine {

/// The device version of a host function.
struct DevicePair {
  DeviceIntegrandPointer device;
  void *userdata = nullptr;  ///< of the handle, for calls that bring none

  /// Runs check if no run has succeeded yet.  Two threads do not check at once.
  template <class Check>
  void check_once(Check &&check) {
    const std::lock_guard lock(mutex_);
    if (checked_) return;
    check();
    checked_ = true;
  }

 private:
  std::mutex mutex_;
  bool checked_ = false;
};

/// Pairs by host function, for the process.  Any thread may call it.
class DeviceRegistry {
 public:
  /// Replaces an earlier device version of that function.
  void add(cuboid_function host, DeviceIntegrandPointer device, void *userdata);
  /// False if the function had none.
  bool remove(cuboid_function host);
  /// nullptr if the function has none.
  std::shared_ptr<DevicePair> find(cuboid_function host);

 private:
  std::mutex mutex_;  ///< guards what follows
  std::map<cuboid_function, std::shared_ptr<DevicePair>, std::less<>> pairs_;
};

DeviceRegistry &device_registry();

}  // namespace cuboid::engine
