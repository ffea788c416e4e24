// Divonne: the cube is cut into regions of about equal spread, and every region is sampled with the
// same number of points.  J. H. Friedman and M. H. Wright, A nested partitioning procedure for
// numerical multiple integration, ACM TOMS 7 (1981) 76; the arguments are those of Cuba's Divonne.
#pragma once

#include <cstdint>
#include <functional>

#include "run/task.hpp"

namespace cuboid::algorithm {

struct DivonneOptions {
  /// Samples of the partitioning, of the main integration, and of the refinement.  7, 9, 11 (in
  /// three dimensions), 13 (in two): a cubature rule.  Else |key| points, and if that is less than
  /// 40, |key| times 47 or, for key2 and key3, times the number that the accuracy needs; of a
  /// lattice if the key is positive, of the generator if it is negative.  key3 may also be 0, to
  /// refine no region, or 1, to split those that need it.
  int key1 = 47;
  int key2 = 1;
  int key3 = 1;
  int maxpass = 5;       ///< cycles without progress after which the partitioning ends
  double border = 0;     ///< width of the border in which search and lattice corner extrapolate
  double maxchisq = 10;  ///< most chi-square between a region's samples
  double mindeviation = 0.25;  ///< least difference to refine for, as a part of the error asked for
  int seed = 0;                ///< of the generator: 0: Sobol
  int rng_level = 0;           ///< with a seed: 0: Mersenne Twister, else Ranlux

  /// Points where peaks may be: ngiven times ndim coordinates, each point ldxgiven after the last.
  const double *given = nullptr;
  std::int64_t ngiven = 0;
  std::int64_t ldxgiven = 0;

  /// Writes at most count points, of ndim coordinates each, where the integrand may have peaks in
  /// the region with these bounds (lower and upper in pairs), and sets count to their number.
  using PeakFinder = std::function<void(const double *bounds, std::int64_t &count, double *x)>;
  PeakFinder peakfinder;
  std::int64_t nextra = 0;  ///< most points of the peak finder; 0: it is not called
};

namespace cuba {

/// Integrates.  Error estimates are half the range of the integrand in each region times its volume
/// over the number of points, added in quadrature, with what two lattices show beyond that, or what
/// rule or variance give.  Throws Failure: what the engine throws; CUBOID_NONFINITE when sums
/// overflow.
void divonne(const Task &task, const DivonneOptions &options, Result &result);

}  // namespace cuba

}  // namespace cuboid::algorithm
