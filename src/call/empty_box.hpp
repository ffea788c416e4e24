// Boxes and regions without volume, over which every integral is 0.
#pragma once

#include <string>

#include "call/outcome.hpp"
#include "call/request.hpp"

namespace cuboid::router {

/// Why the box or the region of an integrand has no volume; empty: it has one.  lower, upper:
/// [ndim], or nullptr for the unit cube.
std::string emptiness(const engine::HostFunction &host, const double *lower, const double *upper);
std::string emptiness(const Request &request);

/// What is known of such an integral without an evaluation: 0, exactly, or its logarithm.
algorithm::Result result_of_empty_box(const Request &request);

/// The outcome of such a call.
void leave_zero(const Request &request, Outcome &outcome);

}  // namespace cuboid::router
