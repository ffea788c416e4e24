#include "router/method_cost.hpp"

namespace cuboid::router {

namespace {

/// Nanoseconds of a reference integrand on the host, about.  That of the integrand at hand is not
/// measured, since the same call has to give the same bits.
constexpr double usual_integrand = 6;

/// Measured on the reference integrals on one core, with what choosing.py prints
/// (tests/bench/results/choosing.txt): calls with few and with many evaluations tell the two parts.
MethodCost own_cost_on_host(Method method) {
  switch (method) {
    case Method::cuhre:
      return {4, 0};
    case Method::lattice:
      return {15, 2e5};
    case Method::vegas_plus:
      return {12, 0};
    case Method::divonne:
      return {28, 0};
    default:
      return {12, 0};
  }
}

/// On an H100, with integrands that cost next to nothing.  With the costs of the
/// reference integrands in their place, and openings to match, auto
/// converged less often (choosing.txt).
MethodCost cost_on_device(Method method) {
  switch (method) {
    case Method::cuhre:  // PAGANI: gpu_cuhre_rate.txt, device_times.txt
      return {0.005, 7e4};
    case Method::lattice:  // with the map: gpu_lattice.txt
      return {0.06, 1e6};
    case Method::vegas_plus:  // samples_speed.txt, device_times.txt
      return {0.008, 2.5e5};
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
