// Cuhre as Cuba does it: globally adaptive cubature by Berntsen, Espelid and Genz, ACM TOMS 17
// (1991) 437.
#pragma once

#include "run/task.hpp"

namespace cuboid::algorithm::cuba {

/// task.ndim: 1 to 20.  key: degree of the rule, see rule::make_cuhre_rule.
/// Throws Failure: what the engine throws; CUBOID_NONFINITE when sums overflow;
/// CUBOID_OUT_OF_MEMORY when the regions are beyond task.memory_limit.
void cuhre(const Task &task, int key, Result &result);

}  // namespace cuboid::algorithm::cuba
