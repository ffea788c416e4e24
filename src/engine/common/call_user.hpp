// What a function of the user's may do besides returning.
#pragma once

#include <cxxabi.h>

#include <exception>
#include <string>

#include "base/failure.hpp"

namespace cuboid::engine {

/// Returns what call returns.  Throws Failure(CUBOID_EXCEPTION) for an exception that leaves it;
/// but lets pass the end of a cancelled thread, which must not be held up.
template <class Call>
auto call_user(const Call &call) {
  try {
    return call();
  } catch (const abi::__forced_unwind &) {
    throw;
  } catch (const std::exception &exception) {
    throw Failure(CUBOID_EXCEPTION,
                  std::string("the integrand threw an exception: ") + exception.what());
  } catch (...) {
    throw Failure(CUBOID_EXCEPTION,
                  "the integrand threw an exception that is not derived from std::exception");
  }
}

}  // namespace cuboid::engine
