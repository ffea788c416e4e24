#include "choice/candidate.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "algorithm/common/convergence.hpp"
#include "algorithm/lattice/lattice.hpp"
#include "elementary/functions.hpp"

namespace cuboid::router {

namespace {

// What the constants are worth: tests/bench/results/auto_constants.txt.

/// Iterations of VEGAS+ whose samples have a larger relative error together than this have met
/// something narrow, and may have met one peak of two (tests/bench/results/two_peaks.txt): 4500
/// even samples of values that vary by seven times their mean have more.
constexpr double narrow_error = 0.1;

bool has_met_something_narrow(const algorithm::Result &result) {
  if (result.only_zeros) return true;
  for (std::size_t c = 0; c < result.integral.size(); ++c)
    if (!(result.error[c] <= narrow_error * std::fabs(result.integral[c]))) return true;
  return false;
}

/// It met a value that is not finite, and left nothing to go on from.
bool has_no_values(const Outcome &outcome) {
  return outcome.status == CUBOID_NONFINITE && std::isnan(outcome.result.integral[0]);
}

bool is_failure(const Outcome &outcome) {
  return outcome.status < 0 && outcome.status != CUBOID_NONFINITE;
}

}  // namespace

Candidate::Candidate(const Prior &prior, const Request &request, bool resumes)
    : prior_(prior), request_(request), outcome_(request.host.ncomp) {
  if (!resumes) return;
  const bool begun = request.resume.begun > 0 && prior.method == Method::cuhre;
  memory_ = begun ? request.resume.memory : std::make_shared<algorithm::StateMemory>();
  if (begun) largest_.note(request.resume.largest_before);
  if (begun) prior_.opening = std::max(prior_.opening, request.resume.begun);
}

bool Candidate::has_ended() const {
  return tried() && ((outcome_.result.converged && outcome_.nonfinite == 0) || was_stopped() ||
                     outcome_.result.refused);
}

bool Candidate::was_stopped() const {
  return outcome_.status == CUBOID_CANCELLED || outcome_.status == CUBOID_TIME_LIMIT ||
         is_failure(outcome_);
}

double Candidate::share() const {
  return marks_.empty() || !(marks_.back().share > 0) ? 0 : marks_.back().share;
}

double Candidate::power() const {
  if (!prior_.power_rises) return prior_.power;
  const std::optional<double> power = power_to_come(marks_, prior_.hoped_power);
  return std::max(power.value_or(prior_.power), prior_.power);
}

double Candidate::needed() const {
  if (has_ended()) return static_cast<double>(used_);
  if (given_up_) return std::numeric_limits<double>::infinity();
  if (!tried()) return prior_.needed;
  // What a map has seen that was found by few samples says nothing of another one.
  if (is_to_begin_anew()) return static_cast<double>(next_stop()) + prior_.needed;
  // With as many as it was allowed it did not get there.
  const double allowed = share() < 1 && resumes() ? static_cast<double>(stop_) : 0;
  return std::max({beside() + needed_of_this(), prior_.least, allowed});
}

/// Of the evaluations that bring its error down.
double Candidate::needed_of_this() const {
  double needed = marks_.back().evaluations;
  if (share() < 1)
    return std::min(needed_from(marks_.back(), power()),
                    std::max(prior_.max_early, growth * needed));
  // Where the accuracy is reached it has to be confirmed, and further for each step that did not.
  for (auto mark = marks_.rbegin(); mark != marks_.rend() && mark->share >= 1; ++mark)
    needed *= overrun;
  return needed;
}

/// Evaluations that have no part in its error: those of a run that it did not go on from, and those
/// for the map.
double Candidate::beside() const {
  return static_cast<double>(lost_ + algorithm::map_iterations * prior_.map);
}

double Candidate::cost_up_to(double evaluations) const {
  return prior_.beginning_cost + prior_.evaluation_cost * evaluations;
}

double Candidate::cost_from_here(double evaluations) const {
  if (!runs_ && (!tried() || !resumes())) return cost_up_to(evaluations);
  const double here = runs_ ? marks_.back().evaluations : static_cast<double>(used_);
  return prior_.evaluation_cost * std::max(evaluations - here, 1.0);
}

double Candidate::cost_of_rest() const {
  return cost_from_here(needed());
}

double Candidate::min_cost_of_rest() const {
  if (!tried()) return cost_from_here(prior_.least);
  const bool unknown = share() < 1;
  return cost_from_here(unknown ? beside() + needed_from(marks_.back(), prior_.hoped_power)
                                : needed());
}

double Candidate::share_after(double evaluations) const {
  if (given_up_) return 0;
  // With less than it needs as a rule it is far from there.
  if (!tried()) return elementary::pow(evaluations / prior_.needed, prior_.hoped_power);
  return router::share_after(marks_.back(), power(),
                             std::max(evaluations - beside(), marks_.back().evaluations));
}

Forecast Candidate::forecast(std::int64_t most) const {
  Forecast forecast;
  forecast.is_cubature = method() == Method::cuhre;
  forecast.tried = tried();
  forecast.resumes = resumes();
  forecast.gave_up = given_up_;
  forecast.rest = cost_of_rest();
  forecast.min_rest = min_cost_of_rest();
  forecast.used = used_;
  forecast.stop = next_stop();
  const auto stop = static_cast<double>(forecast.stop);
  forecast.step = cost_from_here(stop);
  forecast.up_to_stop = cost_up_to(stop);
  forecast.share = share_after(static_cast<double>(most));
  return forecast;
}

std::int64_t Candidate::next_stop() const {
  if (!tried()) return prior_.opening;
  if (is_to_begin_anew())
    return used_ + algorithm::Convergence::min_iterations * prior_.samples_anew;
  const double here = std::max(beside() + marks_.back().evaluations, static_cast<double>(stop_));
  return static_cast<std::int64_t>(growth * here);
}

void Candidate::mark(const algorithm::Result &result) {
  const std::int64_t of_map = std::min(algorithm::map_iterations * prior_.map, result.neval);
  const auto evaluations = static_cast<double>(result.neval - of_map);
  if (!marks_.empty() && marks_.back().evaluations >= evaluations) marks_.pop_back();
  Goal goal = goal_of(request_);
  goal.epsrel = std::max(goal.epsrel, min_tolerance) / prior_.certainty;
  goal.epsabs /= prior_.certainty;
  // Zeros have no error, and yet say nothing of how far it is.
  const bool unknown = result.only_zeros && !(goal.epsabs > 0);
  double share = shares_of(result, goal).either;
  if (!result.error_beside.empty()) {
    algorithm::Result beside = result;
    beside.error = result.error_beside;
    share = std::max(share, shares_of(beside, goal).either);
  }
  marks_.push_back({evaluations, unknown ? 0 : share});
}

void Candidate::begin_anew() {
  lost_ = used_;
  memory_ = std::make_shared<algorithm::StateMemory>();
  largest_.forget();
  ++beginnings_;
  marks_.clear();
}

/// The map that few samples find goes to the first peak that they meet, and leaves no samples where
/// another one is.
bool Candidate::is_to_begin_anew() const {
  return prior_.samples_anew > request_.options.nstart && samples_ == 0 && tried() &&
         has_met_something_narrow(outcome_.result);
}

/// What is not looked at has its iterations by what maxeval allows, as by name.
void Candidate::choose_samples(Request &request) {
  if (prior_.opening == 0) return;
  if (is_to_begin_anew()) {
    samples_ = prior_.samples_anew;
    begin_anew();
  }
  request.options.names_samples = true;
  if (samples_ == 0) return;
  request.options.nstart = samples_;
  request.options.nincrease = 0;
  request.options.maxeval -= lost_;
}

/// The engine of a run that goes on counts what it has called itself.
void Candidate::keep_nonfinite(const Outcome &before) {
  if (before.nonfinite == 0 || outcome_.nonfinite > 0 || was_stopped()) return;
  outcome_.nonfinite = before.nonfinite;
  outcome_.status = before.status;
  outcome_.message = before.message;
  outcome_.result.trusted = false;
}

/// What the run that has just ended has used, however it ended.
void Candidate::count() {
  used_ = outcome_.result.neval + (memory_ ? lost_ : used_);
}

Evidence Candidate::evidence() const {
  const algorithm::Result &result = outcome_.result;
  return {outcome_.method, result.integral, result.error, largest_.value()};
}

void Candidate::run(const Call &call, std::int64_t maxeval, std::int64_t before, bool final) {
  Request request = request_;
  stop_ = maxeval;
  request.options.method = name();
  request.options.maxeval = maxeval;
  request.on_host = prior_.on_host;
  request.options.lattice_points = 0;
  request.resume.map_samples = prior_.map;
  request.resume.goes_on = !final;
  request.resume.certainty = prior_.certainty;
  choose_samples(request);
  request.resume.memory = memory_;
  request.resume.used_before = before;
  carry_out_here(request, call);
  given_up_ = !has_ended() && (final || outcome_.result.converged || has_no_values(outcome_));
}

void Candidate::run_asking(const Call &call, std::int64_t maxeval, std::int64_t stop,
                           std::int64_t before, const std::function<std::int64_t()> &next) {
  Request request = request_;
  request.options.method = name();
  request.options.maxeval = maxeval;
  request.resume.used_before = before;
  const std::int64_t used = used_;
  bool was_ended = false;
  stop_ = stop;
  request.resume.goes_further = [&](const algorithm::Result &result) {
    // Another iteration about doubles them.
    if (2 * result.neval < stop_) return true;
    used_ = used + result.neval;
    outcome_.result = result;
    mark(result);
    runs_ = true;
    const std::int64_t further = next();
    runs_ = false;
    used_ = used;
    was_ended = further == 0;
    if (!was_ended) stop_ = further;
    return !was_ended;
  };
  carry_out_here(request, call);
  given_up_ = !has_ended() && !was_ended;
}

void Candidate::carry_out_here(Request &request, const Call &call) {
  if (!resumes()) {
    largest_.forget();
    ++beginnings_;
  }
  request.host.largest = &largest_;
  Outcome earlier = std::move(outcome_);
  outcome_ = Outcome(request.host.ncomp);
  try {
    carry_out(request, plan_for(request, call.setting), call, outcome_);
  } catch (...) {
    if (outcome_.result.neval == 0)
      outcome_ = std::move(earlier);
    else
      count();
    throw;
  }
  count();
  keep_nonfinite(earlier);
  mark(outcome_.result);
}

}  // namespace cuboid::router
