// What Cuhre takes from the options of a call.
#pragma once

#include <cstdint>
#include <vector>

#include "algorithm/cubature/cubature.hpp"
#include "call/request.hpp"
#include "router/run.hpp"

namespace cuboid::router {

/// Above, a region of Cuhre has more points than a trial should have in all.
inline constexpr int max_dimensions_for_cubature = 12;

/// Points of Cuhre's rule; too many where it has none.
std::int64_t points_of_rule(const Request &request);

algorithm::CubatureOptions cubature_options(const Request &request);
/// Where a box begins, as CubatureOptions have it; nullptr: the unit cube.
std::vector<double> origins_of(int ndim, const double *lower, const double *upper);

/// Native cubature on the host, or at points that a device evaluates.
void run_cubature(const Run &run, Outcome &outcome, const algorithm::CubatureOptions &options);

}  // namespace cuboid::router
