// From the text of an expression to its nodes.  docs/expressions.md has the grammar.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "expression/graph.hpp"

namespace cuboid::expression {

/// names: of the parameters, which are p[0], p[1] ... as well; "": it has no other name.  Throws
/// Failure(CUBOID_BAD_ARGUMENT) with the column, counted from 1.
Expression parse(std::string_view text, int ndim, const std::vector<std::string> &names);

}  // namespace cuboid::expression
