// Pulls, (estimate - value) / error, of an integral over many seeds, or of a family of integrals.
#pragma once

#include <cmath>
#include <vector>

#include "reference/integrals.hpp"

namespace bench {

struct Pulls {
  std::vector<double> pull;
  int untrusted = 0;

  void add(const Pulls &other) {
    pull.insert(pull.end(), other.pull.begin(), other.pull.end());
    untrusted += other.untrusted;
  }
  double mean() const {
    double sum = 0;
    for (const double p : pull) sum += p;
    return pull.empty() ? 0 : sum / static_cast<double>(pull.size());
  }
  /// Root of the mean square.
  double width() const {
    double sum = 0;
    for (const double p : pull) sum += p * p;
    return pull.empty() ? 0 : std::sqrt(sum / static_cast<double>(pull.size()));
  }
};

/// Whether random points have a finite variance, and a meaning.
inline bool has_variance(const cuboid_test::ReferenceIntegral &integral) {
  for (const char *trait :
       {"singular", "infinite_boundary", "infinite_interior", "nan_point", "nan_boundary",
        "heavy_tail", "boundary_unbounded", "needle", "constant"})
    if (integral.has(trait)) return false;
  return true;
}

}  // namespace bench
