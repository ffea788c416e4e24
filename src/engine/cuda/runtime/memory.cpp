#include "engine/cuda/runtime/memory.hpp"

#include <string>

#include "base/failure.hpp"
#include "engine/cuda/runtime/error.hpp"
#include "engine/cuda/runtime/ordered_failure.hpp"
#include "engine/device/memory_share.hpp"

namespace cuboid::engine::cuda {

namespace {

constinit OrderedFailure ordered;

}  // namespace

void fail_allocation_after(std::int64_t successes) {
  ordered.order(successes);
}

void refuse_memory(const Device &device, std::int64_t bytes) {
  MemoryShare::note_end();
  throw Failure(CUBOID_OUT_OF_MEMORY, "device " + std::to_string(device.ordinal()) + " has no " +
                                          std::to_string(bytes) + " bytes of memory left");
}

bool allocation_is_refused() {
  return ordered.is_due();
}

DeviceMemory::DeviceMemory(const DeviceCall &call, std::int64_t bytes, ReadBy read_by)
    : call_(&call), bytes_(bytes), read_by_(read_by) {
  const bool refused = allocation_is_refused();
  const std::int64_t room = KeptBlocks::room_for(bytes);
  if (!refused && read_by == ReadBy::nobody) block_ = call.blocks().take(room);
  if (block_.memory != nullptr) return;
  const ContextScope scope(call.device());
  if (!refused && read_by == ReadBy::processes) {
    block_ = {call.device().process_memory().take(room), room};
    if (block_.memory != nullptr) return;
  }
  const cudaMemPool_t pool =
      read_by == ReadBy::devices ? call.device().shown_pool() : call.device().pool();
  const cudaError_t result =
      refused || read_by == ReadBy::processes
          ? cudaErrorMemoryAllocation
          : cudaMallocFromPoolAsync(&block_.memory, static_cast<std::size_t>(room), pool,
                                    call.stream());
  if (result != cudaErrorMemoryAllocation) {
    check(result, "allocating device memory");
    block_.room = room;
    return;
  }
  static_cast<void>(cudaGetLastError());
  refuse_memory(call.device(), bytes);
}

void DeviceMemory::free() noexcept {
  if (block_.memory == nullptr || device_is_lost()) return;
  try {
    if (read_by_ == ReadBy::nobody && call_->blocks().keep(block_)) return;
    const ContextScope scope(call_->device());
    if (read_by_ == ReadBy::processes) {
      // Any stream may be the next to take it.
      if (cudaStreamSynchronize(call_->stream()) == cudaSuccess)
        call_->device().process_memory().give_back(block_.memory);
      return;
    }
    static_cast<void>(cudaFreeAsync(block_.memory, call_->stream()));
  } catch (...) {
    // The child of a fork cannot free what its parent has.
    return;
  }
}

}  // namespace cuboid::engine::cuda
