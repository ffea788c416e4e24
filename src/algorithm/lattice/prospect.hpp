// What is to be expected of larger lattices, and of random points in their place.
#pragma once

#include <vector>

#include "algorithm/lattice/estimate.hpp"
#include "base/goal.hpp"

namespace cuboid::algorithm {

/// What is known after a lattice.
struct LatticeProspect {
  const LatticeEstimate &estimate;  ///< of the last lattice
  double evaluations = 0;           ///< that it took
  double rate = 0;                  ///< as which power of them its error falls
  /// [ncomp]: standard deviation of one random sample through the map; empty: it is not known.
  const std::vector<double> &deviation;
  double remaining = 0;  ///< evaluations that are still allowed
};

/// As which power of the number of points the error of a success has fallen at least: that of Monte
/// Carlo, less what the spread of 16 shifts, which is known to 18 %, makes of three doublings.
inline constexpr double supporting_rate = 0.4;

/// Evaluations with which VEGAS+ reaches the tolerance, about; infinite without one.
double needed_by_vegas_plus(const LatticeProspect &prospect, const Goal &goal);

/// Whether VEGAS+ is expected to end with smaller errors than lattices, with the evaluations that
/// are left or with those in which it reaches the tolerance.  Also where few points
/// carry the sums, so that their spread says too little: a map that goes on adapting to those
/// points is better.
bool vegas_plus_does_better(const LatticeProspect &prospect, const Goal &goal);

}  // namespace cuboid::algorithm
