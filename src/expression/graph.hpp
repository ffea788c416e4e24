// An expression as nodes whose operands stand before them; what is written twice is one node.
#pragma once

#include <array>
#include <cstddef>
#include <map>
#include <tuple>
#include <vector>

#include "expression/operation.hpp"

namespace cuboid::expression {

using NodeIndex = int;

struct Node {
  Operation operation;
  std::array<NodeIndex, 3> operand;  ///< unused ones: those of the first
  int index;                         ///< of a variable or parameter
  double value;                      ///< of a constant
  int column;                        ///< where the text has it first, from 1; 0: it is derived
};

class Graph {
 public:
  NodeIndex constant(double value);
  NodeIndex variable(int index) { return leaf(Operation::variable, index); }
  NodeIndex parameter(int index) { return leaf(Operation::parameter, index); }

  /// Of constants, the constant that it is, if that is finite.  Powers with small whole numbers are
  /// products.
  NodeIndex operator()(Operation operation, NodeIndex a) { return add(operation, {a, a, a}); }
  NodeIndex operator()(Operation operation, NodeIndex a, NodeIndex b);
  NodeIndex operator()(Operation operation, NodeIndex a, NodeIndex b, NodeIndex c) {
    return add(operation, {a, b, c});
  }

  const std::vector<Node> &nodes() const { return nodes_; }
  const Node &operator[](NodeIndex node) const { return nodes_[static_cast<std::size_t>(node)]; }
  bool is_constant(NodeIndex node, double value) const;

  /// For the nodes that are added from now on.
  void set_column(int column) { column_ = column; }

 private:
  NodeIndex leaf(Operation operation, int index);
  NodeIndex add(Operation operation, std::array<NodeIndex, 3> operand);
  NodeIndex whole_power(NodeIndex base, int exponent);
  NodeIndex insert(const Node &node);

  using Key = std::tuple<Operation, std::array<NodeIndex, 3>, int, unsigned long long>;
  std::vector<Node> nodes_;
  std::map<Key, NodeIndex> places_;
  int column_ = 0;
};

/// The components of an integrand.
struct Expression {
  Graph graph;
  std::vector<NodeIndex> components;
};

/// Adds what an expression is of other nodes, which take the place of its variables by their
/// numbers, and returns its components.  Differences to what these begin with keep all digits.
/// of_text: its columns are those of the text of the graph.
std::vector<NodeIndex> add_copy(Graph &graph, const Expression &expression,
                                const std::vector<NodeIndex> &variables, bool of_text);

/// Which nodes the given ones need, themselves included.
std::vector<bool> needed(const Graph &graph, const std::vector<NodeIndex> &roots);

}  // namespace cuboid::expression
