// What the sums over the random shifts of a lattice say.
#pragma once

#include <cstdint>
#include <vector>

namespace cuboid::algorithm {

struct LatticeEstimate {
  std::vector<double> integral;    ///< [ncomp]: mean over the shifts
  std::vector<double> error;       ///< [ncomp]: see below
  std::vector<double> covariance;  ///< [ncomp (ncomp + 1) / 2]: of the means, rows to diagonal
  /// One shift lies farther from the others than normal numbers do: there is a peak that few of
  /// them have met.
  bool skewed = false;
};

/// shifts: [shifts][ncomp].  The error is the standard deviation of the mean, times what makes
/// three errors as certain for so few shifts as for many (statistics/student.hpp); the covariance
/// has its square as a factor.  first: from which shift on their spread is taken, at least 4 of
/// them: that of those before has decided to add these, and is small where it is so by chance.
LatticeEstimate estimate_of_shifts(const std::vector<double> &shifts, int ncomp,
                                   std::int64_t first = 0);

/// How far the values of two lattices are apart, in errors of their difference: that of the
/// component that is farthest.
double distance(const LatticeEstimate &one, const LatticeEstimate &other);

}  // namespace cuboid::algorithm
