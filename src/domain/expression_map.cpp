#include "domain/expression_map.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <optional>

#include "base/failure.hpp"
#include "base/formatted.hpp"
#include "domain/maps.hpp"
#include "domain/parts.hpp"
#include "domain/text.hpp"
#include "expression/derivative.hpp"
#include "expression/parse.hpp"
#include "expression/program.hpp"
#include "expression/text.hpp"

namespace cuboid::domain {

namespace {

using expression::Expression;
using expression::Graph;
using expression::Node;
using expression::NodeIndex;
using expression::Operation;

/// What a node is that depends on no variable and no parameter.
std::optional<double> constant_value(const Graph &graph, NodeIndex node) {
  const std::vector<bool> is_needed = expression::needed(graph, {node});
  for (std::size_t i = 0; i < is_needed.size(); ++i) {
    const Operation operation = graph.nodes()[i].operation;
    const bool varies = operation == Operation::variable || operation == Operation::parameter;
    if (is_needed[i] && varies) return std::nullopt;
  }
  const double nothing = 0;
  double value = 0;
  expression::Program({graph, {node}}).evaluate(1, 1, &nothing, &nothing, &value);
  return value;
}

/// The nodes of a map.
class Builder {
 public:
  Graph graph;

  NodeIndex number(double value) { return graph.constant(value); }
  NodeIndex plus(NodeIndex a, NodeIndex b) { return graph(Operation::add, a, b); }
  NodeIndex minus(NodeIndex a, NodeIndex b) { return graph(Operation::subtract, a, b); }
  NodeIndex times(NodeIndex a, NodeIndex b) {
    if (graph.is_constant(a, 1)) return b;
    return graph.is_constant(b, 1) ? a : graph(Operation::multiply, a, b);
  }
  NodeIndex over(NodeIndex a, NodeIndex b) { return graph(Operation::divide, a, b); }

  struct Mapped {
    NodeIndex x, jacobian;
  };

  /// From one place to the next: the maps of map::Interval.
  Mapped between(NodeIndex lower, NodeIndex upper, NodeIndex t) {
    const double from = constant_value(graph, lower).value_or(0);
    const double to = constant_value(graph, upper).value_or(0);
    if (std::isfinite(from) && std::isfinite(to)) {
      const NodeIndex width = minus(upper, lower);
      return {plus(lower, times(t, width)), width};
    }
    if (std::isnan(from) || std::isnan(to) || from == to)
      reject("limits of an axis are no numbers, or the same infinity twice");
    const bool falls = from > to;
    const NodeIndex low = falls ? upper : lower, high = falls ? lower : upper;
    const NodeIndex sign = number(falls ? -1 : 1);
    const bool is_from = !std::isinf(falls ? to : from);
    const NodeIndex inside =
        graph(Operation::min, graph(Operation::max, t, number(is_from ? 0 : 0x1p-500)),
              number(1 - 0x1p-53));
    const NodeIndex to_lower = over(number(1), inside);
    const NodeIndex to_upper = over(number(1), minus(number(1), inside));
    const NodeIndex by_lower = times(to_lower, to_lower), by_upper = times(to_upper, to_upper);
    if (is_from) return {plus(low, times(inside, to_upper)), times(sign, by_upper)};
    if (!std::isinf(falls ? from : to))
      return {minus(high, times(minus(number(1), inside), to_lower)), times(sign, by_lower)};
    const NodeIndex middle = minus(times(number(2), inside), number(1));
    return {times(times(middle, to_lower), to_upper), times(sign, plus(by_lower, by_upper))};
  }

  /// Through all places, as axis_map has it.
  Mapped through(const std::vector<NodeIndex> &places, NodeIndex t) {
    const int count = static_cast<int>(places.size()) - 1;
    if (count == 1) return between(places[0], places[1], t);
    int m = 1;
    while (m < count) m *= 2;
    // The last part first, so that each choice stands before those that follow.
    int end = m;
    Mapped all{};
    for (int i = count; i-- > 0;) {
      const int width = i < m - count ? 2 : 1;  // in units of 1/m
      const int begin = end - width;
      const NodeIndex own = times(number(1.0 / width), minus(times(number(m), t), number(begin)));
      const auto at = static_cast<std::size_t>(i);
      Mapped part = between(places[at], places[at + 1], own);
      part.jacobian = times(number(static_cast<double>(m) / width), part.jacobian);
      if (i == count - 1) {
        all = part;
      } else {
        const NodeIndex here = graph(Operation::less, t, number(static_cast<double>(end) / m));
        all = {graph(Operation::select, here, part.x, all.x),
               graph(Operation::select, here, part.jacobian, all.jacobian)};
      }
      end = begin;
    }
    return all;
  }

