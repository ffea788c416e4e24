// The regions engine as an oracle for the tests of the others: a list of regions, worked off one
// region and one point after the other.  It shares the leaves of rule/ with the others and nothing
// else.  All regions are kept: there are no slices.
#pragma once

#include <cstdint>
#include <memory>

#include "engine/engine.hpp"
#include "engine/regions.hpp"

namespace cuboid::engine::reference {

/// What engines that hold the regions of one integral do otherwise than lists: these split the
/// first places of those that are marked, count errors of one sign as others, and have no grids of
/// many regions.
enum class Kept { alone, in_a_list };

/// points: evaluates on the unit cube.  width: what the shape says of a device.
std::unique_ptr<RegionsEngine> make_regions(int ndim, int ncomp, int key,
                                            std::unique_ptr<PointsEngine> points,
                                            std::int64_t width = 1, Kept kept = Kept::alone);

}  // namespace cuboid::engine::reference
