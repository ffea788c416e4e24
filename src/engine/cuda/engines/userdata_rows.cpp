#include "engine/cuda/engines/userdata_rows.hpp"

#include <cuda_runtime.h>

#include <cstring>

#include "engine/cuda/runtime/error.hpp"

namespace cuboid::engine::cuda {

DeviceMemory UserdataRows::copy(const DeviceCall &call, const IntegralList &list,
                                std::int64_t bytes) {
  stride_ = 0;
  if (list.userdata == nullptr || bytes == 0) return {};
  const std::int64_t blocks = list.userdata_stride == 0 ? 1 : list.count;
  const std::int64_t stride = (bytes + 15) / 16 * 16;
  DeviceMemory memory(call, blocks * stride);
  const std::byte *from = list.userdata;
  if (blocks > 1 && list.userdata_stride != stride) {
    packed_.resize(static_cast<std::size_t>(blocks * stride));
    for (std::int64_t i = 0; i < blocks; ++i)
      std::memcpy(packed_.data() + i * stride, list.userdata + i * list.userdata_stride,
                  static_cast<std::size_t>(bytes));
    from = packed_.data();
  }
  const ContextScope scope(call.device());
  // Behind the last block there may be nothing.
  check(cudaMemcpyAsync(memory.get(), from, static_cast<std::size_t>((blocks - 1) * stride + bytes),
                        cudaMemcpyHostToDevice, call.stream()),
        "copying what many integrals need to the device");
  if (list.userdata_stride != 0) stride_ = stride;
  return memory;
}

}  // namespace cuboid::engine::cuda
