// Regions of each kind, for tests of what all of them promise.
#pragma once

#include <vector>

#include "domain/domain.hpp"

namespace cuboid_test {

struct NamedRegion {
  const char *name;
  cuboid::domain::Pointer region;
  std::vector<double> numbers = {};  ///< of one integral, where each has its own
};

std::vector<NamedRegion> all_regions();

}  // namespace cuboid_test
