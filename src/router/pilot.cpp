#include "router/pilot.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <list>
#include <optional>
#include <string>

#include "algorithm/cuhre/known_rule.hpp"
#include "router/contender.hpp"

namespace cuboid::router {

namespace {

using algorithm::formatted;

/// What the pilot may always cost; it is a tenth of maxeval where that is more.
constexpr std::int64_t least_pilot = 4096;
constexpr std::int64_t pilot_part = 10;
/// Where cubature's next step costs less than any other method, it may have this part, of which
/// nothing is lost if it gets there.
constexpr std::int64_t kept_part = 4;

/// Shares of what any other method is expected to cost that a method may take to show what it can:
/// cubature where it may come to be the cheapest, cubature in any case, and others where they may
/// come to be the cheapest.  What these and the constants below are worth is in
/// tests/bench/results/auto_constants.txt, which auto_constants.py prints.
constexpr double cubature_look = 1;
constexpr double cubature_cheap_look = 0.15;
constexpr double other_look = 0.15;

/// A method that has not converged after so many times the evaluations that were predicted will
/// not do so soon.
constexpr double patience = 1.5;
/// Beyond this part of what maxeval has left, the rest is too little for another method.
constexpr double worth_a_change = 0.5;

/// How often another method may take the place of the one that was chosen.
constexpr int most_changes = 1;

/// Above, a region of Cuhre has more points than a pilot should have in all.
constexpr int most_dimensions_for_cubature = 12;
/// Where many regions are split together, cubature stays the choice up to so many dimensions.
constexpr int most_dimensions_for_batches = 7;
/// Evaluations of Cuhre after which PAGANI is begun instead.  Of 20 known integrals in 2 to 5
/// dimensions (tests/bench/results/python.txt), 13 need fewer for 1e-6; there, PAGANI takes up to 7
/// times as many, and elsewhere as many more cost 4 to 7 ms for a formula in NumPy.
constexpr std::int64_t cuhre_in_batches = 500'000;
/// It goes on where it is expected to need no more than so many times as many.
constexpr double near_in_batches = 2;
/// What PAGANI takes then, about: 6e5 to 3e6 for those of the 20 where cuhre is not there.
constexpr double pagani_in_batches = 1e6;
/// Evaluations that leave room for both: the first grid of PAGANI and its confirmation have 200000.
constexpr std::int64_t least_for_batches = 400'000;

/// The accuracy asked for, relative to what the integral is by what is known of it.
double relative_tolerance(const Request &request, const Outcome *known) {
  double tolerance = request.options.epsrel;
  if (known == nullptr) return tolerance;
  for (const double value : known->result.integral)
    if (value != 0) tolerance = std::max(tolerance, request.options.epsabs / std::fabs(value));
  return tolerance;
}

bool can(const Request &request, Method method) {
  const MethodEntry &entry = entry_of(method);
  const int ndim = request.host.ndim;
  return ndim >= entry.min_ndim && ndim <= dimension_limit(method, request.options).most &&
         request.host.ncomp <= entry.max_ncomp;
}

/// Whether the caller's function is for many points at a time: then what counts is how many can be
/// evaluated together, and methods that sample are not looked at.
bool is_for_batches(const Request &request) {
  return request.options.splits > 1 && request.host.ndim <= most_dimensions_for_batches &&
         can(request, Method::pagani) && request.options.maxeval >= least_for_batches;
}

/// Points of Cuhre's rule; too many where it has none.
std::int64_t points_of_rule(const Request &request) {
  if (request.host.ndim > most_dimensions_for_cubature)
    return std::numeric_limits<std::int64_t>::max();
  return algorithm::known_rule(request.host.ndim, static_cast<int>(request.options.key),
                               request.judged)
      .points;
}

/// Tries methods in turn, and carries out the best one.
class Pilot {
 public:
  Pilot(const Request &request, const Call &call)
      : request_(request),
        call_(call),
        goal_(goal_of(request.options)),
        log_(static_cast<int>(request.options.verbosity), request.log),
        most_(std::min(std::max(goal_.maxeval / pilot_part, least_pilot), goal_.maxeval)),
        most_kept_(std::max(goal_.maxeval / kept_part, most_)),
        on_device_(decide(request, call.record.group()).plan.place == Place::device) {}

