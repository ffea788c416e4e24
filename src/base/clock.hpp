// Clocks of the system, in seconds.
#pragma once

#include <time.h>

namespace cuboid {

inline double clock_seconds(clockid_t clock) {
  timespec now;
  clock_gettime(clock, &now);
  return static_cast<double>(now.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec);
}

/// Of the clock that deadlines refer to.
inline double monotonic_seconds() {
  return clock_seconds(CLOCK_MONOTONIC);
}

/// CPU seconds of the calling thread.
inline double thread_cpu_seconds() {
  return clock_seconds(CLOCK_THREAD_CPUTIME_ID);
}

}  // namespace cuboid
