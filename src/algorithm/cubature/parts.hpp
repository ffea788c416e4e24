// First regions: the parts into which a caller has cut the cube.
#pragma once

#include <span>

#include "algorithm/cubature/region_store.hpp"
#include "base/cube_part.hpp"

namespace cuboid::algorithm {

/// Bisects the only region of a store, the cube, until there is one region for each part.  parts:
/// fill the cube, and come of bisections.
void cut_into(std::span<const CubePart> parts, int ndim, RegionStore &regions);

}  // namespace cuboid::algorithm
