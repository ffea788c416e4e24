// Which iterations at the beginning are left out.
#pragma once

#include <cstddef>

#include "algorithm/common/iteration_mean.hpp"

namespace cuboid::algorithm {

/// From which iteration on none contradicts the mean of those after it.
std::size_t first_without_contradiction(const IterationEstimates &all);

/// From which iteration on, `first` or later, the mean has the least variance, or hardly more.
std::size_t first_of_min_error(const IterationEstimates &all, std::size_t first);

/// Whether one of the iterations that contradict the later ones (those before `unspoilt`) has the
/// larger value, or all of the others that are left out together.  They did not miss what the later
/// ones have seen: those miss what they have seen, as behind a jump where the map has left next to
/// no samples.
bool earlier_saw_more(const IterationEstimates &all, std::size_t unspoilt,
                      const IterationMean &mean);

}  // namespace cuboid::algorithm
