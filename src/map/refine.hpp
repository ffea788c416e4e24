// One axis of an importance grid, refined: Lepage, J. Comput. Phys. 27 (1978) 192, with the
// smoothing of Cuba.
#pragma once

#include <span>

namespace cuboid::map {

/// Moves the bins of one axis to where the integrand is large, so that each holds the same share of
/// the damped importance.
/// edge: [bins] upper edges in rising order, the last is 1; replaced by the new ones.
/// marginal: [bins] sums of squares of weighted values, not negative.
/// smooth: divide by the mean importance of neighbouring bins.
/// margin: what a smooth edge is to lie above the one before, at least.
/// No change if the marginal is zero, or if it is not finite.
void refine(double *edge, const double *marginal, int bins, bool smooth, double margin);

/// Draws the values of a marginal to their mean by as much as they vary because of the small
/// numbers of samples.  samples: mean number of samples in a bin.  step: what of the
/// rest is kept, for shorter steps of the map.  Without it a bin that by chance
/// met nothing widens, and one that holds an edge of the integrand hides what lies behind it: so
/// few samples are left there that most iterations meet none, and their errors are small.
void reduce_noise(std::span<double> marginal, double samples, double step);

}  // namespace cuboid::map
