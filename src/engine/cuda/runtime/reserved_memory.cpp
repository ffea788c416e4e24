#include "engine/cuda/runtime/reserved_memory.hpp"

#include "engine/cuda/runtime/driver.hpp"
#include "engine/cuda/runtime/error.hpp"
#include "engine/cuda/runtime/memory.hpp"

namespace cuboid::engine::cuda {

namespace {

/// What the driver has for this.
struct Mapping {
  Mapping() {
    load(reserve, "cuMemAddressReserve");
    load(free, "cuMemAddressFree");
    load(create, "cuMemCreate");
    load(release, "cuMemRelease");
    load(map, "cuMemMap");
    load(unmap, "cuMemUnmap");
    load(set_access, "cuMemSetAccess");
    load(get_attribute, "cuDeviceGetAttribute");
  }

  decltype(&::cuMemAddressReserve) reserve = nullptr;
  decltype(&::cuMemAddressFree) free = nullptr;
  decltype(&::cuMemCreate) create = nullptr;
  decltype(&::cuMemRelease) release = nullptr;
  decltype(&::cuMemMap) map = nullptr;
  decltype(&::cuMemUnmap) unmap = nullptr;
  decltype(&::cuMemSetAccess) set_access = nullptr;
  decltype(&::cuDeviceGetAttribute) get_attribute = nullptr;
};

const Mapping &mapping() {
  static const Mapping all;
  return all;
}

std::size_t size_of(const ReservedMemory::Part &part) {
  return static_cast<std::size_t>(part.end - part.begin);
}

}  // namespace

bool ReservedMemory::is_there(const Device &device) {
  int there = 0;
  return mapping().get_attribute(&there, CU_DEVICE_ATTRIBUTE_VIRTUAL_MEMORY_MANAGEMENT_SUPPORTED,
                                 device.ordinal()) == CUDA_SUCCESS &&
         there != 0;
}

ReservedMemory::ReservedMemory(const DeviceCall &call, std::int64_t bytes)
    : call_(call), bytes_(bytes) {
  const ContextScope scope(call.device());
  if (mapping().reserve(&first_, static_cast<std::size_t>(bytes_), 0, 0, 0) != CUDA_SUCCESS)
    refuse_memory(call.device(), bytes_);
}

ReservedMemory::~ReservedMemory() {
  if (device_is_lost()) return;
  try {
    const ContextScope scope(call_.device());
    if (cudaStreamSynchronize(call_.stream()) != cudaSuccess) return;
    empty(0);
    mapping().free(first_, static_cast<std::size_t>(bytes_));
  } catch (...) {
    // The child of a fork cannot free what its parent has.
    return;
  }
}

void ReservedMemory::fill(std::span<const Part> parts) {
  const ContextScope scope(call_.device());
  const std::size_t before = filled_.size();
  std::int64_t bytes = 0;
  for (const Part &part : parts) bytes += part.end - part.begin;
  for (const Part &part : parts) {
    if (fill(part)) continue;
    empty(before);
    refuse_memory(call_.device(), bytes);
  }
}

bool ReservedMemory::fill(const Part &part) {
  if (allocation_is_refused()) return false;
  CUmemAllocationProp kind{};
  kind.type = CU_MEM_ALLOCATION_TYPE_PINNED;
  kind.location = {CU_MEM_LOCATION_TYPE_DEVICE, {call_.device().ordinal()}};
  CUmemGenericAllocationHandle memory = 0;
  CUresult result = mapping().create(&memory, size_of(part), &kind, 0);
  if (result == CUDA_ERROR_OUT_OF_MEMORY) {
    // The pool keeps what others have given back.
    cudaStreamSynchronize(call_.stream());
    cudaMemPoolTrimTo(call_.device().pool(), 0);
    result = mapping().create(&memory, size_of(part), &kind, 0);
  }
  if (result != CUDA_SUCCESS) return false;
  const CUdeviceptr at = first_ + static_cast<CUdeviceptr>(part.begin);
  const bool mapped = mapping().map(at, size_of(part), 0, memory, 0) == CUDA_SUCCESS;
  // Once it is mapped, that keeps it.
  mapping().release(memory);
  if (!mapped) return false;
  filled_.push_back(part);
  const CUmemAccessDesc access{kind.location, CU_MEM_ACCESS_FLAGS_PROT_READWRITE};
  return mapping().set_access(at, size_of(part), &access, 1) == CUDA_SUCCESS;
}

/// All parts but the first ones.
void ReservedMemory::empty(std::size_t kept) noexcept {
  for (; filled_.size() > kept; filled_.pop_back())
    mapping().unmap(first_ + static_cast<CUdeviceptr>(filled_.back().begin),
                    size_of(filled_.back()));
}

}  // namespace cuboid::engine::cuda
