// Cuhre: what it has, and how it is called.
#include "router/methods/cuhre.hpp"

#include <atomic>
#include <cmath>
#include <limits>

#include "cuba/cuhre/cuhre.hpp"
#include "cuba/cuhre/known_rule.hpp"
#include "domain/domain.hpp"
#include "router/points_method.hpp"

namespace cuboid::router {

namespace {

void run_cuhre(const Run &run, Outcome &outcome) {
  if (!run.request.cuba.called) return run_cubature(run, outcome, cubature_options(run.request));
  run_on_points(run, outcome, [&](const algorithm::Task &task) {
    algorithm::cuba::cuhre(task, static_cast<int>(run.request.options.key), outcome.result);
  });
}

}  // namespace

algorithm::CubatureOptions cubature_options(const Request &request) {
  const Options &options = request.options;
  algorithm::CubatureOptions all{static_cast<int>(options.key), options.splits,
                                 probing_of(options)};
  if (request.host.domain != nullptr) all.parts = request.host.domain->parts();
  all.origins = origins_of(request.host.ndim, request.lower_limits(), request.upper_limits());
  return all;
}

std::vector<double> origins_of(int ndim, const double *lower, const double *upper) {
  std::vector<double> origins;
  for (int d = 0; lower != nullptr && d < ndim; ++d) {
    const double origin = lower[d] / (upper[d] - lower[d]);
    origins.push_back(std::isfinite(origin) ? origin : 0);
  }
  return origins;
}

void run_cubature(const Run &run, Outcome &outcome, const algorithm::CubatureOptions &options) {
  std::atomic<std::int64_t> beside = 0;
  run_on_points(
      run, outcome,
      [&](const algorithm::Task &task) { algorithm::cubature(task, options, outcome.result); },
      make_stepping_engine(run, beside));
  outcome.result.neval += beside;
}

const MethodTraits cuhre_traits{
    .interface = Interface::points,
    .run = run_cuhre,
    .on_device = Method::pagani,
    .keeps_trial = true,
    .sees_ends = true,
    .cost = {4},
    // Of PAGANI: gpu_cuhre_rate.txt, device_times.txt.
    .cost_on_device = {.evaluation = 0.005, .beginning = 7e4},
    // The mean over the steps treats totals over the same regions as independent.
    .last_only = true,
};

std::int64_t points_of_rule(const Request &request) {
  if (request.host.ndim > max_dimensions_for_cubature)
    return std::numeric_limits<std::int64_t>::max();
  return algorithm::known_rule(request.host.ndim, static_cast<int>(request.options.key),
                               !request.cuba.called)
      .points;
}

}  // namespace cuboid::router
