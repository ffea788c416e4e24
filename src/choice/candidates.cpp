#include "choice/candidates.hpp"

#include <algorithm>
#include <cmath>

#include "call/ranks.hpp"

namespace cuboid::router {

namespace {

/// From its error.
std::string what_follows(const Candidate &candidate) {
  if (candidate.has_ended()) return ", and has ended";
  if (std::isnan(candidate.outcome().result.error[0])) return ": a value was not finite";
  if (candidate.has_given_up()) return ", and did not get there";
  const double needed = candidate.needed();
  if (!std::isfinite(needed)) return ", and no end is in sight";
  if (candidate.share() >= 1)
    return formatted(", which is small enough: about %.2g are needed to confirm it", needed);
  return formatted(", which is expected to fall like their power of %.2f: about %.2g are needed",
                   -candidate.power(), needed);
}

}  // namespace

std::int64_t evaluations_of_looks(std::int64_t maxeval) {
  constexpr std::int64_t part = 10;
  return std::min(std::max(maxeval / part, opening_of_samples), maxeval);
}

Candidates::Candidates(const Request &request, const Call &call)
    : request_(request),
      call_(call),
      goal_(goal_of(request.options)),
      log_(log_of(request)),
      max_of_looks_(evaluations_of_looks(goal_.maxeval)),
      on_device_(call.setting.plan.place == Place::device) {}

bool Candidates::can(Method method) const {
  const MethodEntry &entry = entry_of(method);
  const int ndim = request_.host.ndim;
  return ndim >= entry.min_ndim && ndim <= dimension_limit(method, request_.options).most &&
         request_.host.ncomp <= entry.max_ncomp;
}

double Candidates::relative_tolerance(const Candidate *known) const {
  double tolerance = std::max(request_.options.epsrel, min_tolerance);
  if (known == nullptr) return tolerance;
  for (const double value : known->outcome().result.integral)
    if (value != 0) tolerance = std::max(tolerance, request_.options.epsabs / std::fabs(value));
  return tolerance;
}

void Candidates::enter(Prior prior) {
  if (!can(prior.method)) return;
  const bool keeps = traits_of(prior.method).keeps_trial;
  prior = with_costs(prior, request_.host.ndim, on_device_);
  if (on_device_) prior = prior_on_device(prior, max_of_looks_);
  all_.emplace_back(prior, request_, keeps && !on_device_);
}

std::int64_t Candidates::used() const {
  std::int64_t sum = line_ ? line_->used() : 0;
  for (const Candidate &candidate : all_) sum += candidate.used();
  return sum;
}

bool Candidates::will_do(const Candidate &candidate) const {
  return candidate.needed() - static_cast<double>(candidate.used()) <= static_cast<double>(left());
}

std::vector<Forecast> Candidates::forecasts() const {
  std::vector<Forecast> forecasts;
  for (const Candidate &one : all_) {
    Forecast forecast = one.forecast(max_for(one));
    forecast.will_do = will_do(one);
    forecasts.push_back(forecast);
  }
  return forecasts;
}

Candidate &Candidates::best() {
  return at(best_of(forecasts()));
}

bool Candidates::may_look(const Candidate &candidate) const {
  std::size_t place = 0;
  for (auto one = all_.begin(); &*one != &candidate; ++one) ++place;
  return router::may_look(forecasts(), place);
}

/// With several devices each has a thread, and the host's version may not stand more than one.
bool Candidates::may_try_line() const {
  return can(Method::line) && request_.host.is_set() && request_.options.devices.empty() &&
         !(on_device_ && call_.record.group());
}

bool Candidates::settled_by_line() {
  if (!may_try_line()) return false;
  const Prior prior = line_prior(goal_.maxeval, goal_.mineval);
  line_.emplace(prior, request_, false);
  step(*line_, prior.opening, true);
  max_of_looks_ = used() + evaluations_of_looks(left());
  if (!line_->has_ended()) return left() <= 1;
  if (!line_->was_stopped())
    explain(std::string("line ") + line_->deed() + " it before any other method was looked at");
  return true;
}

std::int64_t Candidates::max_for(const Candidate &candidate) const {
  return candidate.resumes() ? candidate.used() + left() : left();
}

void Candidates::tell(const Candidate &candidate) const {
  const algorithm::Result &result = candidate.outcome().result;
  log_.print(1, "%s",
             formatted("auto: %s has an error of %.3g after %lld evaluations%s", candidate.name(),
                       result.error[0], static_cast<long long>(result.neval),
                       what_follows(candidate).c_str())
                 .c_str());
}

/// A step that goes on from the last one may end before it evaluates anything: there is nothing new
/// then.
void Candidates::step(Candidate &candidate, std::int64_t maxeval, bool final) {
  last_ = &candidate;
  const std::int64_t before = candidate.used();
  candidate.run(call_, maxeval, used() - (candidate.resumes() ? before : 0), final);
  keep_evidence(candidate);
  if (candidate.used() > before || candidate.has_ended() || candidate.has_given_up())
    tell(candidate);
}

/// PAGANI keeps nothing for a further call, so that it is asked while it runs, and ended only where
/// another method takes its place.
void Candidates::step_asking(Candidate &candidate, std::int64_t stop,
                             const std::function<std::int64_t()> &next) {
  last_ = &candidate;
  candidate.run_asking(call_, left(), stop, used(), [&] {
    tell(candidate);
    return next();
  });
  keep_evidence(candidate);
  tell(candidate);
}

/// What a run knew before is part of what it knows now.
void Candidates::keep_evidence(const Candidate &candidate) {
  const Run run{&candidate, candidate.beginnings()};
  const auto known = std::find(runs_.begin(), runs_.end(), run);
  if (known != runs_.end()) {
    evidence_[static_cast<std::size_t>(known - runs_.begin())] = candidate.evidence();
    return;
  }
  runs_.push_back(run);
  evidence_.push_back(candidate.evidence());
}

/// Where none has got there, the one that came nearest, unless another one has found more than it.
/// The largest values that were met say nothing here: each rank has its own, and all choose alike.
const Candidate &Candidates::chosen() const {
  if (last_->has_ended()) return *last_;
  std::vector<Evidence> found = evidence_;
  for (Evidence &one : found) one.largest = 0;
  const Candidate *chosen = last_;
  const auto consider = [&](const Candidate &one) {
    Evidence evidence = one.evidence();
    evidence.largest = 0;
    if (&one != last_ && one.used() > 0 && is_nearer(evidence, chosen->evidence(), goal_) &&
        !contradiction(evidence, found))
      chosen = &one;
  };
  if (line_) consider(*line_);
  for (const Candidate &candidate : all_) consider(candidate);
  return *chosen;
}

/// Each rank has met the values at its own points alone.
std::vector<Evidence> Candidates::evidence_of_ranks() const {
  std::vector<Evidence> evidence = evidence_;
  engine::group::Group *const group = call_.record.group();
  if (group == nullptr || on_device_) return evidence;
  std::vector<double> largest;
  for (const Evidence &one : evidence) largest.push_back(one.largest);
  share_largest(*group, largest);
  for (std::size_t i = 0; i < largest.size(); ++i) evidence[i].largest = largest[i];
  return evidence;
}

void Candidates::bind(Outcome &outcome) const {
  if (outcome.status != CUBOID_CONVERGED) return;
  const Run run{&chosen(), chosen().beginnings()};
  Evidence winner;
  std::vector<Evidence> others;
  const std::vector<Evidence> evidence = evidence_of_ranks();
  for (std::size_t step = 0; step < runs_.size(); ++step)
    if (runs_[step] == run)
      winner = evidence[step];
    else
      others.push_back(evidence[step]);
  const std::optional<Contradiction> found = contradiction(winner, others);
  if (!found) return;
  outcome.status = CUBOID_NOT_CONVERGED;
  outcome.result.converged = false;
  outcome.result.trusted = false;
  outcome.message = sentence_of(*found, winner, others) + "; else: " + outcome.message;
}

Outcome Candidates::outcome() const {
  Outcome outcome = chosen().outcome();
  outcome.result.neval = used();
  if (why_.empty()) return outcome;
  outcome.reasons = "auto: " + why_;
  if (&chosen() != last_)
    outcome.reasons +=
        std::string("; the result is that of ") + chosen().name() + ", which came nearer";
  return outcome;
}

}  // namespace cuboid::router
