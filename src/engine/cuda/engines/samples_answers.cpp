#include "engine/cuda/engines/samples_answers.hpp"

#include <sched.h>

#include <atomic>
#include <cstring>

#include "base/failure.hpp"
#include "engine/cuda/engines/samples_steps.hpp"
#include "engine/cuda/runtime/error.hpp"

namespace cuboid::engine::cuda {

void wait_for_number(const volatile uint64 &word, uint64 number, cudaStream_t stream) {
  // A poll takes a nanosecond or two.  Small iterations end before others have their turn: beside
  // programs that keep the cores busy this one would wait for a slice of time each time.
  constexpr unsigned polls_before_others = 1 << 16;
  constexpr unsigned polls_before_a_look = 1 << 18;
  const auto told = [&] { return word == number; };
  for (unsigned polls = 1; !told(); ++polls) {
    if (polls % polls_before_others == 0) sched_yield();
    if (polls % polls_before_a_look != 0) continue;
    const cudaError_t state = cudaStreamQuery(stream);
    if (state == cudaErrorNotReady) continue;
    check(state, "an iteration");
    if (!told()) throw Failure(CUBOID_INTERNAL, "the samples engine stopped without a report");
  }
  std::atomic_thread_fence(std::memory_order_acquire);
}

void SamplesAnswers::ask_page_locked(const void *from, std::size_t bytes, void *to) const {
  *reports_->answered() = 0;
  launch_tell({static_cast<const uint64 *>(from), bytes / sizeof(uint64), static_cast<uint64 *>(to),
               reports_->answered(), 1},
              call_.stream());
  check(cudaGetLastError(), "copying from the device");
  wait_for_number(*reports_->answered(), 1, call_.stream());
}

void SamplesAnswers::ask(const void *from, std::size_t bytes, void *to) const {
  if (bytes <= Reports::answer_bytes) {
    ask_page_locked(from, bytes, reports_->answer());
    std::memcpy(to, reports_->answer(), bytes);
    return;
  }
  call_.to_host(to, from, bytes, "copying from the device");
  call_.wait("copying from the device");
}

}  // namespace cuboid::engine::cuda
