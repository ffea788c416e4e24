// Boxes as callers give them: two arrays of limits.
#pragma once

#include "map/interval.hpp"

namespace cuboid::map {

/// Whether a side of a box is infinite.  lower, upper: [ndim], or nullptr for the unit cube.
inline bool has_infinite_side(int ndim, const double *lower, const double *upper) {
  for (int d = 0; d < ndim; ++d) {
    const double from = lower != nullptr ? lower[d] : 0;
    const double to = upper != nullptr ? upper[d] : 1;
    if (make_interval(from, to).kind != IntervalKind::finite) return true;
  }
  return false;
}

}  // namespace cuboid::map
