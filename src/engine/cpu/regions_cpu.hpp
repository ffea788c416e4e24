// The regions engine on the cores of the host: the points of many regions in batches for a points
// engine, which shares them out among its workers.
#pragma once

#include <memory>

#include "engine/engine.hpp"
#include "engine/regions.hpp"

namespace cuboid::engine::cpu {

/// points: evaluates on the unit cube (BoxEngine for any other box).
std::unique_ptr<RegionsEngine> make_regions(int ndim, int ncomp, int key,
                                            std::unique_ptr<PointsEngine> points);

}  // namespace cuboid::engine::cpu
