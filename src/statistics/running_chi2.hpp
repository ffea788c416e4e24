// How far estimates of one integral scatter about their weighted mean, each with its inverse
// variance.
#pragma once

#include "base/hd.hpp"

namespace cuboid::statistics {

/// D. H. D. West, Updating mean and variance estimates: an improved method, Communications of the
/// ACM 22 (1979) 532.  No term is negative, however far the first estimates are from the others:
/// sums of squares less the square of the sum have no digits left then.
struct RunningChi2 {
  double weight = 0;  ///< sum of the inverse variances
  double mean = 0;
  double chi2 = 0;

  /// An error whose square overflows says nothing.
  CUBOID_HD void add(double estimate, double inverse_variance) {
    if (!(inverse_variance > 0)) return;
    const double before = weight;
    weight += inverse_variance;
    const double difference = estimate - mean;
    const double share = inverse_variance / weight;
    mean += share * difference;
    chi2 += before * share * difference * difference;
  }
};

}  // namespace cuboid::statistics
