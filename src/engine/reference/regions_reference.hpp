// The regions engine as an oracle for the others: one region and one point after the other.
#pragma once

#include <memory>

#include "engine/engine.hpp"
#include "engine/regions.hpp"

namespace cuboid::engine::reference {

/// points: evaluates on the unit cube.
std::unique_ptr<RegionsEngine> make_regions(int ndim, int ncomp, int key,
                                            std::unique_ptr<PointsEngine> points);

}  // namespace cuboid::engine::reference
