// A division of the cube as the kernel of many integrals takes it.
#pragma once

#include <algorithm>

#include "engine/cuda/kernel/regions_many_types.cuh"
#include "engine/device/many_regions.hpp"

namespace cuboid::engine::cuda {

inline ManyGrid packed(const RegionGrid &grid) {
  ManyGrid result{};
  result.count = static_cast<int>(std::min(grid.regions, ManyRegionsEngine::max_regions));
  result.shifted = grid.shifted;
  result.maxeval = grid.maxeval;
  std::copy(grid.cuts.begin(), grid.cuts.end(), result.cuts);
  return result;
}

}  // namespace cuboid::engine::cuda
