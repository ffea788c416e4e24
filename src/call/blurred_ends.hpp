// Singular ends of regions that are not 0: what lies nearer to them than numbers do.
#pragma once

#include "call/outcome.hpp"
#include "call/request.hpp"

namespace cuboid::router {

/// Adds what is missed there to the errors of a call, which may not have converged then.
/// also_untold: also at ends of which nobody has said that the integrand is singular there.  Of a
/// box without a region, limits far from 0 are looked at.
void add_lost_at_ends(const Request &request, bool also_untold, Outcome &outcome);

/// The same of what lies nearer to the ends of axes than samples came.
void add_lost_to_samples(const Request &request, Outcome &outcome);

}  // namespace cuboid::router
