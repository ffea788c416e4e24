// Where an expression jumps, or has a kink, at places that move with a parameter.
#pragma once

#include <string_view>
#include <vector>

#include "expression/graph.hpp"

namespace cuboid::expression {

struct Jump {
  std::string_view word;  ///< "<", "floor" ...
  int column;             ///< in the text; 0: of a derivative
  bool is_kink;           ///< abs, min and max: values go on, first derivatives jump
  NodeIndex node;
};

/// The derivative of an integral by a parameter has a term for each jump that moves, which the
/// integral of the derivative leaves out.  Kinks bring one to the second derivative.  parameter:
/// its number, or any_parameter.
inline constexpr int any_parameter = -1;
std::vector<Jump> moving_jumps(const Expression &expression, int parameter = any_parameter);

}  // namespace cuboid::expression
