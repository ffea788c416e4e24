// Device memory of one integration.
#pragma once

#include <cstddef>
#include <cstdint>
#include <utility>

#include "engine/cuda/runtime/device.hpp"

namespace cuboid::engine::cuda {

/// Who reads device memory besides the device that has it.
enum class ReadBy {
  nobody,
  devices,   ///< of this process
  processes  ///< of this host
};

/// Stream-ordered memory from the device's pool; freed in the order of the stream as well.  What
/// other processes read is given back when the stream is at its end.
class DeviceMemory {
 public:
  DeviceMemory() = default;
  /// Throws Failure(CUBOID_OUT_OF_MEMORY).
  DeviceMemory(const DeviceCall &call, std::int64_t bytes, ReadBy read_by = ReadBy::nobody);
  ~DeviceMemory() { free(); }
  DeviceMemory(DeviceMemory &&other) noexcept { swap(other); }
  DeviceMemory &operator=(DeviceMemory &&other) noexcept {
    swap(other);
    return *this;
  }

  void *get() const { return block_.memory; }
  std::int64_t bytes() const { return bytes_; }

 private:
  void free() noexcept;
  void swap(DeviceMemory &other) noexcept {
    std::swap(call_, other.call_);
    std::swap(block_, other.block_);
    std::swap(bytes_, other.bytes_);
    std::swap(read_by_, other.read_by_);
  }

  const DeviceCall *call_ = nullptr;
  KeptBlocks::Block block_;
  std::int64_t bytes_ = 0;
  ReadBy read_by_ = ReadBy::nobody;
};

/// An array of count uninitialised values.
template <class T>
class DeviceArray {
 public:
  DeviceArray() = default;
  DeviceArray(const DeviceCall &call, std::int64_t count, ReadBy read_by = ReadBy::nobody)
      : memory_(call, count * static_cast<std::int64_t>(sizeof(T)), read_by), count_(count) {}

  T *get() const { return static_cast<T *>(memory_.get()); }
  std::int64_t count() const { return count_; }

 private:
  DeviceMemory memory_;
  std::int64_t count_ = 0;
};

/// A copy of an array of the host, when the stream has come to it.
template <class T>
DeviceArray<T> on_device(const DeviceCall &call, const T *from, std::size_t count,
                         const char *action) {
  if (count == 0) return {};
  DeviceArray<T> array(call, static_cast<std::int64_t>(count));
  call.to_device(array.get(), from, count * sizeof(T), action);
  return array;
}

/// Places arrays one after the other in a block of memory.  Without one, it counts the bytes that
/// they need: an allocation takes longer than many small kernels.
class ArrayPlacer {
 public:
  explicit ArrayPlacer(void *block) : block_(static_cast<std::byte *>(block)) {}

  /// count uninitialised values.
  template <class T>
  T *place(std::int64_t count) {
    constexpr std::int64_t alignment = 256;
    const std::int64_t begin = bytes_;
    bytes_ +=
        (count * static_cast<std::int64_t>(sizeof(T)) + alignment - 1) / alignment * alignment;
    return block_ == nullptr ? nullptr : reinterpret_cast<T *>(block_ + begin);
  }

  std::int64_t bytes() const { return bytes_; }

 private:
  std::byte *block_;
  std::int64_t bytes_ = 0;
};

/// Throws what a device without so many bytes leads to.
[[noreturn]] void refuse_memory(const Device &device, std::int64_t bytes);

/// For tests: the allocation after the next `successes` ones fails, once.  Negative: none fails.
void fail_allocation_after(std::int64_t successes);
/// Whether this one is it.
bool allocation_is_refused();

}  // namespace cuboid::engine::cuda
