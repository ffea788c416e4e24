#include "run/accuracy.hpp"

#include <algorithm>
#include <cmath>

#include "base/failure.hpp"
#include "base/formatted.hpp"
#include "base/tolerances.hpp"
#include "statistics/tiny.hpp"

namespace cuboid::algorithm {

double tolerance(const Result &result, const Goal &goal, std::size_t component) {
  const auto estimate_of = [&](std::size_t c) {
    return ComponentEstimate{result.integral[c], result.error[c]};
  };
  return tolerance_at(goal, estimate_of, result.integral.size(), component);
}

bool reached(const Result &result, const Goal &goal, std::size_t component) {
  // Infinity is within a relative accuracy of infinity.
  return std::isfinite(result.error[component]) &&
         result.error[component] <= tolerance(result, goal, component);
}

Goal with_tolerance(Goal goal) {
  goal.epsabs = std::max(goal.epsabs, statistics::tiny);
  return goal;
}

bool accurate(const Result &result, const Goal &goal) {
  for (std::size_t c = 0; c < result.integral.size(); ++c)
    if (!reached(result, goal, c)) return false;
  return true;
}

void require_in_range(bool in_range, std::size_t component) {
  if (in_range) return;
  throw Failure(CUBOID_NONFINITE,
                formatted("the sums or the squares of f[%zu] overflow: scale the integrand, "
                          "or an axis that runs to infinity",
                          component));
}

Farthest farthest_component(const Result &result, const Goal &goal) {
  Farthest farthest{0, -1};
  for (std::size_t c = 0; c < result.error.size(); ++c) {
    const double ratio = result.error[c] / tolerance(result, goal, c);
    if (ratio > farthest.ratio) farthest = {static_cast<int>(c), ratio};
  }
  return farthest;
}

void leave_room(Result &result, const Goal &goal, std::size_t component, double amount) {
  const double before = result.error[component];
  result.error[component] = std::max(before, std::min(amount, tolerance(result, goal, component)));
  // The other part of a complex number, or of a vector, may have left less than that.
  const std::size_t other = other_part(goal, component);
  const bool is_left = is_of_vector(goal.norm)
                           ? accurate(result, goal)
                           : other == component ||
                                 (reached(result, goal, component) && reached(result, goal, other));
  if (!is_left) result.error[component] = before;
}

const char *tolerance_met(const Result &result, const Goal &goal) {
  Goal relative = goal;
  relative.epsabs = 0;
  const bool is_zero =
      std::all_of(result.integral.begin(), result.integral.end(), [](double v) { return v == 0; });
  if (!(is_zero && goal.epsabs > 0) && accurate(result, relative)) return " (relative)";
  Goal absolute = goal;
  absolute.epsrel = 0;
  return accurate(result, absolute) ? " (absolute)"
                                    : " (relative or absolute, component by component)";
}

}  // namespace cuboid::algorithm
