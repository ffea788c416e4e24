// The userdata of many integrals on a device.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "engine/cuda/runtime/memory.hpp"
#include "engine/device/integral_list.hpp"

namespace cuboid::engine::cuda {

/// Each block of userdata begins at a multiple of 16 bytes on the device.  They are put there
/// first: a copy row by row is one transfer for each of them.
class UserdataRows {
 public:
  /// bytes: of a block.  Nothing where the integrals have none of their own.  The stream may still
  /// read from this object when the function returns.
  DeviceMemory copy(const DeviceCall &call, const IntegralList &list, std::int64_t bytes);

  /// Of the last copy: bytes from one block to the next; 0: all have the same.
  std::int64_t stride() const { return stride_; }

 private:
  std::vector<std::byte> packed_;
  std::int64_t stride_ = 0;
};

}  // namespace cuboid::engine::cuda
