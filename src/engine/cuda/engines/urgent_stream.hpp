// A stream that goes before others.
#pragma once

#include <cuda_runtime_api.h>

#include "engine/cuda/runtime/device.hpp"
#include "engine/cuda/runtime/error.hpp"

namespace cuboid::engine::cuda {

/// A stream whose blocks go before those of other streams that wait for room.
class UrgentStream {
 public:
  explicit UrgentStream(const Device &device) : device_(device) {
    const ContextScope scope(device_);
    int least = 0, greatest = 0;
    check(cudaDeviceGetStreamPriorityRange(&least, &greatest), "asking for priorities");
    check(cudaStreamCreateWithPriority(&stream_, cudaStreamNonBlocking, greatest),
          "making a stream");
  }
  ~UrgentStream() {
    const ContextScope scope(device_);
    cudaStreamDestroy(stream_);
  }
  UrgentStream(const UrgentStream &) = delete;
  UrgentStream &operator=(const UrgentStream &) = delete;

  cudaStream_t get() const { return stream_; }

 private:
  const Device &device_;
  cudaStream_t stream_ = nullptr;
};

}  // namespace cuboid::engine::cuda
