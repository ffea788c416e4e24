// What calls that stand side by side may have of a device's memory.
#pragma once

#include <cstdint>

namespace cuboid::engine {

/// While it lives, the call on this thread has so many bytes of the device and no more.  A call
/// that needs more is to be made again by itself: with less memory than it could have alone, its
/// bits would be others.
class MemoryShare {
 public:
  /// bytes: 0: the call stands alone, and nothing is held against it.
  explicit MemoryShare(std::int64_t bytes) : bytes_(bytes), before_(current_) { current_ = this; }
  ~MemoryShare() { current_ = before_; }
  MemoryShare(const MemoryShare &) = delete;
  MemoryShare &operator=(const MemoryShare &) = delete;

  /// Of the calling thread; 0: it has none.
  static std::int64_t bytes() { return current_ == nullptr ? 0 : current_->bytes_; }
  /// Memory was refused to the calling thread.  An engine may go on without it.
  static void note_end() {
    if (current_ != nullptr) current_->met_end_ = true;
  }
  /// Whether that has happened.
  bool met_end() const { return met_end_; }

 private:
  static inline constinit thread_local MemoryShare *current_ = nullptr;
  std::int64_t bytes_;
  MemoryShare *before_;
  bool met_end_ = false;
};

/// The device that the calling thread has chosen, and what can be allocated on it.
struct DeviceRoom {
  int ordinal = 0;
  std::int64_t bytes = 0;
};

/// Throws Failure(CUBOID_NO_DEVICE).
DeviceRoom device_room();

}  // namespace cuboid::engine
