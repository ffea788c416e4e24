// Constants of the refinement of the map of VEGAS, on host and device.
#pragma once

namespace cuboid::map {

/// The least share of an interval in the integral of squares that is told from zero.  The damping
/// takes the logarithm of the share, so that it matters where zero begins: with less, a few samples
/// that hit a peak would draw all edges to it.
inline constexpr double least_share = 1e-16;

/// Relative variance of the numbers of samples in the intervals, as a multiple of the inverse of
/// the mean: what a histogram varies by is reduced by this much, since it is no sign of the
/// integrand.
inline constexpr double count_noise = 2;

}  // namespace cuboid::map
