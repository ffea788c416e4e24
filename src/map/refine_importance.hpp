// Refinement of the map of VEGAS: G. P. Lepage, "Adaptive multidimensional integration: vegas
// enhanced", J. Comput. Phys. 439 (2021) 110386, equations 17 to 24.
#pragma once

#include <cstdint>
#include <span>

#include "map/refinement.hpp"

namespace cuboid::map {

/// Moves the edges of one axis so that all intervals weigh the same.  edges: [n + 1], from 0 to
/// 2^32, at least 1 apart before and after.  histogram: [n], of squares, from which noise is taken.
/// step: with alpha = 1 and all of the certainty the map is at once as good as the histogram allows
/// if there are many samples.  A histogram of zeros changes nothing.
void refine_importance(std::span<std::uint64_t> edges, std::span<const double> histogram,
                       RefinementStep step);

}  // namespace cuboid::map
