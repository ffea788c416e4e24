// Memory that a process shares with the children it forks later.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>

namespace cuboid::engine::cpu {

/// What all processes of a group see and change.
struct SharedControl {
  volatile int stop = 0;  ///< nonzero: workers end before the next call of the integrand
  alignas(64) std::atomic<std::int64_t> next = 0;  ///< first point of a common batch not taken yet
};
static_assert(std::atomic<std::int64_t>::is_always_lock_free);

/// A page of control and one slot for each worker, in one anonymous mapping: it has no name, and
/// goes with the last process that holds it.
class SharedSlots {
 public:
  /// Throws Failure(CUBOID_OUT_OF_MEMORY) if not even small slots can be had.
  explicit SharedSlots(int slots);
  ~SharedSlots();
  SharedSlots(const SharedSlots &) = delete;
  SharedSlots &operator=(const SharedSlots &) = delete;

  SharedControl &control() const { return *static_cast<SharedControl *>(memory_); }
  double *slot(int worker) const;
  /// Size of a slot in doubles.
  std::int64_t slot_size() const { return static_cast<std::int64_t>(slot_bytes_ / sizeof(double)); }
  /// Size of all slots together, which follow each other.
  std::int64_t total_size() const { return slot_size() * slots_; }

 private:
  int slots_;
  void *memory_ = nullptr;
  std::size_t slot_bytes_;
  std::size_t bytes_ = 0;
};

}  // namespace cuboid::engine::cpu
