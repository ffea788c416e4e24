// What is infinity times zero far out, as in exp(x) exp(-x^2) and exp(x) / (1 + exp(x))^2.
#pragma once

#include "engine/common/stepping_engine.hpp"
#include "engine/engine.hpp"

namespace cuboid::engine::cpu {

/// Makes NaN zero where the integrand has faded on the way out: on the line from the point to the
/// middle of its infinite axes, 0 or the origin, or to their finite limits, halving the distances,
/// the first value is 0, or falls steeper than any power that matters.  In a region that has no end
/// there, on the way to the middle of its cube.  What a point gets depends on itself alone.  Other
/// points stay NaN.  host: with its domain, and then points of the cube, or the limits of its box.
/// False if evaluate ended it.
bool fill_tails(const HostFunction &host, const PointSet &points, double *f,
                const EvaluateBatch &evaluate);

}  // namespace cuboid::engine::cpu
