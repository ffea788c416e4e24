#include "expression/derivative.hpp"

#include <numbers>
#include <string>
#include <vector>

#include "base/formatted.hpp"

namespace cuboid::expression {

namespace {

using enum Operation;

/// No node: the derivative is 0 whatever the operands.
constexpr NodeIndex none = -1;

/// Which nodes may be infinite not only at single points: what grows beyond all doubles, and what
/// is divided by something that may be 0 over a part of the region.  Sums, products and whole
/// powers are taken for finite where their operands are.
class Infinite {
 public:
  explicit Infinite(const Graph &graph) : graph_(graph) {}

  bool may_be(NodeIndex node) {
    for (std::size_t i = known_.size(); i <= static_cast<std::size_t>(node); ++i)
      known_.push_back(look(graph_.nodes()[i]));
    return known_[static_cast<std::size_t>(node)].is_infinite;
  }

 private:
  struct Known {
    bool varies;  ///< with the coordinates; what does not is a number that the caller knows
    bool is_infinite;
  };

  Known look(const Node &node) const;

  const Graph &graph_;
  std::vector<Known> known_;
};

Infinite::Known Infinite::look(const Node &node) const {
  const int operands = operands_of(node.operation);
  if (operands == 0) return {node.operation == variable, false};
  Known any{false, false};
  for (std::size_t k = 0; k < static_cast<std::size_t>(operands); ++k) {
    const Known one = known_[static_cast<std::size_t>(node.operand[k])];
    any.varies = any.varies || one.varies;
    any.is_infinite = any.is_infinite || one.is_infinite;
  }
  switch (node.operation) {
    case divide:
      any.is_infinite = known_[static_cast<std::size_t>(node.operand[0])].is_infinite ||
                        known_[static_cast<std::size_t>(node.operand[1])].varies;
      break;
    case exp:
    case exp2:
    case expm1:
    case log:
    case log2:
    case log10:
    case log1p:
    case sinh:
    case cosh:
    case atanh:
    case tgamma:
    case lgamma:
    case power:
      any.is_infinite = any.varies;
      break;
    case sin:
    case cos:
    case atan:
    case atan2:
    case tanh:
    case erf:
    case erfc:
    case sign:
      any.is_infinite = false;
      break;
    default:
      break;
  }
  return any;
}

/// Derivatives of single nodes; those of their operands are known.
class Rules {
 public:
  explicit Rules(Graph &graph) : graph_(graph), infinite_(graph) {}

  NodeIndex sum(NodeIndex a, NodeIndex b) {
    if (a == none) return b;
    return b == none ? a : graph_(add, a, b);
  }
  NodeIndex negative(NodeIndex a) { return a == none ? none : graph_(negate, a); }
  /// outer: what the derivative of an operand is multiplied by.
  NodeIndex chain(NodeIndex outer, NodeIndex inner) {
    if (inner == none || graph_.is_constant(outer, 1)) return inner;
    return graph_.is_constant(inner, 1) ? outer : product(outer, inner);
  }

  /// By the one operand a of the node itself.
  NodeIndex outer(NodeIndex self);
  /// da, db, dc: of the operands, at least one of which is not none.
  NodeIndex of(NodeIndex self, NodeIndex da, NodeIndex db, NodeIndex dc);

 private:
  NodeIndex number(double value) { return graph_.constant(value); }
  NodeIndex inverse(NodeIndex a) { return graph_(divide, number(1), a); }
  NodeIndex square(NodeIndex a) { return graph_(multiply, a, a); }
  NodeIndex times(double factor, NodeIndex a) { return graph_(multiply, number(factor), a); }
  NodeIndex one_plus(NodeIndex a) { return graph_(add, number(1), a); }
  NodeIndex one_minus(NodeIndex a) { return graph_(subtract, number(1), a); }
  NodeIndex of_power(NodeIndex self, NodeIndex da, NodeIndex db);
  /// Where one factor is 0 and the other infinite, nothing changes, and 0 times infinity were NaN
  /// over a whole part of the region: of sqrt(max(0, a - x^2)) beyond its border, of
  /// 1/(1 + exp((x - a)/b)) where exp is beyond all doubles, of max(0, x - a)^b.
  NodeIndex product(NodeIndex a, NodeIndex b) {
    const bool either = infinite_.may_be(a) || infinite_.may_be(b);
    return graph_(either ? slope_product : multiply, a, b);
  }
  NodeIndex bell(double factor, NodeIndex a) {
    return times(factor * 2 * std::numbers::inv_sqrtpi, graph_(exp, graph_(negate, square(a))));
  }

