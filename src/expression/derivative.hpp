// Derivatives of expressions, as expressions.
#pragma once

#include <vector>

#include "expression/graph.hpp"

namespace cuboid::expression {

/// The derivative of each component by the variable or parameter number index.  The nodes are added
/// to the expression's graph, so that the function and its derivatives share what they have in
/// common.  Jumps count as constant: see jumps.hpp.  Throws Failure(CUBOID_BAD_ARGUMENT) for what
/// has no derivative here, the gamma functions.
std::vector<NodeIndex> derivatives(Expression &expression, Operation leaf, int index);

}  // namespace cuboid::expression
