// Evaluates the integrand beside the rules: between their points, and for a sparse grid.
#pragma once

#include <cstdint>

#include "base/failure.hpp"
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
  } catch (const Failure &) {
    evaluated += npoints;
    throw;
  }
  evaluated += npoints;
}

/// Calls evaluate(), and adds what evaluated() says then to the evaluations of the result, and to
/// those that were beside the rules; after a failure as well, which is passed on.
template <class Evaluate, class Evaluated>
void count_probed(Result &result, const Evaluate &evaluate, const Evaluated &evaluated) {
  const auto count = [&] {
    result.neval += evaluated();
    result.probed += evaluated();
  };
  try {
    evaluate();
  } catch (const Failure &) {
    count();
    throw;
  }
  count();
}

}  // namespace cuboid::algorithm
