// Cuhre: globally adaptive cubature, as Berntsen, Espelid and Genz, ACM TOMS 17 (1991) 437, and
// Cuba do it.
#pragma once

#include "algorithm/common/task.hpp"

namespace cuboid::algorithm {

/// key: degree of the rule, see rule::make_cuhre_rule.  task.ndim: 1 to 20.
/// Throws Failure: what the engine throws; CUBOID_NONFINITE when sums overflow;
/// CUBOID_OUT_OF_MEMORY when the regions are beyond task.memory_limit.
void cuhre(const Task &task, int key, Result &result);

}  // namespace cuboid::algorithm
