// A stream that goes before others.
#pragma once

#include <cuda_runtime_api.h>

#include "engine/cuda/runtime/device.hpp"
#include "engine/cuda/runtime/error.hpp"

namespace cuboid::engine::cuda {

/// A stream whose blocks go before those of other streams that wait for room.
class UrgentStream {
 public:
  explicit UrgentStream(const Device &device) {
    const ContextScope scope(device);
    int least = 0, greatest = 0;
    check(cudaDeviceGetStreamPriorityRange(&least, &greatest), "asking for priorities");
    check(cudaStreamCreateWithPriority(&stream_, cudaStreamNonBlocking, greatest),
          "making a stream");
  }
  /// A stream knows its context, and of a lost one nothing can be given back.
  ~UrgentStream() {
    if (!device_is_lost()) cudaStreamDestroy(stream_);
  }
  UrgentStream(const UrgentStream &) = delete;
  UrgentStream &operator=(const UrgentStream &) = delete;

  cudaStream_t get() const { return stream_; }

 private:
  cudaStream_t stream_ = nullptr;
};

}  // namespace cuboid::engine::cuda
