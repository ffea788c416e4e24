#include "expression/graph.hpp"

#include <bit>
#include <cmath>

#include "base/formatted.hpp"
#include "expression/values.hpp"

namespace cuboid::expression {

namespace {

/// Derivatives of long texts must end before memory does.
constexpr std::size_t max_nodes = 1'000'000;

/// Up to here a product of squares is no less accurate than its rounding allows for.
constexpr double largest_whole_power = 16;

}  // namespace

NodeIndex Graph::insert(const Node &node) {
  const Key key{node.operation, node.operand, node.index,
                std::bit_cast<unsigned long long>(node.value)};
  const auto [place, is_new] = places_.try_emplace(key, static_cast<NodeIndex>(nodes_.size()));
  if (is_new) {
    if (nodes_.size() >= max_nodes)
      reject("the expression, or its derivatives, have more than 1000000 operations");
    nodes_.push_back(node);
  }
  return place->second;
}

NodeIndex Graph::constant(double value) {
  return insert({Operation::constant, {}, 0, value, column_});
}

NodeIndex Graph::leaf(Operation operation, int index) {
  return insert({operation, {}, index, 0, column_});
}

bool Graph::is_constant(NodeIndex node, double value) const {
  const Node &found = (*this)[node];
  return found.operation == Operation::constant && found.value == value;
}

NodeIndex Graph::add(Operation operation, std::array<NodeIndex, 3> operand) {
  std::array<double, 3> value{};
  bool all_constant = true;
  for (std::size_t i = 0; i < 3; ++i) {
    const Node &node = (*this)[operand[i]];
    all_constant = all_constant && node.operation == Operation::constant;
    value[i] = node.value;
  }
  if (all_constant) {
    double result = 0;
    apply(operation, 1, &value[0], &value[1], &value[2], &result);
    if (std::isfinite(result)) return constant(result);
  }
  return insert({operation, operand, 0, 0, column_});
}

NodeIndex Graph::operator()(Operation operation, NodeIndex a, NodeIndex b) {
  const Node &right = (*this)[b];
  const bool is_whole_power =
      operation == Operation::power && right.operation == Operation::constant &&
      right.value == std::trunc(right.value) && std::fabs(right.value) <= largest_whole_power;
  if (is_whole_power) return whole_power(a, static_cast<int>(right.value));
  return add(operation, {a, b, a});
}

NodeIndex Graph::whole_power(NodeIndex base, int exponent) {
  if (exponent < 0) return (*this)(Operation::divide, constant(1), whole_power(base, -exponent));
  if (exponent == 0) return constant(1);
  if (exponent == 1) return base;
  const NodeIndex half = whole_power(base, exponent / 2);
  const NodeIndex square = (*this)(Operation::multiply, half, half);
  return exponent % 2 == 0 ? square : (*this)(Operation::multiply, square, base);
}

namespace {

/// The difference x - a of x = a + b is b, with all its digits: where x runs from a limit a, this
/// is the distance to it, in which an integrand may be singular.  no_node: it is another
/// difference.
constexpr NodeIndex no_node = -1;
NodeIndex distance(const Graph &graph, NodeIndex x, NodeIndex from) {
  const Node sum = graph[x];
  return sum.operation == Operation::add && sum.operand[0] == from ? sum.operand[1] : no_node;
}

NodeIndex difference(Graph &graph, NodeIndex a, NodeIndex b) {
  if (const NodeIndex found = distance(graph, a, b); found != no_node) return found;
  if (const NodeIndex found = distance(graph, b, a); found != no_node)
    return graph(Operation::negate, found);
  return graph(Operation::subtract, a, b);
}

}  // namespace

std::vector<NodeIndex> add_copy(Graph &graph, const Expression &expression,
                                const std::vector<NodeIndex> &variables, bool of_text) {
  const std::vector<bool> is_needed = needed(expression.graph, expression.components);
  std::vector<NodeIndex> copy(is_needed.size());
  for (std::size_t i = 0; i < is_needed.size(); ++i) {
    if (!is_needed[i]) continue;
    const Node &node = expression.graph.nodes()[i];
    graph.set_column(of_text ? node.column : 0);
    const auto operand = [&](std::size_t k) {
      return copy[static_cast<std::size_t>(node.operand[k])];
    };
    if (node.operation == Operation::constant)
      copy[i] = graph.constant(node.value);
    else if (node.operation == Operation::parameter)
      copy[i] = graph.parameter(node.index);
    else if (node.operation == Operation::variable)
      copy[i] = variables[static_cast<std::size_t>(node.index)];
    else if (node.operation == Operation::subtract)
      copy[i] = difference(graph, operand(0), operand(1));
    else if (operands_of(node.operation) == 1)
      copy[i] = graph(node.operation, operand(0));
    else if (operands_of(node.operation) == 2)
      copy[i] = graph(node.operation, operand(0), operand(1));
    else
      copy[i] = graph(node.operation, operand(0), operand(1), operand(2));
  }
  std::vector<NodeIndex> components;
  for (const NodeIndex component : expression.components)
    components.push_back(copy[static_cast<std::size_t>(component)]);
  return components;
}

std::vector<bool> needed(const Graph &graph, const std::vector<NodeIndex> &roots) {
  std::vector<bool> is_needed(graph.nodes().size());
  for (const NodeIndex root : roots) is_needed[static_cast<std::size_t>(root)] = true;
  for (std::size_t i = is_needed.size(); i-- > 0;) {
    const Node &node = graph.nodes()[i];
    if (!is_needed[i] || operands_of(node.operation) == 0) continue;
    for (const NodeIndex operand : node.operand)
      is_needed[static_cast<std::size_t>(operand)] = true;
  }
  return is_needed;
}

}  // namespace cuboid::expression
