// The time of one integration.
#pragma once

#include <utility>

#include "base/clock.hpp"
#include "call/progress.hpp"
#include "engine/engine.hpp"

namespace cuboid::router {

/// Starts once: when the first engine that can evaluate asks for its limits.  What an engine needs
/// before, such as the compilation of kernels, is not counted; nor is that of the engines after it,
/// where a call tries several methods.
class Clock {
 public:
  /// seconds: allowed; 0: without limit.  progress: nullptr: nobody watches.
  Clock(const volatile int *cancel, double seconds, Progress *progress = nullptr)
      : seconds_(seconds), progress_(progress) {
    limits_.cancel = cancel;
    limits_.watch = progress;
  }

  /// A method begins to make its engine, which asks for its limits then.
  void prepare() { preparing_since_ = monotonic_seconds(); }

  const engine::Limits &start() {
    const double now = monotonic_seconds();
    if (!std::exchange(started_, true)) {
      if (seconds_ > 0) limits_.deadline = now + seconds_;
      if (progress_) progress_->start(now);
    } else if (preparing_since_ > 0 && seconds_ > 0) {
      limits_.deadline += now - preparing_since_;
    }
    preparing_since_ = 0;
    return limits_;
  }

 private:
  double seconds_;
  double preparing_since_ = 0;  ///< 0: nobody does
  Progress *progress_;
  bool started_ = false;
  engine::Limits limits_;
};

}  // namespace cuboid::router
