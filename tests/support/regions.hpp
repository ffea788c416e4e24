// Refinements by which the tests compare regions engines.
#pragma once

#include "engine/regions.hpp"

namespace support {

/// Of eight parts of the cube, or four of an interval, as far as the test goes.
inline cuboid::engine::RegionRequest eighths(int ndim) {
  cuboid::engine::RegionRequest request;
  request.goal = {1e-10, 0, 0, 1000000000};
  request.least = 3;
  request.cuts.assign(ndim, 0);
  request.cuts[0] = 2;
  if (ndim > 1) request.cuts[1] = 1;
  return request;
}

}  // namespace support
