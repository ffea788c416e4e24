// Whether two versions of an integrand are the same function.
#pragma once

#include "engine/engine.hpp"

namespace cuboid::engine {

/// Evaluates both at a few points of the open unit cube and compares.  Throws
/// Failure(CUBOID_DISAGREE) with the first point at which a component differs by more than 1e-6 of
/// its value and 1e-8 of its largest value at these points, which leaves room for single precision
/// and for cancellation; and what the engines throw.
void check_agreement(PointsEngine &host, PointsEngine &device, int ndim, int ncomp);

}  // namespace cuboid::engine
