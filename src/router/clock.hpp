// The time of one integration.
#pragma once

#include "base/clock.hpp"
#include "engine/engine.hpp"

namespace cuboid::router {

/// Starts once: when the first engine that can evaluate asks for its limits.  What an engine needs
/// before, such as the compilation of kernels, is not counted.
class Clock {
 public:
  /// seconds: allowed; 0: without limit.
  Clock(const volatile int *cancel, double seconds) : seconds_(seconds) { limits_.cancel = cancel; }

  const engine::Limits &start() {
    if (seconds_ > 0 && limits_.deadline == 0) limits_.deadline = monotonic_seconds() + seconds_;
    return limits_;
  }

 private:
  double seconds_;
  engine::Limits limits_;
};

}  // namespace cuboid::router
