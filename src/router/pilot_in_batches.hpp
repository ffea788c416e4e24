// method = "auto" for a function of many points at a time: what counts is how many can be evaluated
// together, and methods that sample are hardly looked at.
#pragma once

#include "router/contenders.hpp"

namespace cuboid::router {

/// Whether the caller's function is for many points at a time.
bool is_for_batches(const Request &request, const Contenders &contenders);

/// Cuhre at first, then PAGANI, or VEGAS+ where little accuracy is asked for.  Throws Failure as
/// the methods do.
void refine_in_batches(const Request &request, Contenders &contenders);

}  // namespace cuboid::router
