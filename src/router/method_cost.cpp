#include "router/method_cost.hpp"

namespace cuboid::router {

namespace {

/// Nanoseconds of an evaluation on the host: those of the reference integrals, for which cubature
/// takes all, half of them at most 13): those of the reference integrals.  The cost of the
/// integrand at hand is not measured, since the same call has to give the same bits.
constexpr double usual_integrand = 10;

/// Measured on the reference integrals on one core, with what choosing.py prints
/// (tests/bench/results/choosing.txt): calls with few and with many evaluations tell the two parts.
MethodCost own_cost_on_host(Method method) {
  switch (method) {
    case Method::cuhre:
      return {5, 0};
    case Method::lattice:  // with ten forms and the map to begin with
      return {15, 3e6};
    case Method::vegas_plus:  // whose map of 1000 intervals is refined for 4500 samples
      return {50, 1e6};
    case Method::divonne:
      return {35, 0};
    default:
      return {40, 0};
  }
}

/// On an H100, with the reference integrals, whose text is compiled for all of a number of
/// dimensions (tests/bench/results/choosing.txt).  What beginning costs is launches.
MethodCost cost_on_device(Method method) {
  switch (method) {
    case Method::cuhre:  // which is PAGANI
      return {0.2, 4e5};
    case Method::lattice:
      return {0.1, 5e6};
    case Method::vegas_plus:
      return {0.13, 5e5};
    default:  // a launch for each batch: device_times.txt, 1e5 points
      return {10, 0};
  }
}

}  // namespace

MethodCost cost_of(Method method, bool on_device) {
  if (on_device) return cost_on_device(method);
  MethodCost cost = own_cost_on_host(method);
  cost.evaluation += usual_integrand;
  return cost;
}

}  // namespace cuboid::router
