// Parts of the unit cube.
#pragma once

#include <vector>

namespace cuboid {

/// A box within it.
struct CubePart {
  std::vector<double> lower, upper;
};

}  // namespace cuboid
