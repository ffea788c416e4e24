// What Cuhre takes from the options of a call.
#pragma once

#include <cstdint>

#include "algorithm/cubature/cubature.hpp"
#include "call/request.hpp"
#include "router/run.hpp"

namespace cuboid::router {

/// Above, a region of Cuhre has more points than a trial should have in all.
inline constexpr int max_dimensions_for_cubature = 12;

/// Points of Cuhre's rule; too many where it has none.
std::int64_t points_of_rule(const Request &request);

algorithm::CubatureOptions cubature_options(const Request &request);

/// Native cubature on the host, or at points that a device evaluates.
void run_cubature(const Run &run, Outcome &outcome, const algorithm::CubatureOptions &options);

}  // namespace cuboid::router
