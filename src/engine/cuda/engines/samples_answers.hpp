// What the host asks a device for between iterations, through memory that both share: a copy and a
// wait for the stream take three times as long.
#pragma once

#include <cuda_runtime.h>

#include <cstddef>

#include "base/words.hpp"
#include "engine/cuda/engines/samples_memory.hpp"
#include "engine/cuda/runtime/device.hpp"

namespace cuboid::engine::cuda {

/// Polls until the device has written the number there; stream: on which it does so.
void wait_for_number(const volatile uint64 &word, uint64 number, cudaStream_t stream);

/// All of it comes in the order of the stream of the call.
class SamplesAnswers {
 public:
  /// Both outlive this.
  SamplesAnswers(const DeviceCall &call, const BorrowedReports &reports)
      : call_(call), reports_(reports) {}

  /// Copies whole words to any memory.
  void ask(const void *from, std::size_t bytes, void *to) const;

  /// The same to page-locked memory.
  void ask_page_locked(const void *from, std::size_t bytes, void *to) const;

 private:
  const DeviceCall &call_;
  const BorrowedReports &reports_;
};

}  // namespace cuboid::engine::cuda
