// For tests of what happens where a call of CUDA fails.
#pragma once

#include <atomic>
#include <cstdint>

namespace cuboid::engine::cuda {

/// Says once, after so many successes, that it is time to fail.
class OrderedFailure {
 public:
  /// successes: negative: never fail.
  void order(std::int64_t successes) { successes_left_ = successes; }
  bool is_due() {
    if (successes_left_.load(std::memory_order_relaxed) < 0) return false;
    return successes_left_.fetch_sub(1) == 0;
  }

 private:
  std::atomic<std::int64_t> successes_left_ = -1;
};

}  // namespace cuboid::engine::cuda
