// Points that are even in a cube, for looks at what is there.
#pragma once

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "elementary/functions.hpp"

namespace cuboid::domain {

/// Steps of a sequence of fractions that is even in all axes: powers of 1 / g with g^(ndim + 1) =
/// g + 1 (M. Roberts, The unreasonable effectiveness of quasirandom sequences, 2018).
inline std::vector<double> even_steps(std::size_t ndim) {
  double root = 2;
  for (int i = 0; i < 64; ++i) root = elementary::pow(1 + root, 1 / static_cast<double>(ndim + 1));
  std::vector<double> steps(ndim, 1 / root);
  for (std::size_t axis = 1; axis < ndim; ++axis) steps[axis] = steps[axis - 1] / root;
  return steps;
}

/// The next points of that sequence.  steps, point: [ndim], point being the last one and becoming
/// the last of these; (0.5, 0.5, ...) before the first.  t: [count][ndim].
inline void fill_even(const std::vector<double> &steps, std::vector<double> &point,
                      std::vector<double> &t) {
  for (std::size_t i = 0; i < t.size(); ++i) {
    double &place = point[i % steps.size()];
    place += steps[i % steps.size()];
    if (place >= 1) place -= 1;
    t[i] = place;
  }
}

/// Coordinate of the i-th of other even points, which are the same in any number of dimensions:
/// multiples of roots, less what is whole.
inline double even_fraction(std::int64_t i, int axis) {
  const double multiple = static_cast<double>(i + 1) * std::sqrt(axis + 2.5);
  return multiple - std::floor(multiple);
}

}  // namespace cuboid::domain
