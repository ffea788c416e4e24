// Whether a result is as accurate as it was asked for.
#pragma once

#include <cstddef>

#include "base/goal.hpp"
#include "run/task.hpp"

namespace cuboid::algorithm {

/// How large the error of a component may be.
double tolerance(const Result &result, const Goal &goal, std::size_t component);

/// Whether the error of a component is small enough.  Never for a NaN.
bool reached(const Result &result, const Goal &goal, std::size_t component);

/// The goal with a tolerance that is not zero, by which errors can be divided.
Goal with_tolerance(Goal goal);

/// The component whose error is the largest in terms of its tolerance, and how many times that.
struct Farthest {
  int component;
  double ratio;
};
Farthest farthest_component(const Result &result, const Goal &goal);

/// Raises the error of a component of an accurate result to that amount, but not so much that the
/// accuracy is missed: what adds less than that is not looked after, and may be there.
void leave_room(Result &result, const Goal &goal, std::size_t component, double amount);

/// Whether all components are accurate enough.
bool accurate(const Result &result, const Goal &goal);

/// Throws Failure(CUBOID_NONFINITE), which names the component, unless its sums are in range.
void require_in_range(bool in_range, std::size_t component);

/// Which tolerance a result that converged has met, to be put after the sentence that it has:
/// " (relative)", " (absolute)", or that it is one or the other, component by component.
const char *tolerance_met(const Result &result, const Goal &goal);

}  // namespace cuboid::algorithm
