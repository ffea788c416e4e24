#include "run/log.hpp"

#include <cstdarg>

#include "base/clock.hpp"

namespace cuboid::algorithm {

void Log::print(int level, const char *format, ...) const {
  if (!shows(level)) return;
  va_list arguments;
  va_start(arguments, format);
  const std::string text = formatted_list(format, arguments);
  va_end(arguments);
  sink_(level, text);
}

bool Log::due(std::int64_t step) const {
  if (!shows(1)) return false;
  if (!paced_) return true;
  constexpr std::int64_t first_steps = 100;
  constexpr double seconds_between = 0.1;
  passed_over_ = step;
  if (++steps_ > first_steps) {
    const double now = monotonic_seconds();
    if (now < next_seconds_) return false;
    next_seconds_ = now + seconds_between;
  }
  passed_over_ = 0;
  return true;
}

}  // namespace cuboid::algorithm
