// Device memory that grows where it is: addresses for all that may come, and memory for parts of
// them.  What stands there need not be copied.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "engine/cuda/runtime/device.hpp"

namespace cuboid::engine::cuda {

class ReservedMemory {
 public:
  /// Bytes, from the first address on: [begin, end).
  struct Part {
    std::int64_t begin;
    std::int64_t end;
  };
  /// Parts begin and end at multiples of this.  That of all devices there are
  /// (cuMemGetAllocationGranularity).
  static constexpr std::int64_t granularity = std::int64_t{1} << 21;

  /// Whether the device has it.
  static bool is_there(const Device &device);

  /// bytes: of the addresses, a multiple of the granularity.  Throws Failure(CUBOID_OUT_OF_MEMORY).
  ReservedMemory(const DeviceCall &call, std::int64_t bytes);
  /// Waits for the stream of the call.
  ~ReservedMemory();
  ReservedMemory(const ReservedMemory &) = delete;
  ReservedMemory &operator=(const ReservedMemory &) = delete;

  void *get() const { return reinterpret_cast<void *>(first_); }

  /// Memory for parts that have none yet.  Throws Failure(CUBOID_OUT_OF_MEMORY), and then none of
  /// them has any.
  void fill(std::span<const Part> parts);

 private:
  bool fill(const Part &part);
  void empty(std::size_t kept) noexcept;

  const DeviceCall &call_;
  std::int64_t bytes_;
  CUdeviceptr first_ = 0;
  std::vector<Part> filled_;
};

}  // namespace cuboid::engine::cuda
