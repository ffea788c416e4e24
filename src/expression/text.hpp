// An expression as a function in C, for compilers of the host and of GPUs.
#pragma once

#include <string>

#include "expression/graph.hpp"

namespace cuboid::expression {

/// A function of Cuba's form, whose userdata are the parameters.  What is written twice in the
/// expression is computed once.
std::string c_text(const Expression &expression, const std::string &function_name);

}  // namespace cuboid::expression
