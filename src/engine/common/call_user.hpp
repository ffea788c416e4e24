// What a function of the user's may do besides returning.
#pragma once

#include "base/cancellation.hpp"
#include "base/failure.hpp"

namespace cuboid::engine {

/// Returns what call returns.  Throws Failure(CUBOID_EXCEPTION), which keeps what leaves it as an
/// exception; but lets pass the end of a cancelled thread, which must not be held up, and a
/// Failure, which only the library throws: what is called may call another function of the user's
/// so. subject: what is called, for the sentence.
template <class Call>
auto call_user(const Call &call, const char *subject = "the integrand") {
  try {
    const CallersFunction scope;
    return call();
  } catch (const Failure &) {
    throw;
  } catch (...) {
    throw_as_failure(subject);
  }
}

}  // namespace cuboid::engine
