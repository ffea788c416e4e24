// The largest absolute value of an integrand that was met.
#pragma once

#include <algorithm>
#include <atomic>
#include <cmath>
#include <cstdint>

namespace cuboid::engine {

/// Several threads may note values at once.  A maximum does not depend on their order.
class LargestValue {
 public:
  /// f: count values, of which those that are not finite are passed over.
  void note(std::int64_t count, const double *f) {
    double largest = 0;
    for (std::int64_t i = 0; i < count; ++i)
      if (std::isfinite(f[i])) largest = std::max(largest, std::fabs(f[i]));
    note(largest);
  }
  void note(double value) {
    double known = value_.load(std::memory_order_relaxed);
    while (value > known &&
           !value_.compare_exchange_weak(known, value, std::memory_order_relaxed)) {
    }
  }
  void forget() { value_ = 0; }
  double value() const { return value_; }

 private:
  std::atomic<double> value_ = 0;
};

}  // namespace cuboid::engine
