// What the refinement of the regions of one integral is to reach, and by which numbers.
#pragma once

#include "base/goal.hpp"
#include "base/hd.hpp"
#include "base/tolerance.hpp"
#include "rule/region_error.hpp"

namespace cuboid::rule {

struct Refinement {
  Goal goal;
  /// An iteration splits no fewer regions than this, while there are as many.
  long long least = 1;
  FewRegions few;
};

/// The requested accuracy of one component, and the unit in which its errors are compared with
/// those of others.
struct ComponentGoal {
  double tolerance = 0;
  double scale = 0;  ///< of errors; 0: this component asks for no split
};

/// mass: the errors of all regions added up, which keeps the unit in range if the tolerance is 0.
CUBOID_HD inline ComponentGoal component_goal(const Goal &asked, const ComponentEstimate &one,
                                              const Beside &beside, double mass) {
  ComponentGoal goal;
  goal.tolerance = tolerance_of(asked, one, beside);
  double unit = mass * 0x1p-60;
  unit = unit > 0x1p-1000 ? unit : 0x1p-1000;
  unit = unit > goal.tolerance ? unit : goal.tolerance;
  goal.scale = one.error <= goal.tolerance ? 0 : 1 / unit;
  return goal;
}

}  // namespace cuboid::rule
