// How large the errors of the components of a result may be, by tolerance.hpp.
#pragma once

#include <algorithm>
#include <cstddef>

#include "base/tolerance.hpp"

namespace cuboid {

/// Of its complex number, or the component itself.
inline std::size_t other_part(const Goal &goal, std::size_t component) {
  return is_of_vector(goal.norm) || components_together(goal) == 1 ? component : component ^ 1;
}

/// Of the vector that all components are, if they are one.
template <class EstimateOf>
VectorEstimate vector_of(const Goal &goal, const EstimateOf &estimate_of, std::size_t ncomp) {
  VectorEstimate vector;
  if (is_of_vector(goal.norm))
    for (std::size_t c = 0; c < ncomp; ++c) add(goal.norm, vector, estimate_of(c));
  return vector;
}

/// How large the error of a component may be.  estimate_of(c): what is known of each of ncomp.
template <class EstimateOf>
double tolerance_at(const Goal &goal, const EstimateOf &estimate_of, std::size_t ncomp,
                    std::size_t component) {
  return tolerance_of(
      goal, estimate_of(component),
      Beside{estimate_of(other_part(goal, component)), vector_of(goal, estimate_of, ncomp)});
}

/// The same where all that are decided about together may grow as large as that.
template <class EstimateOf>
double tolerance_of_all(const Goal &goal, const EstimateOf &estimate_of, std::size_t ncomp,
                        std::size_t component) {
  const double tolerance = tolerance_at(goal, estimate_of, ncomp, component);
  const ComponentEstimate one = estimate_of(component);
  if (is_of_vector(goal.norm)) {
    const VectorEstimate vector = vector_of(goal, estimate_of, ncomp);
    if (goal.norm == ErrorNorm::vector_max || !(vector.error > 0)) return tolerance;
    return std::min(tolerance, one.error / vector.error * larger_tolerance(goal, vector.size));
  }
  const std::size_t other = other_part(goal, component);
  if (other == component || !(estimate_of(other).error > 0)) return tolerance;
  const double share = tolerance_at(goal, estimate_of, ncomp, other) / estimate_of(other).error;
  return std::min(tolerance, share * one.error);
}

}  // namespace cuboid
