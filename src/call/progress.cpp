#include "call/progress.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <utility>

#include "algorithm/common/convergence.hpp"
#include "elementary/functions.hpp"

namespace cuboid::router {

namespace {

constexpr double unknown = std::numeric_limits<double>::quiet_NaN();
constexpr double infinite = std::numeric_limits<double>::infinity();

/// Of a tolerance; at most 1.
double share_of(double tolerance, double error) {
  if (std::isnan(tolerance) || std::isnan(error)) return unknown;
  return error <= tolerance ? 1 : tolerance / error;
}

/// The smaller one, or NaN if either is.
double worst(double a, double b) {
  return std::isnan(a) || a < b ? a : b;
}

}  // namespace

Shares shares_of(const algorithm::Result &result, const Goal &goal) {
  Goal by_size = goal;
  by_size.epsabs = 0;
  Goal in_units = goal;
  in_units.epsrel = 0;
  Shares shares{1, 1, 1};
  for (std::size_t c = 0; c < result.integral.size(); ++c) {
    const double error = result.error[c];
    const double relative = share_of(algorithm::tolerance(result, by_size, c), error);
    const double absolute = share_of(algorithm::tolerance(result, in_units, c), error);
    shares.relative = worst(shares.relative, relative);
    shares.absolute = worst(shares.absolute, absolute);
    shares.either = worst(shares.either, std::max(relative, absolute));
  }
  return shares;
}

double power_between(const Reached &earlier, const Reached &later) {
  if (!(earlier.share > 0 && later.share > 0 && earlier.evaluations > 0 &&
        later.evaluations > earlier.evaluations))
    return 0;
  return elementary::log(later.share / earlier.share) /
         elementary::log(later.evaluations / earlier.evaluations);
}

double needed_from(const Reached &reached, double power) {
  if (!(reached.share > 0)) return infinite;
  return reached.evaluations * elementary::pow(reached.share, -1 / power);
}

void Extrapolation::note(double evaluations, double share) {
  if (!(share > 0) || evaluations < 2 * later_.evaluations) return;
  earlier_ = std::exchange(later_, {evaluations, share});
}

double Extrapolation::needed(double evaluations, double share) const {
  if (std::isnan(share)) return unknown;
  if (share <= 0) return infinite;
  if (share >= 1) return evaluations;
  const Reached &mark = evaluations >= 1.5 * later_.evaluations ? later_ : earlier_;
  if (mark.evaluations <= 0 || evaluations < 1.5 * mark.evaluations) return unknown;
  const Reached here{evaluations, share};
  const double power = power_between(mark, here);
  return power > 0 ? needed_from(here, power) : infinite;
}

Progress::Progress(const Request &request)
    : ProgressWatch(request.listeners.progress, request.options), goal_(goal_of(request.options)) {}

void Progress::watch(std::string method, const algorithm::Result &result) {
  set_method(std::move(method));
  result_ = &result;
}

/// The earliest of what can end the integration.
double Progress::seconds_left(double evaluations, double share, double rate) {
  extrapolation_.note(evaluations, share);
  const double needed =
      std::max(extrapolation_.needed(evaluations, share), static_cast<double>(goal_.mineval));
  if (std::isnan(needed) || !(rate > 0)) return unknown;
  const double allowed = std::min(needed, static_cast<double>(goal_.maxeval));
  return std::max(allowed - evaluations, 0.0) / rate;
}

void Progress::fill(cuboid_progress &progress) {
  const algorithm::Result &result = *result_;
  const std::int64_t here = evaluated();
  const Shares shares = shares_of(result, goal_);
  progress.phase = result.phase;
  progress.iterations = result.niterations;
  // The method counts whole batches, and what runs before had evaluated by their state file; the
  // engines count what they have called.
  progress.evaluations = std::max(result.neval, here);
  progress.nregions = result.nregions;
  const auto counted = static_cast<double>(here > 0 ? here : result.neval);
  progress.rate = progress.seconds > 0 ? counted / progress.seconds : 0;
  progress.share = shares.either;
  progress.share_relative = shares.relative;
  progress.share_absolute = shares.absolute;
  progress.seconds_left =
      seconds_left(static_cast<double>(progress.evaluations), shares.either, progress.rate);
  progress.ncomp = static_cast<std::int64_t>(result.integral.size());
  progress.value = result.integral.data();
  progress.error = result.error.data();
}

}  // namespace cuboid::router
