// The rules of Cuhre, made once in a process.
#pragma once

#include "rule/cuhre_rule.hpp"

namespace cuboid::algorithm {

/// As rule::make_cuhre_rule, for the life of the process: to make a rule takes longer than a small
/// integral.  Throws what it throws.
const rule::CuhreRule &known_rule(int ndim, int key, bool faces);

}  // namespace cuboid::algorithm
