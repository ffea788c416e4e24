// Singular ends of regions that are not 0: what lies nearer to them than numbers do.
#pragma once

#include <cstdint>
#include <vector>

#include "call/outcome.hpp"
#include "call/request.hpp"

namespace cuboid::router {

/// By component, about what an integral over a region misses there.  also_untold: also at ends of
/// which nobody has said that the integrand is singular there.  evaluated: is raised by the points
/// that this takes.  Throws what call_integrand does.
std::vector<double> lost_at_ends(const engine::HostFunction &host, bool also_untold,
                                 std::int64_t &evaluated);

/// Adds it to the errors of a call, which may not have converged then.  Of a box without a region,
/// limits far from 0 are looked at.
void add_lost_at_ends(const Request &request, bool also_untold, Outcome &outcome);

}  // namespace cuboid::router