  void run();
  /// What has come of it, also where run() has thrown.
  Outcome outcome() const;

 private:
  void enter_cubature();
  void enter_others();
  void enter(Habits habits);
  bool may_look(const Contender &contender) const;
  Contender &next();
  bool settled_by_looking();
  void carry_out_plan();
  bool settled_by_cubature();
  void refine_in_batches();
  bool settled_by_samples(const Contender &cuhre, bool cuhre_goes_on);
  std::int64_t next_stop_in_batches(const Contender &cuhre, std::int64_t stop,
                                    std::int64_t first) const;
  void carry_out(Contender &taken, bool for_good);
  void step(Contender &contender, std::int64_t maxeval, bool final);
  void step_asking(Contender &contender, std::int64_t stop, bool looks);
  std::int64_t further_stop(Contender &contender, bool looks);
  std::int64_t planned_stop(const Contender &contender) const;
  bool will_do(const Contender &contender) const;
  bool is_before(const Contender &a, const Contender &b) const;
  Contender &best();
  std::int64_t most_for(const Contender &contender) const;
  void tell(const Contender &contender) const;
  std::string seen_by_cubature() const;
  /// That, and what each method is expected to need.
  std::string seen() const;
  std::int64_t used() const;
  std::int64_t left() const { return std::max<std::int64_t>(goal_.maxeval - used(), 1); }

