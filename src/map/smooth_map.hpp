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

/// The point that t in (0, 1) becomes, in (0, 1), and the derivative.
CUBOID_HD_INLINED Periodised smoothly_mapped(const SmoothAxis &axis, double t) {
  double sum = fused(fused(axis.cube, t, axis.square), t, axis.linear);
  double slope = fused(fused(3 * axis.cube, t, 2 * axis.square), t, axis.linear);
  for (int i = 0; i < smooth_poles; ++i) {
    const double from_upper = 1 / (1 - t + axis.above[i]);
    const double from_lower = 1 / (t + axis.below[i]);
    const double upper = axis.upper[i] * axis.above[i];
    const double lower = axis.lower[i] * (1 + axis.below[i]);
    sum = fused(upper, from_upper, fused(lower, from_lower, sum));
    slope = fused(upper * from_upper * (1 + axis.above[i]), from_upper, slope);
    slope = fused(lower * from_lower * axis.below[i], from_lower, slope);
  }
  const double x = t * sum;
  constexpr double least = 0x1p-500;
  return {x < least ? least : not_above_last(x), slope};
}

}  // namespace cuboid::map
