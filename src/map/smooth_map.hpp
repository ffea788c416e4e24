// A smooth map of the unit interval to itself, which follows the map of VEGAS without its jumps:
// behind those a lattice would lose its rate.  Its form is the one of S. Borowka et al., Comput.
// Phys. Commun. 240 (2019) 120 (arXiv:1811.11720): two poles outside of the interval and a
// polynomial.
#pragma once

#include "base/fused.hpp"
#include "base/hd.hpp"
#include "map/periodise.hpp"

namespace cuboid::map {

/// Poles on each side.
inline constexpr int smooth_poles = 2;

/// The sum of upper t above / (1 + above - t), which are steep at t = 1, of
/// lower t (1 + below) / (t + below), which are steep at t = 0, and of
/// t (linear + t (square + t cube)).
struct SmoothAxis {
  double above[smooth_poles] = {1, 1};  ///< distances of the poles from the interval, > 0
  double below[smooth_poles] = {1, 1};
  double upper[smooth_poles] = {};
  double lower[smooth_poles] = {};
  double linear = 1, square = 0, cube = 0;
};

/// What t is multiplied by, and the derivative, as far as they are summed up: the polynomial first,
/// and then the poles that have a part, of which most axes have one or two.
struct SmoothSum {
  double sum, slope;
};

CUBOID_HD_INLINED SmoothSum smooth_polynomial(const SmoothAxis &axis, double t) {
  return {fused(fused(axis.cube, t, axis.square), t, axis.linear),
          fused(fused(3 * axis.cube, t, 2 * axis.square), t, axis.linear)};
}

CUBOID_HD_INLINED void add_pole_below(const SmoothAxis &axis, int i, double t, SmoothSum &to) {
  const double from_pole = 1 / (t + axis.below[i]);
  const double lower = axis.lower[i] * (1 + axis.below[i]);
  to.sum = fused(lower, from_pole, to.sum);
  to.slope = fused(lower * from_pole * axis.below[i], from_pole, to.slope);
}

CUBOID_HD_INLINED void add_pole_above(const SmoothAxis &axis, int i, double t, SmoothSum &to) {
  const double from_pole = 1 / (1 - t + axis.above[i]);
  const double upper = axis.upper[i] * axis.above[i];
  to.sum = fused(upper, from_pole, to.sum);
  to.slope = fused(upper * from_pole * (1 + axis.above[i]), from_pole, to.slope);
}

CUBOID_HD_INLINED Periodised smooth_point(double t, const SmoothSum &all) {
  constexpr double least = 0x1p-500;
  const double x = t * all.sum;
  return {x < least ? least : not_above_last(x), all.slope};
}

/// The point that t in (0, 1) becomes, in (0, 1), and the derivative.
CUBOID_HD_INLINED Periodised smoothly_mapped(const SmoothAxis &axis, double t) {
  SmoothSum all = smooth_polynomial(axis, t);
  for (int i = 0; i < smooth_poles; ++i) {
    if (axis.lower[i] > 0) add_pole_below(axis, i, t, all);
    if (axis.upper[i] > 0) add_pole_above(axis, i, t, all);
  }
  return smooth_point(t, all);
}

}  // namespace cuboid::map
