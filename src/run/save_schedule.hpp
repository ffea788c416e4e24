// When methods write their state.
#pragma once

#include <algorithm>
#include <cstdint>

#include "base/clock.hpp"

namespace cuboid::algorithm {

/// Decides when the state is written.  Each time the whole list of regions is, so writing after
/// every bisection would cost the square of their number.
class SaveSchedule {
 public:
  /// least: seconds between two times, by the clock.
  explicit SaveSchedule(double least = 1) : least_(least) {}

  bool due(std::int64_t nregions) const {
    return nregions <= 64 || nregions >= last_regions_ + last_regions_ / 16 || due();
  }
  /// By the clock alone: at most a twentieth of the time goes into writing.
  bool due() const { return monotonic_seconds() - last_ > std::max(least_, 20 * cost_); }

  /// write: writes the state of so many regions.
  template <class Write>
  void save(std::int64_t nregions, Write write) {
    const double begin = monotonic_seconds();
    write();
    last_regions_ = nregions;
    last_ = monotonic_seconds();
    cost_ = last_ - begin;
  }

  /// Regions in the state that was written last; 0: none was.
  std::int64_t last_regions() const { return last_regions_; }

 private:
  double least_;
  std::int64_t last_regions_ = 0;
  double cost_ = 0;
  double last_ = monotonic_seconds();
};

}  // namespace cuboid::algorithm
