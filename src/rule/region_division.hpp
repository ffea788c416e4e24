// How the axes of the unit cube are cut into the regions that a refinement begins with.
#pragma once

#include "base/hd.hpp"

namespace cuboid::rule {

/// 2^-depth, the width of a region along an axis that was halved so often; for depths from -1023 to
/// 1022, both excluded.
CUBOID_HD inline double halved(int depth) {
#ifdef __CUDA_ARCH__
  return __hiloint2double((1023 - depth) << 20, 0);
#else
  const long long bits = static_cast<long long>(1023 - depth) << 52;
  double width;
  __builtin_memcpy(&width, &bits, sizeof width);
  return width;
#endif
}

/// Parts of an axis that is halved `cuts` times.  shifted: the parts lie half a part aside, and the
/// first and the last are half as wide, so that what lies between two parts of the one division
/// lies in the middle of a part of the other.
CUBOID_HD inline long long axis_parts(int cuts, bool shifted) {
  return (1ll << cuts) + (shifted && cuts > 0);
}

struct AxisPart {
  double lower = 0;
  int depth = 0;  ///< the width is halved(depth)
};

CUBOID_HD inline AxisPart axis_part(int cuts, bool shifted, long long part) {
  AxisPart result;
  const bool aside = shifted && cuts > 0;
  result.depth = cuts + (aside && (part == 0 || part == 1ll << cuts));
  const double place = static_cast<double>(part) - (aside && part > 0 ? .5 : 0);
  result.lower = place / static_cast<double>(1ll << cuts);
  return result;
}

/// All parts of the cube.  cuts: of each axis, indexed by it.
template <class Cuts>
CUBOID_HD inline long long cube_parts(int ndim, const Cuts &cuts, bool shifted) {
  long long count = 1;
  for (int d = 0; d < ndim; ++d) count *= axis_parts(cuts[d], shifted);
  return count;
}

/// The part of an axis in which a part of the cube lies.  The parts are numbered with axis 0
/// running fastest; number: of the part at first, then what is left of it for the axes that follow.
CUBOID_HD inline AxisPart take_axis_part(long long &number, int cuts, bool shifted) {
  const long long parts = axis_parts(cuts, shifted);
  const AxisPart part = axis_part(cuts, shifted, number % parts);
  number /= parts;
  return part;
}

}  // namespace cuboid::rule
