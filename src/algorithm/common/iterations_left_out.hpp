// Which iterations at the beginning are left out.
#pragma once

#include <cstddef>
#include <vector>

#include "algorithm/common/iteration_mean.hpp"

namespace cuboid::algorithm {

/// From which iteration on none contradicts the mean of those after it.
std::size_t first_without_contradiction(const IterationEstimates &all);

/// From which iteration on, `first` or later, the mean has the least variance, or hardly more.
std::size_t first_of_min_error(const IterationEstimates &all, std::size_t first);

/// [ncomp] By how much the largest value is beyond the mean, of the iterations that contradict the
/// later ones (those before `unspoilt`) and of all others that are left out together; 0: by no more
/// than chance.  They did not miss what the later ones have seen: those miss what they have seen,
/// as behind a jump where the map has left next to no samples.
std::vector<double> seen_earlier(const IterationEstimates &all, std::size_t unspoilt,
                                 const IterationMean &mean);

}  // namespace cuboid::algorithm
