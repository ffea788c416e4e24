// Divonne: the cube is cut into regions of about equal spread, and every region is sampled with the
// same number of points.  J. H. Friedman and M. H. Wright, A nested partitioning procedure for
// numerical multiple integration, ACM TOMS 7 (1981) 76; the arguments are those of Cuba's Divonne.
#pragma once

#include <cstdint>
#include <functional>

#include "base/options.hpp"
#include "run/task.hpp"

namespace cuboid::algorithm {

/// Where Divonne is told to look for peaks.
struct DivonnePeaks {
  /// Points where peaks may be: ngiven times ndim coordinates, each point ldxgiven after the last.
  const double *given = nullptr;
  std::int64_t ngiven = 0;
  std::int64_t ldxgiven = 0;

  /// Writes at most count points, of ndim coordinates each, where the integrand may have peaks in
  /// the region with these bounds (lower and upper in pairs), and sets count to their number.
  using Finder = std::function<void(const double *bounds, std::int64_t &count, double *x)>;
  Finder peakfinder;
  std::int64_t nextra = 0;  ///< most points of the peak finder; 0: it is not called
};

/// Of the options, those that CUBOID_METHODS lists for Divonne count.
struct DivonneOptions : Options, DivonnePeaks {};

namespace cuba {

/// Integrates.  Error estimates are half the range of the integrand in each region times its volume
/// over the number of points, added in quadrature, with what two lattices show beyond that, or what
/// rule or variance give.  Throws Failure: what the engine throws; CUBOID_NONFINITE when sums
/// overflow.
void divonne(const Task &task, const DivonneOptions &options, Result &result);

}  // namespace cuba

}  // namespace cuboid::algorithm
