// How each integral of a list is refined on a device.
#pragma once

#include "base/goal.hpp"
#include "engine/device/many_regions.hpp"
#include "engine/regions.hpp"

namespace cuboid::router {

/// The grids of PAGANI, but for fewer regions to begin with.  shape: of the engine.
engine::ManyRefinement many_refinement(const Goal &goal, const engine::RegionShape &shape);

}  // namespace cuboid::router
