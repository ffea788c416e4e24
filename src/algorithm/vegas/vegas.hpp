// The native Vegas: the iterations of Cuba's, judged and put together as those of VEGAS+ are.
#pragma once

#include <vector>

#include "cuba/vegas/vegas.hpp"
#include "run/task.hpp"

namespace cuboid::algorithm {

/// As cuba::vegas().
void vegas(const Task &task, const Options &options, std::vector<double> &grid, Result &result);

}  // namespace cuboid::algorithm
