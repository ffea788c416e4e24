// Boxes as images of the unit cube: an interval for each axis.
#pragma once

#include "base/hd.hpp"
#include "map/interval.hpp"

#ifndef __CUDACC_RTC__
#include <algorithm>
#include <span>
#include <vector>
#endif

namespace cuboid::map {

/// Moves a point of the unit cube into a box.  Returns `volume` times the Jacobian, axis by axis.
CUBOID_HD inline double move_to_box(const Interval *box, int ndim, double *x, double volume) {
  for (int axis = 0; axis < ndim; ++axis) {
    double slope;
    x[axis] = box[axis].map(x[axis], slope);
    volume *= slope;
  }
  return volume;
}

#ifndef __CUDACC_RTC__

/// From two arrays of limits, or nullptr for the unit cube.
inline std::vector<Interval> make_box(int ndim, const double *lower, const double *upper) {
  std::vector<Interval> box;
  for (int d = 0; d < ndim; ++d)
    box.push_back(make_interval(lower != nullptr ? lower[d] : 0, upper != nullptr ? upper[d] : 1));
  return box;
}

/// Whether the map is more than a shift and a factor for each axis.
inline bool has_infinite_side(std::span<const Interval> box) {
  return std::any_of(box.begin(), box.end(),
                     [](const Interval &axis) { return axis.kind != IntervalKind::finite; });
}

#endif

}  // namespace cuboid::map
