#include "algorithm/common/log.hpp"

#include <cstdarg>
#include <cstdio>

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

std::string formatted(const char *format, ...) {
  va_list arguments;
  va_start(arguments, format);
  std::string text = formatted_list(format, arguments);
  va_end(arguments);
  return text;
}

}  // namespace cuboid::algorithm
