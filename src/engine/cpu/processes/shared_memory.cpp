#include "engine/cpu/processes/shared_memory.hpp"

#include <sys/mman.h>

#include <new>
#include <string>

#include "base/failure.hpp"

namespace cuboid::engine::cpu {

namespace {

constexpr std::size_t page = 4096;
// Large enough that a piece of cheap points outweighs its message, small enough for many workers.
constexpr std::size_t max_slot_bytes = std::size_t{4} << 20;
constexpr std::size_t min_slot_bytes = std::size_t{64} << 10;

}  // namespace

SharedSlots::SharedSlots(int slots) : slots_(slots), slot_bytes_(max_slot_bytes) {
  for (; slot_bytes_ >= min_slot_bytes; slot_bytes_ /= 2) {
    bytes_ = page + static_cast<std::size_t>(slots) * slot_bytes_;
    memory_ = mmap(nullptr, bytes_, PROT_READ | PROT_WRITE,
                   MAP_SHARED | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (memory_ == MAP_FAILED) continue;
    new (memory_) SharedControl;
    return;
  }
  throw Failure(CUBOID_OUT_OF_MEMORY,
                "no shared memory for " + std::to_string(slots) + " worker processes can be had");
}

SharedSlots::~SharedSlots() {
  munmap(memory_, bytes_);
}

double *SharedSlots::slot(int worker) const {
  return reinterpret_cast<double *>(static_cast<char *>(memory_) + page +
                                    static_cast<std::size_t>(worker) * slot_bytes_);
}

}  // namespace cuboid::engine::cpu
