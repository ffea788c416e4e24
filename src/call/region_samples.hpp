// Points of an integral over a region, in its coordinates.
#pragma once

#include <vector>

#include "engine/engine.hpp"
#include "engine/samples.hpp"

namespace cuboid::router {

/// Hands samples on with the coordinates and the values that the integrand had: its Jacobian goes
/// from the values to the weights.  Of an integral in a box they are in its coordinates already.
engine::SampleReceiver in_region(engine::SampleReceiver receiver, const engine::HostFunction &host);

/// Where points of the unit cube lie in the region: coordinates and Jacobians; empty: in a box.
/// Throws Failure where limits are not numbers.
std::vector<double> places_in_region(const engine::HostFunction &host,
                                     const std::vector<double> &points);

}  // namespace cuboid::router
