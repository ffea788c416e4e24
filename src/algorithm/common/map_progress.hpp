// What the variances of iterations say about the map, which was refined between them.
#pragma once

#include <cstdint>

#include "algorithm/common/iteration_estimates.hpp"

namespace cuboid::algorithm {

/// So many first iterations show whether the map is better as it was before all refinements.
inline constexpr std::int64_t first_maps_compared = 3;

/// Whether the first of them says much more than each of the others, and no single sample or
/// hypercube is the reason.  There are as many.
bool first_map_is_best(const IterationEstimates &all);

/// Whether the one or two iterations from number first_maps_compared on, of those before `end`, say
/// much more than the one before them.
bool later_map_is_better(const IterationEstimates &all, std::int64_t end);

}  // namespace cuboid::algorithm