  Graph &graph_;
  Infinite infinite_;
};

NodeIndex Rules::outer(NodeIndex self) {
  const Operation operation = graph_[self].operation;
  const NodeIndex a = graph_[self].operand[0];
  switch (operation) {
    case negate:
      return number(-1);
    case abs:
      return graph_(sign, a);
    case sqrt:
      return graph_(divide, number(0.5), self);
    case cbrt:
      return graph_(divide, number(1), times(3, square(self)));
    case exp:
      return self;
    case exp2:
      return times(std::numbers::ln2, self);
    case expm1:
      return one_plus(self);
    case log:
      return inverse(a);
    case log2:
      return inverse(times(std::numbers::ln2, a));
    case log10:
      return inverse(times(std::numbers::ln10, a));
    case log1p:
      return inverse(one_plus(a));
    case sin:
      return graph_(cos, a);
    case cos:
      return graph_(negate, graph_(sin, a));
    case tan:
      return one_plus(square(self));
    case asin:
      return inverse(graph_(sqrt, one_minus(square(a))));
    case acos:
      return graph_(negate, inverse(graph_(sqrt, one_minus(square(a)))));
    case atan:
      return inverse(one_plus(square(a)));
    case sinh:
      return graph_(cosh, a);
    case cosh:
      return graph_(sinh, a);
    case tanh:
      return one_minus(square(self));
    case asinh:
      return inverse(graph_(sqrt, one_plus(square(a))));
    case acosh:
      return inverse(graph_(sqrt, graph_(subtract, square(a), number(1))));
    case atanh:
      return inverse(one_minus(square(a)));
    case erf:
      return bell(1, a);
    case erfc:
      return bell(-1, a);
    case j0:
      return graph_(negate, graph_(j1, a));
    // J1' = J0 - J1 / x.
    case j1:
      return graph_(select, graph_(equal, a, number(0)), number(0.5),
                    graph_(subtract, graph_(j0, a), graph_(divide, self, a)));
    case tgamma:
    case lgamma:
      reject("expression, column " + std::to_string(graph_[self].column) + ": '" +
             std::string(name_of(operation)) + "' has no derivative here");
    // Constant between their jumps.
    default:
      return none;
  }
}

NodeIndex Rules::of_power(NodeIndex self, NodeIndex da, NodeIndex db) {
  const NodeIndex a = graph_[self].operand[0], b = graph_[self].operand[1];
  NodeIndex by_base = none;
  if (da != none) {
    const NodeIndex lower = graph_(power, a, graph_(subtract, b, number(1)));
    by_base = chain(graph_(multiply, b, lower), da);
  }
  if (db == none) return by_base;
  return sum(by_base, chain(product(self, graph_(log, a)), db));
}

NodeIndex Rules::of(NodeIndex self, NodeIndex da, NodeIndex db, NodeIndex dc) {
  const Operation operation = graph_[self].operation;
  const auto [a, b, c] = graph_[self].operand;
  const auto zero_if_none = [&](NodeIndex d) { return d == none ? number(0) : d; };
  switch (operation) {
    case add:
      return sum(da, db);
    case subtract:
      return sum(da, negative(db));
    case multiply:
    case slope_product:
      return sum(chain(b, da), chain(a, db));
    // self/b comes before db, which may be beyond all doubles where self/b is 0.
    case divide: {
      const NodeIndex by_a = da == none ? none : graph_(divide, da, b);
      return db == none ? by_a : sum(by_a, negative(chain(graph_(divide, self, b), db)));
    }
    case power:
      return of_power(self, da, db);
    case min:
    case max: {
      const NodeIndex first = operation == min ? graph_(less, a, b) : graph_(less, b, a);
      return graph_(select, first, zero_if_none(da), zero_if_none(db));
    }
    case hypot:
      return graph_(divide, sum(chain(a, da), chain(b, db)), self);
    case atan2:
      return graph_(divide, sum(chain(b, da), negative(chain(a, db))),
                    graph_(add, square(a), square(b)));
    case fmod:
      return sum(da, db == none ? none : negative(chain(graph_(trunc, graph_(divide, a, b)), db)));
    case select:
      return db == none && dc == none ? none
                                      : graph_(select, a, zero_if_none(db), zero_if_none(dc));
    default: {
      if (operands_of(operation) != 1) return none;
      const NodeIndex slope = outer(self);
      return slope == none ? none : chain(slope, da);
    }
  }
}

}  // namespace

std::vector<NodeIndex> derivatives(Expression &expression, Operation leaf, int index) {
  Graph &graph = expression.graph;
  graph.set_column(0);
  const std::vector<bool> is_needed = needed(graph, expression.components);
  std::vector<NodeIndex> slope(is_needed.size(), none);
  Rules rules(graph);
  for (std::size_t i = 0; i < is_needed.size(); ++i) {
    if (!is_needed[i]) continue;
    // A copy, as the graph grows.
    const Node node = graph.nodes()[i];
    if (node.operation == leaf && node.index == index) slope[i] = graph.constant(1);
    std::array<NodeIndex, 3> of{none, none, none};
    bool depends = false;
    for (std::size_t k = 0; k < static_cast<std::size_t>(operands_of(node.operation)); ++k) {
      of[k] = slope[static_cast<std::size_t>(node.operand[k])];
      depends = depends || of[k] != none;
    }
    if (depends) slope[i] = rules.of(static_cast<NodeIndex>(i), of[0], of[1], of[2]);
  }
  std::vector<NodeIndex> found;
  for (const NodeIndex component : expression.components) {
    const NodeIndex one = slope[static_cast<std::size_t>(component)];
    found.push_back(one == none ? graph.constant(0) : one);
  }
  return found;
}

}  // namespace cuboid::expression
