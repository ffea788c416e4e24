// Results of independent runs, put together.
#pragma once

#include <vector>

#include "call/outcome.hpp"

namespace cuboid::router {

/// See cuboid_combine.  Throws Failure(CUBOID_BAD_ARGUMENT) for results that cannot be.
Outcome combine(const std::vector<const Outcome *> &results);

}  // namespace cuboid::router
