#include "expression/jumps.hpp"

namespace cuboid::expression {

namespace {

/// What is 0 or 1 jumps where it was made, and is told there.
bool is_truth(Operation operation) {
  return operation == Operation::logical_not ||
         (operation >= Operation::less && operation <= Operation::logical_or);
}

std::string_view jump_word(Operation operation) {
  if (operation == Operation::logical_not) return "!";
  if (is_truth(operation)) return sign_of(operation);
  switch (operation) {
    case Operation::sign:
    case Operation::floor:
    case Operation::ceil:
    case Operation::round:
    case Operation::trunc:
    case Operation::fmod:
    case Operation::abs:
    case Operation::min:
    case Operation::max:
      return name_of(operation);
    case Operation::select:
      return "?";
    default:
      return "";
  }
}

bool is_kink(Operation operation) {
  return operation == Operation::abs || operation == Operation::min || operation == Operation::max;
}

/// Whether the place of the jump depends on the operand, and not the values beside it alone.
bool decides(Operation operation, std::size_t operand) {
  return operation != Operation::select || operand == 0;
}

}  // namespace

std::vector<Jump> moving_jumps(const Expression &expression, int parameter) {
  const Graph &graph = expression.graph;
  const std::vector<bool> is_needed = needed(graph, expression.components);
  std::vector<bool> moves(is_needed.size());
  std::vector<Jump> jumps;
  for (std::size_t i = 0; i < is_needed.size(); ++i) {
    const Node &node = graph.nodes()[i];
    moves[i] = node.operation == Operation::parameter &&
               (parameter == any_parameter || node.index == parameter);
    const std::string_view word = jump_word(node.operation);
    bool is_jump = false;
    for (std::size_t k = 0; k < static_cast<std::size_t>(operands_of(node.operation)); ++k) {
      const auto operand = static_cast<std::size_t>(node.operand[k]);
      moves[i] = moves[i] || moves[operand];
      is_jump = is_jump || (!word.empty() && decides(node.operation, k) && moves[operand] &&
                            !is_truth(graph.nodes()[operand].operation));
    }
    if (is_jump && is_needed[i])
      jumps.push_back({word, node.column, is_kink(node.operation), static_cast<NodeIndex>(i)});
  }
  return jumps;
}

}  // namespace cuboid::expression
