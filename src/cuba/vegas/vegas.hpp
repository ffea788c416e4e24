// Vegas as Cuba does it: Lepage, J. Comput. Phys. 27 (1978) 192, and CLNS-80/447.
#pragma once

#include <vector>

#include "base/options.hpp"
#include "run/task.hpp"

namespace cuboid::algorithm::cuba {

/// grid: [ndim][128] upper edges of the bins, to begin with (empty: a uniform grid); it is the grid
/// of the last iteration when the function returns or throws.  options: those that CUBOID_METHODS
/// lists for it count.
/// Throws Failure: what the engine throws; CUBOID_NONFINITE when the sums overflow;
/// CUBOID_OUT_OF_MEMORY.
void vegas(const Task &task, const Options &options, std::vector<double> &grid, Result &result);

}  // namespace cuboid::algorithm::cuba
