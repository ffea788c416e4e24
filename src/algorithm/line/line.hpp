// One dimension: adaptive Gauss-Kronrod pairs, with double exponential maps at ends.
#pragma once

#include "base/probing.hpp"
#include "run/task.hpp"

namespace cuboid::algorithm {

struct LineOptions {
  double lower = 0, upper = 1;    ///< limits of the integral, either of which may be infinite
  bool stop_at_nonfinite = true;  ///< else what stays NaN or infinite counts as zero
  Probing probing = Probing::standard;
  bool distances = false;  ///< after x, the engine takes x - lower and upper - x
};

/// Integrates.  The task's engine takes x itself, and leaves NaN and infinities to this.  result is
/// brought up to date after every step, so that it holds when the engine throws.
void line(const Task &task, const LineOptions &options, Result &result);

}  // namespace cuboid::algorithm