  const Request &request_;
  const Call &call_;
  const Goal goal_;
  const algorithm::Log log_;
  const std::int64_t most_;       ///< evaluations of the pilot
  const std::int64_t most_kept_;  ///< with the next step of cubature, if it goes on from it
  const bool on_device_;
  std::list<Contender> contenders_;
  Contender *cubature_ = nullptr;
  const Contender *last_ = nullptr;  ///< that was run
  std::string why_;
};

std::int64_t Pilot::used() const {
  std::int64_t sum = 0;
  for (const Contender &contender : contenders_) sum += contender.used();
  return sum;
}

void Pilot::enter(Habits habits) {
  if (!can(request_, habits.method)) return;
  const bool keeps = habits.method == Method::cuhre || habits.method == Method::lattice ||
                     habits.method == Method::vegas_plus;
  habits.cost = cost_of(habits.method, request_.host.ndim, on_device_);
  if (on_device_) habits = habits_on_device(habits, most_);
  contenders_.emplace_back(habits, request_, keeps && !on_device_);
}

void Pilot::enter_cubature() {
  const std::int64_t points = points_of_rule(request_);
  if (points > most_) return;
  enter(cuhre_habits(request_.host.ndim, points, most_));
  cubature_ = &contenders_.back();
}

void Pilot::enter_others() {
  const int ndim = request_.host.ndim;
  const double tolerance =
      relative_tolerance(request_, cubature_ ? &cubature_->outcome() : nullptr);
  if (ndim > 1) enter(lattice_habits(tolerance, goal_.maxeval));
  enter(vegas_plus_habits(tolerance));
  if (!can(request_, Method::vegas_plus)) enter(vegas_habits());
  if (ndim > 1 && ndim <= most_dimensions_for_cubature) enter(divonne_habits(tolerance, ndim));
}

void Pilot::tell(const Contender &contender) const {
  const algorithm::Result &result = contender.outcome().result;
  const std::string end = contender.has_ended()
                              ? ", and has ended"
                              : formatted(
                                    ", which falls like their power of %.2f: about %.2g are "
                                    "needed",
                                    -contender.power(), contender.needed());
  log_.print(1, "%s",
             formatted("auto: %s has an error of %.3g after %lld evaluations%s", contender.name(),
                       result.error[0], static_cast<long long>(result.neval), end.c_str())
                 .c_str());
}

void Pilot::step(Contender &contender, std::int64_t maxeval, bool final) {
  last_ = &contender;
  contender.run(call_, maxeval, used() - (contender.resumes() ? contender.used() : 0), final);
  tell(contender);
}

/// PAGANI keeps nothing for a further call, so that it is asked while it runs, and ended only where
/// another method takes its place.
void Pilot::step_asking(Contender &contender, std::int64_t stop, bool looks) {
  last_ = &contender;
  contender.run_asking(call_, left(), stop, used(),
                       [this, &contender, looks] { return further_stop(contender, looks); });
  tell(contender);
}

/// Where one that asks is to ask again; 0: another one is expected to be there before it.
std::int64_t Pilot::further_stop(Contender &contender, bool looks) {
  tell(contender);
  if (contenders_.size() == 1) enter_others();
  const std::int64_t stop = contender.next_stop();
  if (looks && used() + stop - contender.used() <= most_)
    return may_look(contender) || &best() == &contender ? stop : 0;
  return &best() == &contender ? planned_stop(contender) : 0;
}

/// Whether what is left is enough for what it is expected to need.
bool Pilot::will_do(const Contender &contender) const {
  return contender.needed() - static_cast<double>(contender.used()) <= static_cast<double>(left());
}

/// Of those that will do, the one that is expected to need least; if none will, the one that will
/// have reached most.
bool Pilot::is_before(const Contender &a, const Contender &b) const {
  if (will_do(a) || will_do(b))
    return will_do(a) != will_do(b) ? will_do(a) : a.cost_of_rest() < b.cost_of_rest();
  return a.share_after(static_cast<double>(most_for(a))) >
         b.share_after(static_cast<double>(most_for(b)));
}

/// The first of all.  But what a method needs as a rule is what it needs where it gets there: if it
/// does not, its first step is lost.  So one that was not tried has to wait as long as that step
/// costs more than the rest of one that was, and will do.
Contender &Pilot::best() {
  const auto before = [this](const Contender &a, const Contender &b) { return is_before(a, b); };
  Contender &first = *std::min_element(contenders_.begin(), contenders_.end(), before);
  if (first.tried() || first.opening() == 0) return first;
  const double step = first.cost_up_to(static_cast<double>(first.opening()));
  Contender *known = nullptr;
  for (Contender &one : contenders_)
    if (one.tried() && will_do(one) && one.cost_of_rest() <= step &&
        (known == nullptr || is_before(one, *known)))
      known = &one;
  return known ? *known : first;
}

/// Evaluations that a contender may have in all.
std::int64_t Pilot::most_for(const Contender &contender) const {
  return contender.resumes() ? contender.used() + left() : left();
}

/// Whether another step of a method costs little beside what any other one is expected to need: its
/// error often falls slowly for a while, and then fast.
bool Pilot::may_look(const Contender &contender) const {
  const std::int64_t stop = contender.next_stop();
  if (stop == 0 || contender.has_given_up()) return false;
  double least = std::numeric_limits<double>::infinity();
  for (const Contender &other : contenders_)
    if (&other != &contender) least = std::min(least, other.cost_of_rest());
  const double cost = contender.cost_up_to(static_cast<double>(stop));
  const bool may_be_cheapest = contender.least_cost_of_rest() <= least;
  if (&contender != cubature_) return may_be_cheapest && cost <= other_look * least;
  return cost <= (may_be_cheapest ? cubature_look : cubature_cheap_look) * least;
}

/// Whoever may look at little cost, cheapest first; else the one that is expected to be there
/// first.
Contender &Pilot::next() {
  Contender *cheapest = nullptr;
  double least = std::numeric_limits<double>::infinity();
  for (Contender &contender : contenders_) {
    const double cost = contender.cost_from_here(static_cast<double>(contender.next_stop()));
    if (may_look(contender) && cost < least) {
      cheapest = &contender;
      least = cost;
    }
  }
  return cheapest ? *cheapest : best();
}

/// The next step is that of whoever is expected to be there first.
bool Pilot::settled_by_looking() {
  enter_cubature();
  if (cubature_ == nullptr) enter_others();
  for (int steps = 1;; ++steps) {
    Contender &next = this->next();
    if (next.has_given_up()) return false;
    const std::int64_t stop = next.next_stop();
    if (contenders_.size() == 1 && cubature_ == nullptr) return false;
    const bool kept = &next == cubature_ && next.resumes();
    if (stop == 0 ||
        used() + stop - (next.resumes() ? next.used() : 0) > (kept ? most_kept_ : most_))
      return false;
    if (next.asks())
      step_asking(next, stop, true);
    else
      step(next, stop, stop == goal_.maxeval);
    if (next.has_ended()) {
      if (!next.was_stopped())
        why_ = std::string(next.name()) + " settled it " +
               (used() == next.used() ? "at the first look" : "while it was looked at: " + seen());
      return true;
    }
    if (steps == 1 && cubature_ && contenders_.size() == 1) enter_others();
    if (used() >= goal_.maxeval) {
      why_ = "maxeval leaves no more than a look: " + seen();
      return true;
    }
  }
}

/// What cubature tells of the integrand.
std::string Pilot::seen_by_cubature() const {
  if (cubature_ == nullptr) return "too many dimensions for cubature";
  if (cubature_->outcome().result.only_zeros) return "only zeros were seen";
  if (cubature_->share() >= 1) return "cubature is accurate enough already, but for a check";
  const std::optional<double> power = cubature_->seen_power();
  if (!power) return "cubature is far from the accuracy";
  if (*power <= 0) return "the error of cubature does not fall";
  return formatted("the error of cubature falls like the power %.1f of the evaluations", -*power);
}

std::string Pilot::seen() const {
  std::string text = seen_by_cubature();
  text += "; evaluations needed, about: ";
  const char *comma = "";
  for (const Contender &contender : contenders_) {
    text += comma + std::string(contender.name()) +
            (std::isfinite(contender.needed()) ? formatted(" %.1g", contender.needed())
                                               : std::string(" no end in sight")) +
            (contender.has_ended() ? " (done)"
             : contender.tried()   ? ""
                                   : " (as a rule)");
    comma = ", ";
  }
  return text;
}

void Pilot::carry_out_plan() {
  if (contenders_.size() == 1) {
    why_ = "no other method goes to so many dimensions or components";
    return step(contenders_.front(), most_for(contenders_.front()), true);
  }
  why_ = seen();
  Contender *taken = &best();
  if (taken->has_given_up()) return;
  for (int changes = 0;;) {
    carry_out(*taken, changes >= most_changes);
    if (taken->has_ended() || left() < most_ || settled_by_cubature()) return;
    Contender &next = best();
    if (&next == taken && taken->has_given_up()) return;
    if (&next == taken) continue;
    why_ += std::string("; ") + taken->name() + " did not get there, so " + next.name() +
            " took its place";
    taken = &next;
    ++changes;
  }
}

/// Where what was taken turns out to be dearer, further steps of cubature may have become cheap.
bool Pilot::settled_by_cubature() {
  while (cubature_ && cubature_->resumes() && may_look(*cubature_)) {
    const std::int64_t stop = cubature_->next_stop();
    if (used() + stop - cubature_->used() > most_kept_) return false;
    step(*cubature_, stop, false);
    if (!cubature_->has_ended()) continue;
    if (!cubature_->was_stopped()) why_ += "; cuhre settled it when it was looked at again";
    return true;
  }
  return false;
}

/// Goes on with what was taken, so far that others may have the rest if it does not keep its
/// promise, or with all that is left.
void Pilot::carry_out(Contender &taken, bool for_good) {
  const std::int64_t most = most_for(taken);
  const std::int64_t stop = for_good ? most : planned_stop(taken);
  if (taken.asks() && stop < most) return step_asking(taken, stop, false);
  step(taken, stop, stop == most);
}

/// All that it may have, where that leaves too little for others.
std::int64_t Pilot::planned_stop(const Contender &contender) const {
  const std::int64_t most = most_for(contender);
  const auto used = static_cast<double>(contender.resumes() ? contender.used() : 0);
  const double worth = used + worth_a_change * (static_cast<double>(most) - used);
  const double stop =
      std::max(patience * contender.needed(), static_cast<double>(contender.next_stop()));
  return stop == 0 || !(stop <= worth) ? most : static_cast<std::int64_t>(stop);
}

/// Cuhre needs the fewest points where the integrand is smooth, and PAGANI the fewest calls where
/// it needs many all the same.
void Pilot::refine_in_batches() {
  const std::int64_t first = std::min(cuhre_in_batches, goal_.maxeval / 4);
  enter(cuhre_habits(request_.host.ndim, 0, first / 16));
  Contender &cuhre = contenders_.back();
  for (std::int64_t stop = cuhre.opening(); stop > 0;) {
    step(cuhre, stop, false);
    if (cuhre.has_ended()) {
      if (!cuhre.was_stopped()) why_ = "cuhre settled it, which splits many regions together";
      return;
    }
    const std::int64_t next = next_stop_in_batches(cuhre, stop, first);
    if (4 * stop >= first && settled_by_samples(cuhre, next > 0)) {
      why_ = "cuhre did not get there, and vegas_plus ";
      why_ += last_->was_stopped() ? "took its place" : "settled it";
      return;
    }
    stop = next;
  }
  why_ = "cuhre did not get there, so pagani took its place, whose calls have more points";
  step(contenders_.emplace_back(pagani_habits(), request_, false), left(), true);
}

/// Where little accuracy is asked for and many regions were no help, samples may do sooner: VEGAS+
/// is looked at as it is elsewhere, and goes on as long as it is expected to be there before
/// cubature.
bool Pilot::settled_by_samples(const Contender &cuhre, bool cuhre_goes_on) {
  if (contenders_.size() == 1) {
    const Habits habits = vegas_plus_habits(relative_tolerance(request_, &cuhre.outcome()));
    if (habits.prior > pagani_in_batches) return false;
    enter(habits);
  }
  Contender &samples = contenders_.back();
  if (&samples == &cuhre) return false;
  const double of_pagani = cuhre.cost_up_to(pagani_in_batches);
  const double others = cuhre_goes_on ? std::min(cuhre.cost_of_rest(), of_pagani) : of_pagani;
  const auto is_worth = [&](std::int64_t stop) {
    const auto evaluations = static_cast<double>(stop);
    const bool looks = samples.cost_up_to(evaluations) <= other_look * others &&
                       samples.least_cost_of_rest() <= others;
    const bool is_ahead = samples.tried() && samples.cost_of_rest() < others;
    // The next step may be long, of which it takes no more than it needs.
    const double expected =
        samples.little_is_known() ? evaluations : std::min(evaluations, samples.needed());
    return looks || (is_ahead && expected <= worth_a_change * pagani_in_batches);
  };
  for (;;) {
    const std::int64_t stop = samples.next_stop();
    if (!is_worth(stop) || stop >= most_for(samples)) return false;
    step(samples, stop, false);
    if (samples.has_ended()) return true;
    if (samples.has_given_up()) return false;
  }
}

/// Evaluations up to which cubature goes on before PAGANI takes its place; 0: no further.
std::int64_t Pilot::next_stop_in_batches(const Contender &cuhre, std::int64_t stop,
                                         std::int64_t first) const {
  // Where the error does not fall, as where a ridge is split again and again, it will not soon.
  const bool stands = 4 * stop >= first && cuhre.seen_power().value_or(1) <= 0;
  if (cuhre.has_given_up() || stands) return 0;
  if (stop < first) return std::min(4 * stop, first);
  const double needed = cuhre.needed();
  const bool is_near = needed <= near_in_batches * static_cast<double>(cuhre.used()) &&
                       needed <= static_cast<double>(goal_.maxeval) / 2;
  const auto next = static_cast<std::int64_t>(is_near ? 1.2 * needed : 0);
  return next > stop ? next : 0;
}

void Pilot::run() {
  if (is_for_batches(request_)) return refine_in_batches();
  if (!settled_by_looking()) carry_out_plan();
}

Outcome Pilot::outcome() const {
  const Contender *chosen = last_;
  for (const Contender &contender : contenders_)
    if (!last_->has_ended() && contender.share() > chosen->share()) chosen = &contender;
  Outcome outcome = chosen->outcome();
  outcome.result.neval = used();
  if (!why_.empty()) outcome.message += "; auto: " + why_;
  return outcome;
}

}  // namespace

bool wants_pilot(const Request &request) {
  return request.options.method == "auto" && !request.cuba && request.options.statefile.empty() &&
         !request.start && !request.receiver;
}

void run_by_pilot(const Request &request, const Call &call, Outcome &outcome) {
  Pilot pilot(request, call);
  const auto take = [&] {
    outcome = pilot.outcome();
    if (call.progress) call.progress->watch(outcome.method, outcome.result);
  };
  try {
    pilot.run();
  } catch (const Failure &) {
    take();
    throw;
  }
  take();
}

}  // namespace cuboid::router
