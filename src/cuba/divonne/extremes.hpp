// The least and the greatest value of every component among the points of a region.
#pragma once

#include <algorithm>
#include <cstddef>
#include <limits>

#include "cuba/divonne/region.hpp"

namespace cuboid::algorithm::divonne_detail {

class Extremes {
 public:
  Extremes(std::size_t ndim, std::size_t ncomp)
      : ndim_(ndim),
        range_(ncomp,
               {std::numeric_limits<double>::infinity(), -std::numeric_limits<double>::infinity()}),
        points_(2 * ncomp * ndim) {}

  /// Takes count points into account.  The first of equal values stands.
  void note(std::size_t count, const double *x, const double *f) {
    if (count == 0) return;  // There may be no array then.
    for (std::size_t c = 0; c < range_.size(); ++c) {
      const double *value = f + c;
      for (std::size_t i = 0; i < count; ++i, value += range_.size())
        if (*value < range_[c].low || *value > range_[c].high)
          note_component(c, x + i * ndim_, *value);
    }
  }

  /// The same for the value of one component at one point.
  void note_component(std::size_t c, const double *x, double value) {
    if (value < range_[c].low) {
      range_[c].low = value;
      std::copy_n(x, ndim_, points_.data() + place_of_lowest(c));
    }
    if (value > range_[c].high) {
      range_[c].high = value;
      std::copy_n(x, ndim_, points_.data() + place_of_highest(c));
    }
  }

  std::size_t ncomp() const { return range_.size(); }
  const Range &range(std::size_t c) const { return range_[c]; }
  const double *lowest(std::size_t c) const { return points_.data() + place_of_lowest(c); }
  const double *highest(std::size_t c) const { return points_.data() + place_of_highest(c); }

 private:
  std::size_t place_of_lowest(std::size_t c) const { return 2 * c * ndim_; }
  std::size_t place_of_highest(std::size_t c) const { return (2 * c + 1) * ndim_; }

  std::size_t ndim_;
  SmallVector<Range, 1> range_;
  SmallVector<double, 16> points_;  ///< [ncomp][2][ndim]: of the least and of the greatest value
};

}  // namespace cuboid::algorithm::divonne_detail
