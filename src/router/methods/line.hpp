// What line takes from a call.
#pragma once

#include <vector>

#include "algorithm/line/line.hpp"
#include "base/line_place.hpp"
#include "engine/engine.hpp"

namespace cuboid::router {

/// The limits and breaks of a region that is a line, over whose coordinate line integrates without
/// a map; empty: there is none, or no version for the host that has the coordinate.
std::vector<LinePlace> line_of(const engine::HostFunction &host);

/// lower, upper: nullptr: those of the host function's region, or the unit interval.
algorithm::LineOptions line_options(const engine::HostFunction &host, const double *lower,
                                    const double *upper, engine::Nonfinite policy, Probing probing);

}  // namespace cuboid::router
