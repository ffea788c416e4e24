#include "api/last_error.hpp"

#include <cstring>

namespace cuboid::api {

namespace {

// A fixed buffer: an error must not need memory, and threads end without a destructor.
constexpr std::size_t size = 8192;
thread_local char text[size];

}  // namespace

void clear_last_error() noexcept {
  text[0] = '\0';
}

void set_last_error(const char *message) noexcept {
  std::strncpy(text, message, size - 1);
  text[size - 1] = '\0';
}

const char *last_error() noexcept {
  return text;
}

}  // namespace cuboid::api
