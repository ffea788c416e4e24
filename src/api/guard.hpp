// What stands between the library and its C callers: no exception of the library passes.
#pragma once

#include <cxxabi.h>

#include <exception>
#include <new>

#include "api/arguments.hpp"
#include "api/last_error.hpp"
#include "base/cancellation.hpp"
#include "base/failure.hpp"

namespace cuboid::api {

/// Calls body, which returns a status, and turns exceptions into one.  The last error is that of
/// this call.  The unwinding of a thread that is being cancelled goes on, and so do exceptions of
/// other languages than C++, which only the caller's functions throw.
template <class Body>
int guarded(Body &&body) {
  clear_last_error();
  const LibraryCall scope;
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
  } catch (const abi::__forced_unwind &) {
    throw;
  } catch (...) {
    if (!std::current_exception()) throw;
    set_last_error("an unknown exception");
    return CUBOID_INTERNAL;
  }
}

/// Sets *handle to what make returns, a pointer that owns it; to NULL where that throws.  name: of
/// the argument.
template <class Handle, class Make>
int make_handle(Handle **handle, const char *name, const Make &make) {
  return guarded([&] {
    require_pointer(handle, name);
    *handle = nullptr;
    *handle = make().release();
    return CUBOID_CONVERGED;
  });
}

/// Hands what is behind a handle to change.
template <class Handle, class Change>
int change_handle(Handle *handle, const char *name, const Change &change) {
  return guarded([&] {
    require_pointer(handle, name);
    change(*handle);
    return CUBOID_CONVERGED;
  });
}

}  // namespace cuboid::api
