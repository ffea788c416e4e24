// Calls the integrand for a contiguous slice of points: the only place that does.
#pragma once

#include <cstdint>

#include "base/failure.hpp"
#include "engine/engine.hpp"

namespace cuboid::engine::cpu {

/// The integrand with all the arguments that are always passed; shorter prototypes ignore the tail,
/// as the C calling conventions of the supported machines allow.
using FullFunction = int (*)(const int *ndim, const double x[], const int *ncomp, double f[],
                             void *userdata, const std::int64_t *nvec, const int *core,
                             const double weight[], const int *iter);

/// Core argument of the calling process where workers are processes.
inline constexpr int master_core = -1;

/// Decides before each call of the integrand whether to go on.  The flags are looked at each time,
/// the clock only every so many calls, as many as pass in about 0.1 ms.
class Interrupts {
 public:
  enum class Reason { none, stopped, cancelled, time_limit };

  /// stop: a further flag, with which workers end each other; nullptr: none.
  explicit Interrupts(const Limits &limits, const volatile int *stop = nullptr);

  /// True if a flag is set.
  bool flagged() const { return (load(stop_) | load(cancel_)) != 0; }

  /// False: nobody has given a flag, and flagged() stays false.
  bool watches_flags() const;

  /// Calls after which look() is due.
  std::int64_t calls_until_look() const { return calls_until_look_; }
  void count_calls(std::int64_t calls) { calls_until_look_ -= calls; }

  /// Reads flags and clock.  False if the evaluation is to end, for reason().
  bool look();

  Reason reason() const { return reason_; }

  /// The Failure that belongs to the reason, which is cancelled or time_limit.
  static Failure failure_of(Reason reason);

 private:
  static int load(const volatile int *flag) { return __atomic_load_n(flag, __ATOMIC_RELAXED); }

  const volatile int *stop_;
  const volatile int *cancel_;
  double deadline_;
  Reason reason_ = Reason::none;
  double last_time_ = 0;
  std::int64_t stride_ = 1;
  std::int64_t calls_until_look_ = 0;
};

/// Seconds of CLOCK_MONOTONIC, the clock of Limits::deadline.
double monotonic_seconds();

/// CPU seconds of the calling thread.
double thread_cpu_seconds();

/// Evaluates the points in calls of at most nvec of them; f is NaN before each call.
/// Returns false if the stop flag ended it.  Throws Failure: CUBOID_ABORTED, CUBOID_EXCEPTION,
/// CUBOID_CANCELLED, CUBOID_TIME_LIMIT.  Holds no lock and owns nothing while the integrand runs,
/// so that the integrand may leave by longjmp.
bool call_integrand(const HostFunction &host, const PointSet &points, double *f, int core,
                    Interrupts &interrupts);

/// The points first to first + count - 1 of a set.
inline PointSet slice(const PointSet &points, int ndim, std::int64_t first, std::int64_t count) {
  return {count, points.x + first * ndim, points.weight ? points.weight + first : nullptr,
          points.iteration, points.phase};
}

}  // namespace cuboid::engine::cpu
