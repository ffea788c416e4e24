// How large the errors of the components of a result may be, by tolerance.hpp.
#pragma once

#include <algorithm>
#include <cstddef>

#include "base/tolerance.hpp"

namespace cuboid {

/// Of its complex number, or the component itself.
inline std::size_t other_part(const Goal &goal, std::size_t component) {
  return components_together(goal) == 1 ? component : component ^ 1;
}

/// How large the error of a component may be.  estimate_of(c): what is known of each.
template <class EstimateOf>
double tolerance_at(const Goal &goal, const EstimateOf &estimate_of, std::size_t component) {
  return tolerance_of(goal, estimate_of(component), estimate_of(other_part(goal, component)));
}

/// The same where both parts of a complex number may grow as large as that.
template <class EstimateOf>
double tolerance_of_both(const Goal &goal, const EstimateOf &estimate_of, std::size_t component) {
  const double tolerance = tolerance_at(goal, estimate_of, component);
  const std::size_t other = other_part(goal, component);
  if (other == component || !(estimate_of(other).error > 0)) return tolerance;
  const double share = tolerance_at(goal, estimate_of, other) / estimate_of(other).error;
  return std::min(tolerance, share * estimate_of(component).error);
}

}  // namespace cuboid
