#include "expression/program.hpp"

#include <algorithm>

#include "expression/values.hpp"

namespace cuboid::expression {

namespace {

/// So few that the rows of usual expressions stay in the nearest cache, and so many that it costs
/// nothing to look at what the operation is.
constexpr std::size_t block = 128;

/// The last node that needs each node.  Components are needed to the end.
std::vector<std::size_t> last_uses(const Graph &graph, const std::vector<bool> &is_needed,
                                   const std::vector<NodeIndex> &components) {
  const std::size_t count = is_needed.size();
  std::vector<std::size_t> last(count);
  for (std::size_t i = 0; i < count; ++i)
    if (is_needed[i] && operands_of(graph.nodes()[i].operation) > 0)
      for (const NodeIndex operand : graph.nodes()[i].operand)
        last[static_cast<std::size_t>(operand)] = i;
  for (const NodeIndex root : components) last[static_cast<std::size_t>(root)] = count;
  return last;
}

}  // namespace

Program::Program(const Expression &expression) {
  const Graph &graph = expression.graph;
  const std::vector<bool> is_needed = needed(graph, expression.components);
  const std::vector<std::size_t> last = last_uses(graph, is_needed, expression.components);
  std::vector<Row> row(is_needed.size());
  std::vector<Row> unused;
  for (std::size_t i = 0; i < is_needed.size(); ++i) {
    if (!is_needed[i]) continue;
    const Node &node = graph.nodes()[i];
    if (operands_of(node.operation) == 0) {
      row[i] = rows_++;
      leaves_.push_back({node.operation, node.index, node.value, row[i]});
      continue;
    }
    auto operands = node.operand;
    const auto row_of = [&](std::size_t which) {
      return row[static_cast<std::size_t>(node.operand[which])];
    };
    Step step{node.operation, row_of(0), row_of(1), row_of(2), 0};
    std::sort(operands.begin(), operands.end());
    const auto end = std::unique(operands.begin(), operands.end());
    for (auto operand = operands.begin(); operand != end; ++operand) {
      const auto used = static_cast<std::size_t>(*operand);
      if (last[used] == i && operands_of(graph[*operand].operation) > 0)
        unused.push_back(row[used]);
    }
    if (unused.empty()) unused.push_back(rows_++);
    step.out = row[i] = unused.back();
    unused.pop_back();
    steps_.push_back(step);
  }
  for (const NodeIndex root : expression.components)
    components_.push_back(row[static_cast<std::size_t>(root)]);
}

void Program::fill_leaves(std::size_t points, const double *parameters, double *rows) const {
  for (const Leaf &leaf : leaves_)
    if (leaf.operation != Operation::variable)
      std::fill_n(rows + leaf.row * points, points,
                  leaf.operation == Operation::constant ? leaf.value : parameters[leaf.index]);
}

void Program::load(std::size_t points, int ndim, const double *x, double *rows) const {
  for (const Leaf &leaf : leaves_) {
    if (leaf.operation != Operation::variable) continue;
    const double *from = x + leaf.index;
    double *const to = rows + leaf.row * points;
    for (std::size_t i = 0; i < points; ++i, from += ndim) to[i] = *from;
  }
}

void Program::evaluate(std::size_t count, int ndim, const double *x, const double *parameters,
                       double *f) const {
  const auto ncoordinates = static_cast<std::size_t>(ndim);
  const std::size_t width = std::min(count, block);
  std::vector<double> memory(rows_ * width);
  double *const rows = memory.data();
  fill_leaves(width, parameters, rows);
  for (std::size_t first = 0; first < count; first += width) {
    // The last points are done once more with some of those before them.
    const std::size_t begin = std::min(first, count - width);
    load(width, ndim, x + begin * ncoordinates, rows);
    for (const Step &step : steps_)
      apply(step.operation, width, rows + step.a * width, rows + step.b * width,
            rows + step.c * width, rows + step.out * width);
    for (std::size_t component = 0; component < ncomp(); ++component) {
      const double *const from = rows + components_[component] * width;
      double *to = f + begin * ncomp() + component;
      for (std::size_t i = 0; i < width; ++i, to += ncomp()) *to = from[i];
    }
  }
}

}  // namespace cuboid::expression
