// How far estimates scatter about their mean, whatever their size.
#pragma once

#include <algorithm>
#include <cmath>

#include "statistics/running_chi2.hpp"
#include "statistics/square_unit.hpp"
#include "statistics/tiny.hpp"
#include "statistics/weighted_mean.hpp"

namespace cuboid::statistics {

/// RunningChi2 of estimates with their errors.
class ScaledChi2 {
 public:
  void add(double estimate, double error) {
    const double next = next_unit(unit_, std::max(std::fabs(estimate), error));
    if (unit_ != 0 && next != unit_) {
      const double ratio = unit_ / next;
      scatter_.mean *= ratio;
      scatter_.weight = weight_in_unit(scatter_.weight, ratio);
    }
    unit_ = next;
    const double unit = unit_ != 0 ? unit_ : 1;
    const double relative = error / unit;
    scatter_.add(estimate / unit, 1 / std::max(relative * relative, tiny));
  }
  double chi2() const { return scatter_.chi2; }

  /// Whether all are numbers, which they always are but for those out of a forged file.
  bool sound() const {
    return unit_ >= 0 && std::isfinite(unit_) && scatter_.weight >= 0 &&
           std::isfinite(scatter_.mean) && scatter_.chi2 >= 0;
  }

 private:
  RunningChi2 scatter_;
  double unit_ = 0;  ///< 0: only zeros so far
};

}  // namespace cuboid::statistics
