// The regions of an integration as a table: what it looks like when somebody asks at the end.
#pragma once

#include <cstdint>
#include <vector>

namespace cuboid {

/// Regions of the unit cube, or of the box that is integrated over.
struct RegionTable {
  int ndim = 0;
  int ncomp = 0;
  std::vector<double> lower, upper;     ///< [count][ndim]
  std::vector<double> value, error;     ///< [count][ncomp]
  std::vector<std::int64_t> iteration;  ///< [count] in which a split made it; empty: not known
  bool in_the_box = false;

  std::int64_t count() const {
    return ndim > 0 ? static_cast<std::int64_t>(lower.size()) / ndim : 0;
  }
  const double *lower_of(std::int64_t region) const { return lower.data() + region * ndim; }
  const double *upper_of(std::int64_t region) const { return upper.data() + region * ndim; }
  const double *value_of(std::int64_t region) const { return value.data() + region * ncomp; }
  const double *error_of(std::int64_t region) const { return error.data() + region * ncomp; }

  /// Adds a region whose value and error follow.
  void add_box(const double *low, const double *high) {
    lower.insert(lower.end(), low, low + ndim);
    upper.insert(upper.end(), high, high + ndim);
  }
  void add_estimate(double integral, double deviation) {
    value.push_back(integral);
    error.push_back(deviation);
  }
};

}  // namespace cuboid
