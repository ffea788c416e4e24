// Events of a device's stream.
#pragma once

#include <cuda_runtime.h>

#include "engine/cuda/runtime/device.hpp"
#include "engine/cuda/runtime/error.hpp"

namespace cuboid::engine::cuda {

/// Says when what was begun before it was recorded is done; without times.
class Event {
 public:
  Event() { check(cudaEventCreateWithFlags(&event_, cudaEventDisableTiming), "making an event"); }
  ~Event() {
    if (!device_is_lost()) cudaEventDestroy(event_);
  }
  Event(const Event &) = delete;
  Event &operator=(const Event &) = delete;

  cudaEvent_t get() const { return event_; }

 private:
  cudaEvent_t event_ = nullptr;
};

}  // namespace cuboid::engine::cuda