  /// By the minors of the last rows, each of which is found once.
  NodeIndex determinant(const std::vector<std::vector<NodeIndex>> &matrix) {
    minors_.clear();
    std::vector<bool> used(matrix.size());
    return minor_of(matrix, 0, used);
  }

 private:
  NodeIndex minor_of(const std::vector<std::vector<NodeIndex>> &matrix, std::size_t row,
                     std::vector<bool> &used) {
    if (row == matrix.size()) return number(1);
    const auto known = minors_.find(used);
    if (known != minors_.end()) return known->second;
    NodeIndex sum = number(0);
    bool is_odd = false;
    for (std::size_t column = 0; column < matrix.size(); ++column) {
      if (used[column]) continue;
      const bool subtracts = is_odd;
      is_odd = !is_odd;
      if (graph.is_constant(matrix[row][column], 0)) continue;
      used[column] = true;
      const NodeIndex rest = minor_of(matrix, row + 1, used);
      used[column] = false;
      if (graph.is_constant(rest, 0)) continue;
      const NodeIndex term = times(matrix[row][column], rest);
      if (graph.is_constant(sum, 0))
        sum = subtracts ? graph(Operation::negate, term) : term;
      else
        sum = subtracts ? minus(sum, term) : plus(sum, term);
    }
    return minors_[used] = sum;
  }

  std::map<std::vector<bool>, NodeIndex> minors_;  ///< by the columns that are not in them
};

class ImageByExpressions final : public Domain {
 public:
  /// parameters: of all integrals; nullptr: each has its own.
  ImageByExpressions(std::shared_ptr<const ExpressionMap> map, const double *parameters)
      : Domain(static_cast<int>(map->parts.size()), static_cast<int>(map->parts.size())),
        map_(std::move(map)),
        program_(map_->expression) {
    const std::size_t count = map_->names.size();
    if (parameters != nullptr)
      of_all_.assign(parameters, parameters + count);
    else
      set_numbers_of_each(static_cast<int>(count));
    of_all_.push_back(0);  // an array of none is no array
  }

  void map_with(const double *parameters, std::int64_t count, const double *t, double *x,
                double *jacobian) const override {
    const auto points = static_cast<std::size_t>(count);
    const auto n = static_cast<std::size_t>(ndim());
    std::vector<double> inner, of_inner(points, 1), values(points * (n + 1));
    if (map_->of) {
      inner.resize(points * n);
      map_->of->map(count, t, inner.data(), of_inner.data());
      t = inner.data();
    }
    program_.evaluate(points, ndim(), t, numbers_of_each() > 0 ? parameters : of_all_.data(),
                      values.data());
    for (std::size_t i = 0; i < points; ++i) {
      std::copy_n(&values[i * (n + 1)], n, x + i * n);
      jacobian[i] = values[i * (n + 1) + n] * of_inner[i];
    }
  }

  std::string device_text(const std::string &name) const override {
    const std::string inner = map_->of ? map_->of->device_text(name + "i") : "";
    if (map_->of && inner.empty()) return "";
    const std::string n = std::to_string(ndim());
    const std::string more = std::to_string(ndim() + 1);
    const std::string of_inner =
        map_->of ? "double y[" + n + "];\nconst double inner = " + name + "i(t, y, p);\n"
                 : "const double *y = t;\nconst double inner = 1;\n";
    const bool of_each = numbers_of_each() > 0;
    const std::string parameters = of_each ? "p" : name + "_p";
    const std::string constant =
        of_each ? "" : "static __device__ " + constants(name + "_p", of_all_);
    const std::string body = of_inner + "double values[" + more + "];\nconst int n = " + n +
                             ", more = " + more + ";\n" + name +
                             "_m(&n, y, &more, values, const_cast<double *>(" + parameters +
                             "));\nfor (int d = 0; d < n; ++d) x[d] = values[d];\n"
                             "return inner * values[n];\n";
    return inner + constant + expression::c_text(map_->expression, name + "_m") +
           function(name, body);
  }

