// Estimates of one integral, each with its inverse variance, put together.
#pragma once

#include <cmath>

namespace cuboid::statistics {

/// Sums of the method of least squares.  chi2 is taken from the differences to the first estimate,
/// which keeps its digits where the estimates agree in most of theirs.
struct WeightedMean {
  double weight = 0;             ///< sum of the inverse variances
  double weighted = 0;           ///< sum of inverse variance times estimate
  double first = 0;              ///< the first estimate
  double chi_1 = 0;              ///< sum of inverse variance times difference
  double chi_2 = 0;              ///< the same times estimate
  unsigned long long count = 0;  ///< of the estimates

  void add(double estimate, double inverse_variance) {
    weight += inverse_variance;
    weighted += inverse_variance * estimate;
    if (count++ == 0) {
      first = estimate;
      return;
    }
    const double difference = inverse_variance * (estimate - first);
    chi_1 += difference;
    chi_2 += difference * estimate;
  }

  /// chi-square of the estimates about the given mean, which is theirs.
  double chi2(double mean) const { return chi_2 - mean * chi_1; }

  /// Whether all sums are numbers, which they always are but for those out of a forged file.
  bool sound() const {
    return weight >= 0 && std::isfinite(weight) && std::isfinite(weighted) &&
           std::isfinite(first) && std::isfinite(chi_1) && std::isfinite(chi_2);
  }
};

}  // namespace cuboid::statistics
