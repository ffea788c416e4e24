#include "algorithm/cubature/parts.hpp"

#include <cstddef>
#include <vector>

#include "cuba/cuhre/bisection.hpp"

namespace cuboid::algorithm {

namespace {

using Members = std::vector<const CubePart *>;

/// Whether no part lies on both sides of the middle.
bool divides(const Members &members, std::size_t axis, double middle) {
  for (const CubePart *part : members)
    if (part->lower[axis] < middle && part->upper[axis] > middle) return false;
  return true;
}

/// members: in the region.
void cut(const Members &members, std::int64_t region, int ndim, RegionStore &regions) {
  if (members.size() < 2) return;
  for (int axis = 0; axis < ndim; ++axis) {
    const auto d = static_cast<std::size_t>(axis);
    const cuba::Bisection bisection = cuba::bisection_of(regions, region, axis);
    if (!divides(members, d, bisection.middle)) continue;
    Members below, above;
    for (const CubePart *part : members)
      (part->lower[d] < bisection.middle ? below : above).push_back(part);
    const std::int64_t upper = cuba::divide(regions, bisection);
    cut(below, region, ndim, regions);
    cut(above, upper, ndim, regions);
    return;
  }
}

}  // namespace

void cut_into(std::span<const CubePart> parts, int ndim, RegionStore &regions) {
  Members all;
  for (const CubePart &part : parts) all.push_back(&part);
  cut(all, 0, ndim, regions);
}

}  // namespace cuboid::algorithm
