// The formulas of the refinement of the map of VEGAS, on host and device: G. P. Lepage, "Adaptive
// multidimensional integration: vegas enhanced", J. Comput. Phys. 439 (2021) 110386, equations 17
// to
// 24.  The sums between them are those of the engine.
#pragma once

#include "base/hd.hpp"
#include "elementary/functions.hpp"

namespace cuboid::map {

/// The least share of an interval in the integral of squares that is told from zero.  The damping
/// takes the logarithm of the share, so that it matters where zero begins: with less, a few samples
/// that hit a peak would draw all edges to it.
inline constexpr double least_share = 1e-16;

/// Relative variance of the numbers of samples in the intervals, as a multiple of the inverse of
/// the mean: what a histogram varies by is reduced by this much, since it is no sign of the
/// integrand.
inline constexpr double count_noise = 2;

/// An interval's squares with those of its neighbours; at the ends it is its own neighbour.
CUBOID_HD inline double smoothed(double before, double squares, double after) {
  return (before + 6 * squares + after) / 8;
}

/// The square of the relative deviation of a share from the mean one.
CUBOID_HD inline double squared_deviation(double share, double mean) {
  const double deviation = share / mean - 1;
  return deviation * deviation;
}

/// What of the deviations is kept.  variance: the mean of their squares; samples: mean number of
/// samples in an interval.  0: they are all noise.
CUBOID_HD inline double kept_deviation(double variance, double samples) {
  const double noise = count_noise / samples;
  return variance > noise ? 1 - noise / variance : 0;
}

/// The weight of an interval: of its share r in the integral of squares, reduced by the noise and
/// damped, ((1 - r) / ln(1 / r))^alpha.
CUBOID_HD inline double damped_weight(double share, double mean, double kept, double alpha) {
  const double reduced = mean + kept * (share - mean);
  const double r = reduced < least_share ? least_share : reduced;
  if (!(r < 1)) return 1;
#ifdef __CUDA_ARCH__
  return pow((1 - r) / -log(r), alpha);
#else
  return elementary::pow((1 - r) / -elementary::log(r), alpha);
#endif
}

/// The place of an edge within the old interval of this weight, as a share of its width.  wanted:
/// weight up to the edge; begin: up to the interval.
CUBOID_HD inline double place_in_interval(double wanted, double begin, double weight) {
  if (!(weight > 0)) return 0;
  const double part = (wanted - begin) / weight;
  return part < 0 ? 0 : part > 1 ? 1 : part;
}

}  // namespace cuboid::map
