// Refinement of the map of VEGAS: G. P. Lepage, "Adaptive multidimensional integration: vegas
// enhanced", J. Comput. Phys. 439 (2021) 110386, equations 17 to 24.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace cuboid::map {

/// Moves the edges of one axis so that all intervals weigh the same.  edges: [n + 1], from 0 to
/// 2^32, at least 1 apart before and after.  histogram: [n], of squares.  samples: mean number of
/// samples in an interval.  alpha: 0 leaves the map alone, 1.5 is the choice of 1978, 0.5 that of
/// VEGAS+. A histogram of zeros changes nothing.
void refine_importance(std::span<std::uint64_t> edges, std::span<const double> histogram,
                       double samples, double alpha);

}  // namespace cuboid::map
