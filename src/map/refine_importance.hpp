// Refinement of the map of VEGAS: G. P. Lepage, "Adaptive multidimensional integration: vegas
// enhanced", J. Comput. Phys. 439 (2021) 110386, equations 17 to 24.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace cuboid::map {

/// Moves the edges of one axis so that all intervals weigh the same.  edges: [n + 1], from 0 to
/// 2^32, at least 1 apart before and after.  histogram: [n], of squares, from which noise is taken.
/// alpha: 0 leaves the map alone, 1 makes it as good as the histogram allows at once if there are
/// many samples, and less takes shorter steps.  A histogram of zeros changes nothing.
void refine_importance(std::span<std::uint64_t> edges, std::span<const double> histogram,
                       double alpha);

}  // namespace cuboid::map
