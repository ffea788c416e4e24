// The interfaces through which algorithms reach the integrand.  Plain structs, no CUDA types.
#pragma once

#include <atomic>
#include <cstdint>
#include <string>
#include <thread>

#include "base/caller_flag.hpp"
#include "base/clock.hpp"
#include "base/failure.hpp"
#include "cuboid.h"

namespace cuboid::domain {
class Domain;
}

namespace cuboid::engine {

class LargestValue;

/// An integrand that is no function of the caller's.  Does not change after it is made; any thread
/// may use it.
class BatchFunction {
 public:
  virtual ~BatchFunction() = default;

  /// x: count points; f: count rows of the components.  A point has the same bits in any batch.
  virtual void evaluate(std::int64_t count, const double *x, const void *userdata,
                        double *f) const = 0;

  /// Of the userdata that it reads.
  virtual std::int64_t userdata_bytes() const = 0;
};

/// An integrand on the host: a function in Cuba's calling convention, or a batch function.
struct HostFunction {
  int ndim = 0;
  int ncomp = 0;
  cuboid_function function = nullptr;
  void *userdata = nullptr;
  std::int64_t nvec = 1;            ///< most points in one call, >= 1
  LargestValue *largest = nullptr;  ///< of its values, for who wants to know; nullptr: nobody
  const BatchFunction *batch = nullptr;
  /// Where it is integrated: ndim is that of its unit cube then, whose points methods and engines
  /// see alone; nullptr: the function has the coordinates of the points itself.
  const domain::Domain *domain = nullptr;
  /// Of line alone: points have three numbers for engines, x and its distances from both limits.
  bool takes_distances = false;
  /// Of a box with an infinite axis: [ndim].  nullptr: NaN is NaN, however far out.
  const double *lower = nullptr;
  const double *upper = nullptr;

  /// False: there is a version for devices alone.
  bool is_set() const { return function != nullptr || batch != nullptr; }
};

/// Points to evaluate.  x: [count][ndim].  weight: [count], or nullptr where the method has none.
struct PointSet {
  std::int64_t count = 0;
  const double *x = nullptr;
  const double *weight = nullptr;
  std::int32_t iteration = 0;  ///< passed to the integrand after the weights (Vegas: 1, 2, ...)
  /// Divonne: 0 to 3, passed to the integrand instead of the weights, which are nullptr then.
  std::int32_t phase = no_phase;

  static constexpr std::int32_t no_phase = -1;

  /// Whose sum of weight times integrand is an estimate of the integral: 1, 2, ...; 0: the points
  /// only explore.
  std::int32_t estimate = 0;
};

/// The points first to first + count - 1 of a set.
inline PointSet slice(const PointSet &points, int ndim, std::int64_t first, std::int64_t count) {
  return {count,
          points.x + first * ndim,
          points.weight ? points.weight + first : nullptr,
          points.iteration,
          points.phase,
          points.estimate};
}

/// What to do with NaN or infinity from the integrand.
enum class Nonfinite {
  stop,  ///< Failure(CUBOID_NONFINITE) after the batch in which it appeared
  zero,  ///< replace it by 0, count it, go on
  leave  ///< hand it to the caller, who looks himself
};

/// Tells a caller from time to time how far an integration is, always on the thread that made it.
/// Whoever looks at Limits looks here as well, and counts what it has evaluated.
class Watch {
 public:
  explicit Watch(double interval) : interval_(interval) {}
  virtual ~Watch() = default;

  /// From any thread.
  void count(std::int64_t evaluated) { evaluated_.fetch_add(evaluated, std::memory_order_relaxed); }
  std::int64_t evaluated() const { return evaluated_.load(std::memory_order_relaxed); }

  /// now: seconds of CLOCK_MONOTONIC.  False if the caller wants the integration to end.  Does
  /// nothing on other threads than the caller's, whom the caller's own evaluation then ends.
  bool look(double now) {
    if (std::this_thread::get_id() != thread_) return true;
    if (!ended_ && now >= due_) {
      due_ = now + interval_;
      ended_ = !tell(now);
    }
    return !ended_;
  }

