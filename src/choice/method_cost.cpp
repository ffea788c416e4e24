#include "choice/method_cost.hpp"

namespace cuboid::router {

namespace {

/// Nanoseconds of a reference integrand on the host, about.  That of the integrand at hand is not
/// measured, since the same call has to give the same bits.
constexpr double usual_integrand = 6;

/// What a method adds to that on one core of the host: nanoseconds for an evaluation and for each
/// axis of it, and once for each axis.  method_cost.py prints what they come from
/// (tests/bench/results/method_cost.txt).
constexpr double cuhre_evaluation = 4;
constexpr double lattice_evaluation = 3;
constexpr double lattice_axis = 1;
/// To fit the map to an axis.
constexpr double lattice_begins_axis = 1.1e5;
constexpr double vegas_plus_evaluation = 5.6;
constexpr double vegas_plus_axis = 1.3;
constexpr double divonne_evaluation = 46;
constexpr double divonne_axis = 5.6;

/// The same on a GPU, with the choice of a vector: what lattices of at most 2^24 evaluations take
/// there is in auto_constants.txt.
constexpr double lattice_begins_axis_on_device = 1.5e6;

MethodCost own_cost_on_host(Method method, int ndim) {
  switch (method) {
    case Method::cuhre:
      return {cuhre_evaluation, 0};
    case Method::lattice:
      return {lattice_evaluation + lattice_axis * ndim, lattice_begins_axis * ndim};
    case Method::divonne:
      return {divonne_evaluation + divonne_axis * ndim, 0};
    default:
      return {vegas_plus_evaluation + vegas_plus_axis * ndim, 0};
  }
}

/// On a GPU, with integrands that cost next to nothing.  With the costs of the reference integrands
/// in their place, and openings to match, auto converged less often (auto_constants.txt).
MethodCost cost_on_device(Method method, int ndim) {
  switch (method) {
    case Method::cuhre:  // PAGANI: gpu_cuhre_rate.txt, device_times.txt
      return {0.005, 7e4};
    case Method::lattice:  // gpu_lattice.txt
      return {0.06, lattice_begins_axis_on_device * ndim};
    case Method::vegas_plus:  // samples_speed.txt, device_times.txt
      return {0.008, 2.5e5};
    default:  // a launch for each batch: device_times.txt, 1e5 points
      return {10, 0};
  }
}

}  // namespace

MethodCost cost_of(Method method, int ndim, bool on_device) {
  if (on_device) return cost_on_device(method, ndim);
  MethodCost cost = own_cost_on_host(method, ndim);
  cost.evaluation += usual_integrand;
  return cost;
}

}  // namespace cuboid::router
