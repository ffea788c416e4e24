// Where a point of an axis of the box lies in the unit interval: the inverse of Interval::map.
#pragma once

#include <algorithm>
#include <cmath>

#include "base/words.hpp"
#include "map/interval.hpp"

namespace cuboid::map {

inline double place_of(const Interval &interval, double x) {
  const double distance = std::fabs(x - interval.origin);
  switch (interval.kind) {
    case IntervalKind::from:
      return distance / (1 + distance);
    case IntervalKind::to:
      return 1 / (1 + distance);
    case IntervalKind::everywhere:
      // t solves x t (1 - t) = 2 t - 1; written so that nothing cancels for x < 0.
      return x < 0 ? 2 / (std::sqrt(x * x + 4) - x + 2) : 1 - 2 / (std::sqrt(x * x + 4) + x + 2);
    default:
      return interval.width != 0 ? (x - interval.origin) / interval.width : 0;
  }
}

/// The same in units of 2^-32.
inline uint32 place_in_units(const Interval &interval, double x) {
  constexpr double last = 0x1p32 - 1;
  return static_cast<uint32>(std::clamp(place_of(interval, x) * 0x1p32, 0.0, last));
}

}  // namespace cuboid::map
