// Estimates of one integral, each with its inverse variance, put together.
#pragma once

#include <algorithm>
#include <cmath>

namespace cuboid::statistics {

/// Weights beyond that are as good as it, and may be added up.
inline constexpr double max_weight = 0x1p1000;

/// That of an estimate in a unit of which its own is the part `ratio`.
inline double weight_in_unit(double weight, double ratio) {
  return weight > 0 ? std::min(weight / ratio / ratio, max_weight) : 0;
}

/// Sums of the method of least squares, of estimates in multiples of a unit (square_unit.hpp). chi2
/// is taken from the differences to the first estimate, which keeps its digits where the estimates
/// agree in most of theirs.
struct WeightedMean {
  double weight = 0;             ///< sum of the inverse variances
  double weighted = 0;           ///< sum of inverse variance times estimate
  double first = 0;              ///< the first estimate
  double chi_1 = 0;              ///< sum of inverse variance times difference
  double chi_2 = 0;              ///< the same times estimate
  unsigned long long count = 0;  ///< of the estimates
  double unit = 1;               ///< of all of these

  /// In multiples of a unit, which becomes that of all if it is larger.
  void add(double estimate, double inverse_variance, double its_unit) {
    if (count == 0 || its_unit > unit) change_unit(its_unit);
    const double ratio = its_unit / unit;
    if (ratio == 1) return add(estimate, inverse_variance);
    add(estimate * ratio, weight_in_unit(inverse_variance, ratio));
  }

  void change_unit(double to) {
    const double ratio = unit / to;
    unit = to;
    if (ratio == 1 || !(weight > 0)) return;
    const double before = weight;
    weight = weight_in_unit(before, ratio);
    weighted = weighted / before * ratio * weight;
    first *= ratio;
    chi_1 = chi_1 / before * ratio * weight;
    chi_2 = chi_2 / before * ratio * ratio * weight;
  }

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
    return unit > 0 && std::isfinite(unit) && weight >= 0 && std::isfinite(weight) &&
           std::isfinite(weighted) && std::isfinite(first) && std::isfinite(chi_1) &&
           std::isfinite(chi_2);
  }
};

}  // namespace cuboid::statistics
