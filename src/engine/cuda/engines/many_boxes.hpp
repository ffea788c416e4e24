// The boxes of many integrals, as their kernel takes them.
#pragma once

#include <cstdint>
#include <vector>

#include "engine/device/integral_list.hpp"
#include "map/interval.hpp"

namespace cuboid::engine::cuda {

/// The axes of all boxes, and which boxes have an infinite side.  One box: that of all integrals.
struct BoxesOfMany {
  std::vector<map::Interval> axes;
  std::int64_t stride = 0;                ///< intervals from one box to the next
  std::vector<long long> finite, mapped;  ///< integrals, where there are both kinds
  bool all_mapped = false;
};

BoxesOfMany boxes_of(const IntegralList &list, int ndim);

}  // namespace cuboid::engine::cuda
