// Lines along an axis through given places, on which a probe can see whether something stands out
// there (rule/probe.hpp).
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "rule/probe.hpp"
#include "run/task.hpp"

namespace cuboid::algorithm {

class LinesThrough {
 public:
  /// spikes: what spreads over two points is one thing (spikes.hpp).
  explicit LinesThrough(const Task &task, bool spikes = true);

  /// Forgets all lines.
  void clear() { x_.clear(); }
  /// Within two bounds of that axis: the place is one of the points of the line, the one next to
  /// its middle that the bounds allow.
  void add(std::span<const double> place, int axis, double length, double lower, double upper);
  /// From one place to another, along no axis.
  void add_between(std::span<const double> from, std::span<const double> to);
  /// All lines in one call.  Throws what the engine throws.
  void evaluate();
  /// By all calls, a call that failed included.
  std::int64_t evaluated() const { return evaluated_; }

  rule::StandingOut standing_out(std::size_t line, int component) const;
  /// [ndim]
  std::span<const double> point(std::size_t line, int point) const;

 private:
  const Task &task_;
  const bool spikes_;
  const int points_;                        ///< of a line
  const std::size_t coordinates_, values_;  ///< of a line
  std::vector<double> x_;                   ///< [lines][points][ndim]
  std::vector<double> f_;                   ///< [lines][points][ncomp]
  std::int64_t evaluated_ = 0;
};

}  // namespace cuboid::algorithm
