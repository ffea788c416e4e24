#include "router/device_methods.hpp"

#include <algorithm>
#include <vector>

#include "algorithm/pagani.hpp"
#include "algorithm/vegas_plus.hpp"
#include "base/failure.hpp"
#include "map/interval.hpp"

namespace cuboid::router {

namespace {

constexpr int most_dimensions_of_rules = 30;

/// Samples of an iteration that keep a device busy for about as long as it takes to start one.
constexpr std::int64_t samples_worth_a_launch = 1 << 20;

void run_pagani(const Request &request, const Plan &plan, const DeviceChoice &device,
                const engine::Limits &limits, Outcome &outcome) {
  const Options &options = request.options;
  outcome.method = "pagani";
  const auto regions = engine::make_device_regions_engine(
      device.integrand, device.userdata, request.lower.empty() ? nullptr : request.lower.data(),
      request.upper.empty() ? nullptr : request.upper.data(), static_cast<int>(options.key), 0);
  algorithm::PaganiOptions pagani;
  pagani.epsrel = options.epsrel;
  pagani.epsabs = options.epsabs;
  pagani.mineval = options.mineval;
  pagani.maxeval = options.maxeval;
  pagani.nonfinite = plan.nonfinite;
  pagani.limits = limits;
  const algorithm::PaganiResult found = algorithm::pagani(*regions, pagani);

  algorithm::Result &result = outcome.result;
  result.integral = found.value;
  result.error = found.error;
  result.neval = found.neval;
  result.nregions = found.nregions;
  result.niterations = found.niterations;
  result.converged = found.status == CUBOID_CONVERGED;
  outcome.nonfinite = found.nonfinite;
  outcome.status = found.status;
  outcome.message = found.message;
  if (found.status < 0) throw Failure(found.status, found.message);
}

std::vector<map::Interval> box_of(const Request &request) {
  std::vector<map::Interval> box;
  for (std::size_t d = 0; d < request.lower.size(); ++d)
    box.push_back(map::make_interval(request.lower[d], request.upper[d]));
  return box;
}

/// Samples of the first iteration: those asked for, but as many as a device needs to be busy as
/// long as maxeval then allows ten iterations.
std::int64_t samples_of(const Options &options) {
  return std::max(options.nstart, std::min(options.maxeval / 10, samples_worth_a_launch));
}

void run_vegas_plus(const Request &request, const Plan &plan, const DeviceChoice &device,
                    const engine::Limits &limits, Outcome &outcome) {
  const Options &options = request.options;
  outcome.method = "vegas_plus";
  const auto samples =
      engine::make_device_samples_engine(device.integrand, device.userdata, box_of(request),
                                         static_cast<std::uint64_t>(options.seed), limits);
  algorithm::VegasPlusOptions vegas;
  vegas.epsrel = options.epsrel;
  vegas.epsabs = options.epsabs;
  vegas.mineval = options.mineval;
  vegas.maxeval = options.maxeval;
  vegas.samples = samples_of(options);
  vegas.increase = options.nincrease;
  vegas.stop_at_nonfinite = plan.nonfinite == engine::Nonfinite::stop;
  algorithm::VegasPlusResult found(request.host.ncomp);
  try {
    algorithm::vegas_plus(*samples, vegas, found);
  } catch (const Failure &) {
    outcome.result = found;
    throw;
  }
  outcome.result = found;
  outcome.status = found.converged ? CUBOID_CONVERGED : CUBOID_NOT_CONVERGED;
  outcome.message = cuboid_status_text(outcome.status);
  if (!found.remark.empty()) outcome.message += "; " + found.remark;
}

}  // namespace

bool runs_on_device(const Request &request, const Plan &plan, const DeviceChoice &device) {
  if (!device.integrand || !device.integrand->has_kernels()) return false;
  if (!request.options.statefile.empty()) return false;
  const int ndim = request.host.ndim;
  if (plan.method == Method::cuhre) return ndim >= 2 && ndim <= most_dimensions_of_rules;
  return plan.method == Method::vegas && request.grid.empty() &&
         ndim <= engine::samples_most_ndim && request.host.ncomp <= engine::samples_most_ncomp;
}

void run_on_device(const Request &request, const Plan &plan, const DeviceChoice &device,
                   const engine::Limits &limits, Outcome &outcome) {
  if (plan.method == Method::cuhre)
    run_pagani(request, plan, device, limits, outcome);
  else
    run_vegas_plus(request, plan, device, limits, outcome);
}

}  // namespace cuboid::router
