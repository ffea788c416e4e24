// Sentences as printf makes them, and the one exception that most of them go into.
#pragma once

#include <cstdarg>
#include <cstdio>
#include <string>
#include <utility>

#include "base/failure.hpp"

namespace cuboid {

inline std::string formatted_list(const char *format, va_list arguments) {
  va_list copy;
  va_copy(copy, arguments);
  const int length = std::vsnprintf(nullptr, 0, format, copy);
  va_end(copy);
  std::string text(length > 0 ? static_cast<std::size_t>(length) : 0, '\0');
  if (length > 0) std::vsnprintf(text.data(), text.size() + 1, format, arguments);
  return text;
}

/// What printf would print.
[[gnu::format(printf, 1, 2)]] inline std::string formatted(const char *format, ...) {
  va_list arguments;
  va_start(arguments, format);
  std::string text = formatted_list(format, arguments);
  va_end(arguments);
  return text;
}

/// Says of an argument why it cannot be used: throws Failure(CUBOID_BAD_ARGUMENT).
[[noreturn]] inline void reject(std::string sentence) {
  throw Failure(CUBOID_BAD_ARGUMENT, std::move(sentence));
}
[[noreturn, gnu::format(printf, 1, 2)]] inline void reject(const char *format, ...) {
  va_list arguments;
  va_start(arguments, format);
  std::string sentence = formatted_list(format, arguments);
  va_end(arguments);
  reject(std::move(sentence));
}

}  // namespace cuboid
