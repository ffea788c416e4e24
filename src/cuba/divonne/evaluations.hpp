// The integrand as Divonne sees it: counted, and extrapolated where it must not be evaluated.
#pragma once

#include <cstdint>
#include <vector>

#include "run/task.hpp"

namespace cuboid::algorithm::divonne_detail {

/// What the integrand is told about the purpose of a point.
enum class Phase : std::int32_t { given = 0, partitioning = 1, main = 2, refinement = 3 };

class Evaluations {
 public:
  /// border: width of the zone along the faces of the cube without evaluations; not above 0: none.
  /// count: where evaluations are counted, beginning with what it holds.
  Evaluations(const Task &task, double border, std::int64_t &count);

  /// Fills f, [count][ncomp], at the points x, [count][ndim].
  void evaluate(Phase phase, std::int64_t count, const double *x, double *f);

  /// The same, but a point in the border is replaced by two: the nearest outside of it and one a
  /// quarter of the border's width further in the same direction, from which f is extrapolated.
  void evaluate_extrapolated(Phase phase, std::int64_t count, const double *x, double *f);

  /// Evaluations that takes.
  std::int64_t extrapolated(std::int64_t count, const double *x) const;

  /// From this number of points on, a batch costs no more for each of them.
  std::int64_t worthwhile_batch() const { return task_.engine->worthwhile_batch(); }

  bool has_border() const { return border_ > 0; }
  int ndim() const { return task_.ndim; }
  int ncomp() const { return task_.ncomp; }

  /// Evaluations so far.
  std::int64_t count() const { return count_; }
  void set_count(std::int64_t count) { count_ = count; }

  /// False once there have been as many as the caller allows.
  bool within_budget() const { return count_ < task_.goal.maxeval; }

 private:
  const Task &task_;
  double border_;
  std::int64_t &count_;
  std::vector<double> x_, f_;
  std::vector<double> ratio_;  ///< of the distances, negative for points that stay; length: count
};

}  // namespace cuboid::algorithm::divonne_detail
