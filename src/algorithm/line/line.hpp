// One dimension: adaptive Gauss-Kronrod pairs, with double exponential maps at ends.
#pragma once

#include <vector>

#include "base/line_place.hpp"
#include "base/probing.hpp"
#include "rule/line_step.hpp"
#include "run/task.hpp"

namespace cuboid::algorithm {

struct LineOptions {
  /// From the lower limit to the upper one, which may be the smaller number; either may be
  /// infinite.  Between them are the breaks, at which the first pieces end.
  std::vector<LinePlace> places{{0, false}, {1, false}};
  bool stop_at_nonfinite = true;  ///< else what stays NaN or infinite counts as zero
  Probing probing = Probing::standard;
  bool distances = false;  ///< after x, the engine takes x - lower and upper - x
};

/// Integrates.  The task's engine takes x itself, and leaves NaN and infinities to this.  result is
/// brought up to date after every step, so that it holds when the engine throws.
void line(const Task &task, const LineOptions &options, Result &result);

/// So many are left for the next step, the longest of which begins a map.
inline constexpr std::int64_t evaluations_of_line_step = 90;

/// With which rule::LineStep has the numbers of line where that needs no further step.  It cannot
/// have the points of thorough probing.
rule::LineStepTables line_step_tables(Probing probing);

/// With so many evaluations allowed, none of them is left out.
inline constexpr std::int64_t max_line_step =
    evaluations_of_line_step + 4 * rule::kronrod_points + 2 * rule::LineProbe::max_glimpses;

}  // namespace cuboid::algorithm
