// The sentence on the last failure on the calling thread.
#pragma once

namespace cuboid::api {

void clear_last_error() noexcept;
/// Keeps what fits if memory is missing.
void set_last_error(const char *message) noexcept;
const char *last_error() noexcept;

}  // namespace cuboid::api
