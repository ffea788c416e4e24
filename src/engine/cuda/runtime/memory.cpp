#include "engine/cuda/runtime/memory.hpp"

#include <string>

#include "base/failure.hpp"
#include "engine/cuda/runtime/error.hpp"
#include "engine/cuda/runtime/ordered_failure.hpp"

namespace cuboid::engine::cuda {

namespace {

constinit OrderedFailure ordered;

}  // namespace

void fail_allocation_after(std::int64_t successes) {
  ordered.order(successes);
}

DeviceMemory::DeviceMemory(const DeviceCall &call, std::int64_t bytes)
    : call_(&call), bytes_(bytes) {
  const bool refused = ordered.is_due();
  const std::size_t room = KeptBlocks::room_for(static_cast<std::size_t>(bytes));
  if (!refused) memory_ = call.blocks().take(room);
  if (memory_ != nullptr) return;
  const ContextScope scope(call.device());
  const cudaError_t result =
      refused ? cudaErrorMemoryAllocation
              : cudaMallocFromPoolAsync(&memory_, room, call.device().pool(), call.stream());
  if (result != cudaErrorMemoryAllocation) {
    check(result, "allocating device memory");
    return;
  }
  static_cast<void>(cudaGetLastError());
  throw Failure(CUBOID_OUT_OF_MEMORY, "device " + std::to_string(call.device().ordinal()) +
                                          " has no " + std::to_string(bytes) +
                                          " bytes of memory left");
}

void DeviceMemory::free() noexcept {
  if (!memory_ || device_is_lost()) return;
  try {
    if (call_->blocks().keep(memory_, KeptBlocks::room_for(static_cast<std::size_t>(bytes_))))
      return;
    const ContextScope scope(call_->device());
    static_cast<void>(cudaFreeAsync(memory_, call_->stream()));
  } catch (...) {
    // The child of a fork cannot free what its parent has.
    return;
  }
}

}  // namespace cuboid::engine::cuda
