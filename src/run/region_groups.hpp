// Many regions drawn together to few boxes.
#pragma once

#include <cstdint>
#include <vector>

#include "base/region_table.hpp"

namespace cuboid::algorithm {

/// Regions that fill a box, or the part of it that is left.
using RegionGroup = std::vector<std::int64_t>;

/// Shares the regions out among at most `most` groups, each of which a cut separates from the
/// others.  All regions stand in one group at first; then the group of the largest weight is cut in
/// two, at a place that goes through none of its regions, as often as there is room.  So regions of
/// large weight stand alone, and those without any are drawn together.
/// weight: [regions] at least 0.
std::vector<RegionGroup> group_regions(const RegionTable &regions,
                                       const std::vector<double> &weight, std::int64_t most);

}  // namespace cuboid::algorithm
