#include "router/method_cost.hpp"

namespace cuboid::router {

namespace {

/// Nanoseconds of a reference integrand on the host, about: cubature takes 7 for the cheapest and
/// 13 in the median.  That of the integrand at hand is not measured, since the same call has to
/// give the same bits.
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