  std::shared_ptr<const ExpressionMap> expression_map() const override { return map_; }
  bool texts_have_parameters() const override { return has_parameters(*map_); }
  Parts parts() const override { return map_->of ? map_->of->parts() : parts_of_axes(map_->parts); }
  std::string emptiness(const double *) const override {
    return map_->of ? map_->of->emptiness(nullptr) : "";
  }
  std::string note() const override { return map_->of ? map_->of->note() : ""; }

 private:
  std::shared_ptr<const ExpressionMap> map_;
  expression::Program program_;
  std::vector<double> of_all_;
};

}  // namespace

bool has_parameters(const ExpressionMap &map) {
  const expression::Expression &all = map.expression;
  const std::vector<bool> is_needed = expression::needed(all.graph, all.components);
  for (std::size_t i = 0; i < is_needed.size(); ++i)
    if (is_needed[i] && all.graph.nodes()[i].operation == Operation::parameter) return true;
  return false;
}

std::shared_ptr<const ExpressionMap> map_between(const std::vector<std::vector<Expression>> &places,
                                                 const std::vector<std::string> &names) {
  Builder builder;
  auto map = std::make_shared<ExpressionMap>();
  std::vector<NodeIndex> x;
  NodeIndex jacobian = builder.number(1);
  for (const std::vector<Expression> &axis : places) {
    std::vector<NodeIndex> nodes;
    for (const Expression &place : axis)
      nodes.push_back(expression::add_copy(builder.graph, place, x, false)[0]);
    const auto number = static_cast<int>(x.size());
    const auto [coordinate, width] = builder.through(nodes, builder.graph.variable(number));
    x.push_back(coordinate);
    jacobian = builder.times(jacobian, width);
    map->parts.push_back(static_cast<int>(axis.size()) - 1);
  }
  x.push_back(jacobian);
  map->expression = {std::move(builder.graph), std::move(x)};
  map->names = names;
  return map;
}

std::shared_ptr<const ExpressionMap> map_to(const std::vector<Expression> &coordinates,
                                            const std::vector<std::string> &names, Pointer of) {
  const auto ndim = static_cast<int>(coordinates.size());
  Builder builder;
  std::vector<NodeIndex> t, x;
  for (int axis = 0; axis < ndim; ++axis) t.push_back(builder.graph.variable(axis));
  for (const Expression &one : coordinates)
    x.push_back(expression::add_copy(builder.graph, one, t, false)[0]);
  Expression all{std::move(builder.graph), x};
  std::vector<std::vector<NodeIndex>> matrix;  // the transposed one has the same determinant
  for (int axis = 0; axis < ndim; ++axis)
    matrix.push_back(expression::derivatives(all, Operation::variable, axis));
  builder.graph = std::move(all.graph);
  x.push_back(builder.graph(Operation::abs, builder.determinant(matrix)));
  auto map = std::make_shared<ExpressionMap>();
  map->expression = {std::move(builder.graph), std::move(x)};
  map->names = names;
  map->parts.assign(coordinates.size(), 1);
  map->of = std::move(of);
  return map;
}

Pointer image_by_expressions(std::shared_ptr<const ExpressionMap> map, const double *parameters) {
  return std::make_shared<ImageByExpressions>(std::move(map), parameters);
}

Expression parse_coordinate(const std::string &text, int variables,
                            const std::vector<std::string> &names, const std::string &what) {
  try {
    Expression parsed = expression::parse(text, std::max(variables, 1), names);
    for (const Node &node : parsed.graph.nodes())
      if (node.operation == Operation::variable && node.index >= variables)
        reject("it may depend on the coordinates before it alone");
    if (parsed.components.size() != 1) reject("it must be one number");
    return parsed;
  } catch (const Failure &failure) {
    reject(what + " = \"" + text.substr(0, 200) + "\": " + failure.message());
  }
}

}  // namespace cuboid::domain
