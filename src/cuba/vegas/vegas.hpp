// Vegas as Cuba does it: Lepage, J. Comput. Phys. 27 (1978) 192, and CLNS-80/447.
#pragma once

#include <cstdint>
#include <vector>

#include "run/task.hpp"

namespace cuboid::algorithm::cuba {

struct VegasOptions {
  std::int64_t nstart = 1000;    ///< samples of the first iteration, >= 1
  std::int64_t nincrease = 500;  ///< samples added from iteration to iteration
  std::int64_t nbatch = 1000;    ///< samples drawn before the integrand is called, >= 1
  int seed = 0;
  int rng_level = 0;
  bool smooth = true;        ///< smooth the refined grid
  bool reset_state = false;  ///< take only the grid from a state file
};

/// grid: [ndim][128] upper edges of the bins, to begin with (empty: a uniform grid); it is the grid
/// of the last iteration when the function returns or throws.
/// Throws Failure: what the engine throws; CUBOID_NONFINITE when the sums overflow;
/// CUBOID_OUT_OF_MEMORY.
void vegas(const Task &task, const VegasOptions &options, std::vector<double> &grid,
           Result &result);

}  // namespace cuboid::algorithm::cuba
