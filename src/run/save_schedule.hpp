// When the methods that bisect regions write their state.
#pragma once

#include <algorithm>
#include <chrono>
#include <cstdint>

namespace cuboid::algorithm {

/// Decides when the state is written.  Each time the whole list of regions is, so writing after
/// every bisection would cost the square of their number.
class SaveSchedule {
 public:
  bool due(std::int64_t nregions) const {
    return nregions <= 64 || nregions >= last_regions_ + last_regions_ / 16 || due();
  }
  /// By the clock alone: at most a twentieth of the time goes into writing.
  bool due() const { return seconds_since(last_) > std::max(1.0, 20 * cost_); }

  /// write: writes the state of so many regions.
  template <class Write>
  void save(std::int64_t nregions, Write write) {
    const auto begin = Clock::now();
    write();
    last_regions_ = nregions;
    cost_ = seconds_since(begin);
    last_ = Clock::now();
  }

  /// Regions in the state that was written last; 0: none was.
  std::int64_t last_regions() const { return last_regions_; }

 private:
  using Clock = std::chrono::steady_clock;

  static double seconds_since(Clock::time_point begin) {
    return std::chrono::duration<double>(Clock::now() - begin).count();
  }

  std::int64_t last_regions_ = 0;
  double cost_ = 0;
  Clock::time_point last_ = Clock::now();
};

}  // namespace cuboid::algorithm
