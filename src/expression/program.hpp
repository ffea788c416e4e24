// An expression as a list of operations that are done to many points at a time.
#pragma once

#include <cstddef>
#include <vector>

#include "expression/graph.hpp"

namespace cuboid::expression {

/// Does not change after it is made; any thread may use it.  The values of a point have the same
/// bits whatever points are evaluated with it.
class Program {
 public:
  explicit Program(const Expression &expression);

  /// x: count points of ndim coordinates; f: count rows of the components.
  void evaluate(std::size_t count, int ndim, const double *x, const double *parameters,
                double *f) const;

  std::size_t ncomp() const { return components_.size(); }

 private:
  /// A row holds one number for each of some points.
  using Row = std::size_t;
  struct Step {
    Operation operation;
    Row a, b, c, out;
  };
  /// Leaves keep their rows: constants and parameters are filled in once.
  struct Leaf {
    Operation operation;
    int index;
    double value;
    Row row;
  };

  void fill_leaves(std::size_t points, const double *parameters, double *rows) const;
  void load(std::size_t points, int ndim, const double *x, double *rows) const;

  std::vector<Leaf> leaves_;
  std::vector<Step> steps_;
  std::vector<Row> components_;
  std::size_t rows_ = 0;
};

}  // namespace cuboid::expression
