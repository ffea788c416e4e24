// What stands between the library and its C callers: no exception passes.
#pragma once

#include <exception>
#include <new>

#include "api/last_error.hpp"
#include "base/failure.hpp"

namespace cuboid::api {

/// Calls body, which returns a status, and turns exceptions into one.  The last error is that of
/// this call.
template <class Body>
int guarded(Body &&body) noexcept {
  clear_last_error();
  try {
    return body();
  } catch (const Failure &failure) {
    set_last_error(failure.what());
    return failure.status();
  } catch (const std::bad_alloc &) {
    set_last_error("memory is missing");
    return CUBOID_OUT_OF_MEMORY;
  } catch (const std::exception &error) {
    set_last_error(error.what());
    return CUBOID_INTERNAL;
  } catch (...) {
    set_last_error("an unknown exception");
    return CUBOID_INTERNAL;
  }
}

}  // namespace cuboid::api
