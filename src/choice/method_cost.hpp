// What the evaluations of a method cost, as far as that is known without looking at a clock.
#pragma once

#include "router/methods.hpp"

namespace cuboid::router {

/// Nanoseconds, with a usual integrand.
struct MethodCost {
  double evaluation;  ///< of one, with what the method does for it
  double beginning;   ///< besides, once
};

MethodCost cost_of(Method method, int ndim, bool on_device);

}  // namespace cuboid::router
