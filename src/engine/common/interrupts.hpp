// What ends an integration from outside: flags and a clock.
#pragma once

#include <cstdint>

#include "engine/engine.hpp"

namespace cuboid::engine {

/// Decides before each call of the integrand whether to go on.  The flags are looked at each time,
/// the clock only every so many calls, as many as pass in about 0.1 ms.
class Interrupts {
 public:
  /// stop: a further flag, with which workers end each other; nullptr: none.
  explicit Interrupts(const Limits &limits, const volatile int *stop = nullptr);

  /// True if a flag is set.
  bool flagged() const { return (load(stop_) | load(limits_.cancel)) != 0; }

  /// False: nobody has given a flag, and flagged() stays false.
  bool watches_flags() const;

  /// Calls after which look() is due.
  std::int64_t calls_until_look() const { return calls_until_look_; }
  /// points: at which the integrand was evaluated in these calls.
  void count_calls(std::int64_t calls, std::int64_t points) {
    calls_until_look_ -= calls;
    if (limits_.watch != nullptr) limits_.watch->count(points);
  }

  /// Reads flags and clock, and lets the caller look.  False if the evaluation is to end, by
  /// ending().
  bool look();

  /// none: it goes on, or another worker has ended it.
  Ending ending() const { return ending_; }
  Interrupted failure(std::int64_t evaluated, std::int64_t leading) const {
    return Interrupted(ending_, evaluated, leading);
  }

 private:
  static int load(const volatile int *flag) { return __atomic_load_n(flag, __ATOMIC_RELAXED); }

  const volatile int *stop_;
  Limits limits_;
  Ending ending_ = Ending::none;
  double last_time_ = 0;
  std::int64_t stride_ = 1;
  std::int64_t calls_until_look_ = 0;
};

/// The caller's look at what several threads have done, of which its own may have had no part.
/// Throws Interrupted with these numbers if it wants to end.
void let_caller_look(const Limits &limits, std::int64_t evaluated, std::int64_t leading);

}  // namespace cuboid::engine
