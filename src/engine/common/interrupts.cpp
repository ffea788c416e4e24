#include "engine/common/interrupts.hpp"

#include <algorithm>
#include <limits>

#include "base/clock.hpp"
#include "cuboid.h"

namespace cuboid::engine {

namespace {

constexpr int never = 0;

}  // namespace

bool Interrupts::watches_flags() const {
  return stop_ != &never || limits_.cancel != &never;
}

Interrupts::Interrupts(const Limits &limits, const volatile int *stop)
    : stop_(stop ? stop : &never), limits_(limits) {
  if (limits_.cancel == nullptr) limits_.cancel = &never;
}

bool Interrupts::look() {
  constexpr std::int64_t max_calls = 1024;
  constexpr double interval = 1e-4;
  if (load(stop_) != 0) return false;
  const double now = limits_.now();
  ending_ = interruption(limits_, now);
  if (ending_ != Ending::none) return false;
  if (!limits_.is_timed()) {
    calls_until_look_ = std::numeric_limits<std::int64_t>::max();
    return true;
  }
  if (now - last_time_ < interval)
    stride_ = std::min(2 * stride_, max_calls);
  else if (now - last_time_ > 2 * interval)
    stride_ = std::max<std::int64_t>(stride_ / 4, 1);
  last_time_ = now;
  calls_until_look_ = stride_;
  return true;
}

void let_caller_look(const Limits &limits, std::int64_t evaluated, std::int64_t leading) {
  if (limits.watch == nullptr || limits.watch->look(monotonic_seconds())) return;
  throw Interrupted(Ending::progress_function, evaluated, leading);
}

}  // namespace cuboid::engine