  /// Whether the caller wanted the integration to end.  For the caller's thread.
  bool ended() const { return ended_; }

 protected:
  /// The first look from now on is due an interval later.
  void begin(double now) { due_ = now + interval_; }

 private:
  /// False: end the integration.  Throws nothing but the unwinding of a cancelled thread.
  virtual bool tell(double now) = 0;

  const std::thread::id thread_ = std::this_thread::get_id();
  const double interval_;
  double due_ = 0;
  bool ended_ = false;
  std::atomic<std::int64_t> evaluated_ = 0;
};

/// What ends an integration from outside; checked before every batch.
struct Limits {
  const volatile int *cancel = nullptr;  ///< nullptr: no flag
  double deadline = 0;                   ///< seconds of CLOCK_MONOTONIC; 0: none
  Watch *watch = nullptr;                ///< nullptr: nobody watches

  bool is_timed() const { return deadline != 0 || watch != nullptr; }
  /// The time, where it matters.
  double now() const { return is_timed() ? monotonic_seconds() : 0; }
};

/// Non-finite values seen so far, and the first of them in words.
struct NonfiniteReport {
  std::int64_t count = 0;
  std::string first;             ///< "f[0] is nan at x = (0.5, 0.25)"
  std::int64_t stepped_off = 0;  ///< points that got what follows from others beside them
};

/// What has ended an integration from outside.  The numbers are statuses, but for that of the
/// caller's progress function, to which CUBOID_CANCELLED belongs as well.
enum class Ending : int {
  none = 0,
  cancel_flag = CUBOID_CANCELLED,
  time_limit = CUBOID_TIME_LIMIT,
  progress_function = 4
};

inline int status_of(Ending ending) {
  return ending == Ending::progress_function ? CUBOID_CANCELLED : static_cast<int>(ending);
}

inline const char *sentence_of(Ending ending) {
  return ending == Ending::time_limit          ? "the wall-clock limit was reached"
         : ending == Ending::progress_function ? "the progress function ended the integration"
                                               : "the caller's cancel flag was set";
}

/// What ends an integration from outside now.
inline Ending interruption(const Limits &limits, double now) {
  if (is_set(limits.cancel)) return Ending::cancel_flag;
  if (limits.deadline != 0 && now >= limits.deadline) return Ending::time_limit;
  if (limits.watch != nullptr && !limits.watch->look(now)) return Ending::progress_function;
  return Ending::none;
}

/// Whether a status says that Limits have ended an integration.
inline bool ends_early(int status) {
  return status == CUBOID_CANCELLED || status == CUBOID_TIME_LIMIT;
}

/// Thrown where Limits end an evaluation.
class Interrupted final : public Failure {
 public:
  Interrupted(Ending ending, std::int64_t evaluated, std::int64_t leading)
      : Failure(status_of(ending), sentence_of(ending)),
        ending_(ending),
        evaluated_(evaluated),
        leading_(leading) {}

  Ending ending() const { return ending_; }
  /// Points of the batch at which the integrand has been evaluated.
  std::int64_t evaluated() const { return evaluated_; }
  /// The first points of the batch, as many as have their values in f.
  std::int64_t leading() const { return leading_; }

 private:
  Ending ending_;
  std::int64_t evaluated_;
  std::int64_t leading_;
};

/// Evaluates the integrand at given points.
class PointsEngine {
 public:
  virtual ~PointsEngine() = default;

  /// Fills f: [count][ncomp].  f does not depend on how the points are shared out among workers.
  /// Throws Failure: CUBOID_ABORTED, CUBOID_NONFINITE, CUBOID_WORKER_LOST, CUBOID_EXCEPTION; and
  /// Interrupted.
  virtual void evaluate(const PointSet &points, double *f) = 0;

  virtual const NonfiniteReport &nonfinite() const = 0;

  /// From this number of points on, a batch costs no more for each of them.
  virtual std::int64_t worthwhile_batch() const { return 4096; }

  /// Whether others are waited for at the end of each batch, so that points that may come in one
  /// batch or in several should come in one.
  virtual bool prefers_few_batches() const { return false; }
};

}  // namespace cuboid::engine
