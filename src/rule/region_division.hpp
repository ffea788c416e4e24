// How the axes of the unit cube are cut into the regions that a refinement begins with.
#pragma once

#include "base/hd.hpp"

namespace cuboid::rule {

/// Parts of an axis that is halved `cuts` times.  shifted: the parts lie half a part aside, and the
/// first and the last are half as wide, so that what lies between two parts of the one division
/// lies in the middle of a part of the other.
CUBOID_HD inline long long axis_parts(int cuts, bool shifted) {
  return (1ll << cuts) + (shifted && cuts > 0);
}

struct AxisPart {
  double lower = 0;
  int depth = 0;  ///< the width is 2^-depth
};

CUBOID_HD inline AxisPart axis_part(int cuts, bool shifted, long long part) {
  AxisPart result;
  const bool aside = shifted && cuts > 0;
  result.depth = cuts + (aside && (part == 0 || part == 1ll << cuts));
  const double place = static_cast<double>(part) - (aside && part > 0 ? .5 : 0);
  result.lower = place / static_cast<double>(1ll << cuts);
  return result;
}

}  // namespace cuboid::rule
