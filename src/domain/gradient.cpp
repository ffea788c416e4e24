#include "domain/gradient.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>

#include "domain/even_points.hpp"
#include "domain/maps.hpp"
#include "expression/derivative.hpp"
#include "expression/program.hpp"

namespace cuboid::domain {

namespace {

using expression::Expression;
using expression::Graph;
using expression::Jump;
using expression::Node;
using expression::NodeIndex;
using expression::Operation;

/// What is constant between the jumps of a node.
NodeIndex step_of(Graph &graph, NodeIndex jump) {
  const Node node = graph[jump];
  const auto [a, b, c] = node.operand;
  if (node.operation == Operation::select) return graph(Operation::not_equal, a, graph.constant(0));
  if (node.operation == Operation::fmod)
    return graph(Operation::trunc, graph(Operation::divide, a, b));
  return jump;
}

/// Of jumps, those that occur within parts.  Of f itself, and not of derivatives, a jump is none
/// where the Jacobian is 0, as in the part before a break that has left the box.
std::vector<Jump> within_parts(const Expression &f, const ExpressionMap &map,
                               const std::vector<Jump> &jumps, const double *values,
                               bool is_derivative) {
  constexpr int points = 4096;
  const std::vector<int> &parts = map.parts;
  Expression steps{f.graph, {}};
  for (const Jump &jump : jumps) steps.components.push_back(step_of(steps.graph, jump.node));
  // The graph of f over a map begins with that of the map.
  const NodeIndex jacobian = map.expression.components.back();
  steps.components.push_back(jacobian);
  const std::vector<bool> of_jacobian = expression::needed(f.graph, {jacobian});
  const expression::Program program(steps);
  const std::vector<double> even = even_steps(parts.size());
  std::vector<double> t(parts.size(), 0.5);
  std::map<std::vector<int>, std::vector<double>> seen;
  std::vector<bool> varies(jumps.size());
  std::vector<double> now(steps.components.size());
  for (int i = 0; i < points; ++i) {
    std::vector<int> cell;
    for (std::size_t axis = 0; axis < parts.size(); ++axis) {
      t[axis] = std::fmod(t[axis] + even[axis], 1.0);
      cell.push_back(part_at(parts[axis], t[axis]).number);
    }
    program.evaluate(1, static_cast<int>(parts.size()), t.data(), values, now.data());
    const bool is_empty = now.back() == 0 && !is_derivative;
    std::vector<double> &first =
        seen.try_emplace(cell, now.size(), std::numeric_limits<double>::quiet_NaN()).first->second;
    for (std::size_t j = 0; j < jumps.size(); ++j) {
      if (is_empty && !of_jacobian[static_cast<std::size_t>(jumps[j].node)]) continue;
      if (std::isnan(first[j])) first[j] = now[j];
      varies[j] = varies[j] || now[j] != first[j];
    }
  }
  std::vector<Jump> found;
  for (std::size_t j = 0; j < jumps.size(); ++j)
    if (varies[j]) found.push_back(jumps[j]);
  return found;
}

}  // namespace

Expression over_map(const Expression &f, const ExpressionMap *map, Integrated what) {
  if (map == nullptr) return f;
  Expression all{map->expression.graph, {}};
  std::vector<NodeIndex> x = map->expression.components;
  NodeIndex jacobian = x.back();
  x.pop_back();
  Operation with = Operation::multiply;
  if (what == Integrated::exponentials) {
    jacobian = all.graph(Operation::log, jacobian);
    with = Operation::add;
  }
  for (const NodeIndex component : expression::add_copy(all.graph, f, x, true))
    all.components.push_back(all.graph(with, component, jacobian));
  return all;
}

Expression with_derivatives(Expression f, const std::vector<std::vector<int>> &rows) {
  std::map<std::vector<int>, std::vector<NodeIndex>> known{{{}, f.components}};
  std::vector<NodeIndex> all;
  for (const std::vector<int> &row : rows) {
    std::vector<int> done;
    for (const int parameter : row) {
      f.components = known.at(done);
      done.push_back(parameter);
      if (!known.contains(done))
        known[done] = expression::derivatives(f, Operation::parameter, parameter);
    }
    const std::vector<NodeIndex> &found = known.at(row);
    all.insert(all.end(), found.begin(), found.end());
  }
  f.components = std::move(all);
  return f;
}

std::vector<Jump> left_out_jumps(Expression f, const ExpressionMap *map,
                                 const std::vector<int> &parameters, const double *values) {
  std::vector<Jump> all;
  bool is_derivative = false;
  for (const int parameter : parameters) {
    std::vector<Jump> jumps = expression::moving_jumps(f, parameter);
    std::erase_if(jumps, [](const Jump &jump) { return jump.is_kink; });
    if (!jumps.empty() && map != nullptr && map->is_cut() && values != nullptr)
      jumps = within_parts(f, *map, jumps, values, is_derivative);
    for (const Jump &jump : jumps)
      if (std::none_of(all.begin(), all.end(), [&](const Jump &known) {
            return known.word == jump.word && known.column == jump.column;
          }))
        all.push_back(jump);
    f.components = expression::derivatives(f, Operation::parameter, parameter);
    is_derivative = true;
  }
  return all;
}

}  // namespace cuboid::domain
