// What ends an integration from outside: flags and a clock.
#pragma once

#include <cstdint>

#include "engine/engine.hpp"

namespace cuboid::engine {

/// Decides before each call of the integrand whether to go on.  The flags are looked at each time,
/// the clock only every so many calls, as many as pass in about 0.1 ms.
class Interrupts {
 public:
  enum class Reason { none, stopped, cancelled, time_limit, progress_function };

  /// stop: a further flag, with which workers end each other; nullptr: none.
  explicit Interrupts(const Limits &limits, const volatile int *stop = nullptr);

  /// True if a flag is set.
  bool flagged() const { return (load(stop_) | load(cancel_)) != 0; }

  /// False: nobody has given a flag, and flagged() stays false.
  bool watches_flags() const;

  /// Calls after which look() is due.
  std::int64_t calls_until_look() const { return calls_until_look_; }
  /// points: at which the integrand was evaluated in these calls.
  void count_calls(std::int64_t calls, std::int64_t points) {
    calls_until_look_ -= calls;
    if (watch_ != nullptr) watch_->count(points);
  }

  /// Reads flags and clock, and lets the caller look.  False if the evaluation is to end, for
  /// reason().
  bool look();

  Reason reason() const { return reason_; }

  /// What belongs to the reason, which is neither none nor stopped.
  Interrupted failure(std::int64_t evaluated, std::int64_t leading) const {
    const Ending ending = reason_ == Reason::time_limit          ? Ending::time_limit
                          : reason_ == Reason::progress_function ? Ending::progress_function
                                                                 : Ending::cancel_flag;
    return Interrupted(ending, evaluated, leading);
  }

 private:
  static int load(const volatile int *flag) { return __atomic_load_n(flag, __ATOMIC_RELAXED); }

  const volatile int *stop_;
  const volatile int *cancel_;
  double deadline_;
  Watch *watch_;
  Reason reason_ = Reason::none;
  double last_time_ = 0;
  std::int64_t stride_ = 1;
  std::int64_t calls_until_look_ = 0;
};

/// The caller's look at what several threads have done, of which its own may have had no part.
/// Throws Interrupted with these numbers if it wants to end.
void let_caller_look(const Limits &limits, std::int64_t evaluated, std::int64_t leading);

}  // namespace cuboid::engine
