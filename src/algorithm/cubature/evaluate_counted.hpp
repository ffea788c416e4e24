// Evaluates the integrand beside the rules, for probes between their points.
#pragma once

#include <cstdint>

#include "run/task.hpp"

namespace cuboid::algorithm {

/// x: [npoints][ndim].  f: [npoints][ncomp].  Adds to `evaluated` how many were, of a call that
/// failed as well.  Throws what the engine throws.
inline void evaluate_counted(const Task &task, std::int64_t npoints, const double *x, double *f,
                             std::int64_t &evaluated) {
  try {
    task.engine->evaluate({npoints, x, nullptr, 0}, f);
  } catch (const engine::Interrupted &interrupted) {
    evaluated += interrupted.evaluated();
    throw;
  }
  evaluated += npoints;
}

}  // namespace cuboid::algorithm
