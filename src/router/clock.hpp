// The time of one integration.
#pragma once

#include "base/clock.hpp"
#include "engine/engine.hpp"
#include "router/progress.hpp"

namespace cuboid::router {

/// Starts once: when the first engine that can evaluate asks for its limits.  What an engine needs
/// before, such as the compilation of kernels, is not counted.
class Clock {
 public:
  /// seconds: allowed; 0: without limit.  progress: nullptr: nobody watches.
  Clock(const volatile int *cancel, double seconds, Progress *progress = nullptr)
      : seconds_(seconds), progress_(progress) {
    limits_.cancel = cancel;
    limits_.watch = progress;
  }

  const engine::Limits &start() {
    if (started_) return limits_;
    started_ = true;
    const double now = monotonic_seconds();
    if (seconds_ > 0) limits_.deadline = now + seconds_;
    if (progress_) progress_->start(now);
    return limits_;
  }

 private:
  double seconds_;
  Progress *progress_;
  bool started_ = false;
  engine::Limits limits_;
};

}  // namespace cuboid::router
