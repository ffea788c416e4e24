#include "run/log.hpp"

#include <cstdarg>
#include <cstdio>

#include "base/clock.hpp"

namespace cuboid::algorithm {

namespace {

std::string formatted_list(const char *format, va_list arguments) {
  va_list copy;
  va_copy(copy, arguments);
  const int length = std::vsnprintf(nullptr, 0, format, copy);
  va_end(copy);
  std::string text(length > 0 ? static_cast<std::size_t>(length) : 0, '\0');
  if (length > 0) std::vsnprintf(text.data(), text.size() + 1, format, arguments);
  return text;
}

}  // namespace

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

std::string formatted(const char *format, ...) {
  va_list arguments;
  va_start(arguments, format);
  std::string text = formatted_list(format, arguments);
  va_end(arguments);
  return text;
}

}  // namespace cuboid::algorithm
