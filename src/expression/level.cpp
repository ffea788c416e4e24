#include "expression/level.hpp"

#include <limits>

namespace cuboid::expression {

namespace {

bool is_truth(const Node &node, const std::vector<bool> &truth) {
  const auto operand = [&](std::size_t k) {
    return truth[static_cast<std::size_t>(node.operand[k])];
  };
  switch (node.operation) {
    case Operation::less:
    case Operation::less_equal:
    case Operation::logical_and:
    case Operation::logical_or:
    case Operation::logical_not:
      return true;
    case Operation::multiply:
      return operand(0) && operand(1);
    case Operation::select:
      return operand(0);
    default:
      return false;
  }
}

/// By node: it is 0 or 1, or chosen by what is.
std::vector<bool> truths(const Graph &graph) {
  std::vector<bool> truth(graph.nodes().size());
  for (std::size_t i = 0; i < truth.size(); ++i) truth[i] = is_truth(graph.nodes()[i], truth);
  return truth;
}

/// Where the condition holds, what is above 0, and else what is below: also where both sides are
/// equal, as whole numbers are over a whole region, and where they are NaN.
NodeIndex signed_by(Graph &graph, NodeIndex condition, NodeIndex level) {
  constexpr double least = std::numeric_limits<double>::min();
  return graph(Operation::select, condition, graph(Operation::max, level, graph.constant(least)),
               graph(Operation::min, level, graph.constant(-least)));
}

/// operand: the levels of the node's.
NodeIndex level_of(Graph &graph, NodeIndex at, const std::array<NodeIndex, 3> &operand) {
  const Node node = graph[at];
  const auto lesser = [&](NodeIndex a, NodeIndex b) { return graph(Operation::min, a, b); };
  switch (node.operation) {
    case Operation::less:
    case Operation::less_equal:
      return signed_by(graph, at, graph(Operation::subtract, node.operand[1], node.operand[0]));
    case Operation::logical_or:
      return graph(Operation::max, operand[0], operand[1]);
    case Operation::logical_not:
      return graph(Operation::negate, operand[0]);
    case Operation::select:
      return graph(Operation::max, lesser(operand[0], operand[1]),
                   lesser(graph(Operation::negate, operand[0]), operand[2]));
    default:  // && and products
      return lesser(operand[0], operand[1]);
  }
}

}  // namespace

bool is_condition(const Expression &expression) {
  return truths(expression.graph)[static_cast<std::size_t>(expression.components.front())];
}

Expression level_of(const Expression &condition) {
  Expression found = condition;
  Graph &graph = found.graph;
  const std::vector<bool> truth = truths(graph), is_needed = needed(graph, found.components);
  std::vector<NodeIndex> level(truth.size());
  // What is no truth counts where it is not 0.
  const auto side = [&](NodeIndex at) {
    if (truth[static_cast<std::size_t>(at)]) return level[static_cast<std::size_t>(at)];
    if (graph[at].operation != Operation::constant)
      return signed_by(graph, at, graph(Operation::abs, at));
    return graph.constant(graph[at].value != 0 ? 1 : -1);
  };
  for (std::size_t i = 0; i < truth.size(); ++i) {
    if (!truth[i] || !is_needed[i]) continue;
    const Node node = graph.nodes()[i];
    level[i] = level_of(graph, static_cast<NodeIndex>(i),
                        {side(node.operand[0]), side(node.operand[1]), side(node.operand[2])});
  }
  found.components = {level[static_cast<std::size_t>(condition.components.front())]};
  return found;
}

}  // namespace cuboid::expression
