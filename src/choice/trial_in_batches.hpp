// method = "auto" for a function of many points at a time: what counts is how many can be evaluated
// together, and so cubature has the first part.
#pragma once

#include "choice/candidates.hpp"

namespace cuboid::router {

/// Whether the caller's function is for many points at a time.
bool is_for_batches(const Request &request, const Candidates &candidates);

/// Cuhre, with VEGAS+ where little accuracy is asked for, and in two dimensions PAGANI after them.
/// false: it is not settled, and there are methods that were not tried.  Throws Failure as the
/// methods do.
bool settled_in_batches(const Request &request, Candidates &candidates);

}  // namespace cuboid::router
