// Which devices of the machine work.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "engine/device/device_list.hpp"

namespace cuboid::engine {

/// While it lives, the device of this number is the chosen one of the calling thread.
class ChosenDevice {
 public:
  explicit ChosenDevice(int ordinal) : before_(ordinal_) { ordinal_ = ordinal; }
  ~ChosenDevice() { ordinal_ = before_; }
  ChosenDevice(const ChosenDevice &) = delete;
  ChosenDevice &operator=(const ChosenDevice &) = delete;

  /// Nothing: nobody has chosen one on this thread.
  static std::optional<int> ordinal() { return ordinal_; }

 private:
  static inline constinit thread_local std::optional<int> ordinal_;
  std::optional<int> before_;
};

/// The numbers of the devices of a list, see DeviceList; they are there, and of one compute
/// capability.  what: names the list in sentences.  Throws Failure(CUBOID_NO_DEVICE).
std::vector<int> devices_of(const DeviceList &list, const std::string &what);

}  // namespace cuboid::engine
