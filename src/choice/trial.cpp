#include "choice/trial.hpp"

#include <algorithm>
#include <limits>
#include <string>

#include "choice/trial_in_batches.hpp"
#include "choice/reason.hpp"

namespace cuboid::router {

namespace {

/// Where cubature's next step costs less than any other method, it may have this part, of which
/// nothing is lost if it gets there.
constexpr std::int64_t kept_part = 4;

/// Shares of what any other method is expected to cost that cubature may take to show what it can:
/// where it may come to be the cheapest, and in any case.  What these and the constants below are
/// worth: tests/bench/results/auto_constants.txt, which auto_constants.py prints.
constexpr double cubature_look = 1;
constexpr double cubature_cheap_look = 0.15;

/// A method that has not converged after so many times the evaluations that were predicted will
/// not do so soon.
constexpr double patience = 1.5;
/// Beyond this part of what maxeval has left, the rest is too little for another method.
constexpr double worth_a_change = 0.5;

/// How often another method may take the place of the one that was chosen.
constexpr int most_changes = 1;

/// Tries methods in turn, and carries out the best one.
class Pilot {
 public:
  Pilot(const Request &request, Contenders &contenders)
      : request_(request),
        contenders_(contenders),
        most_kept_(std::max(contenders.used() + contenders.left() / kept_part,
                            contenders.most_of_looks())) {}

  void run() {
    if (!settled_by_looking()) carry_out_plan();
  }
  /// The same after cubature, the first of them, and perhaps VEGAS+ were tried in vain.
  void go_on_from_cubature() {
    cubature_ = &contenders_.all().front();
    enter_others();
    carry_out_plan();
  }

 private:
  void enter_cubature();
  void enter_others();
  bool may_look(const Contender &contender) const;
  Contender &next();
  bool settled_by_looking();
  void carry_out_plan();
  bool settled_by_cubature();
  void carry_out(Contender &taken, bool for_good);
  void step_asking(Contender &contender, std::int64_t stop, bool looks);
  std::int64_t further_stop(Contender &contender, bool looks);
  std::int64_t planned_stop(const Contender &contender) const;
  bool is_alone() const { return contenders_.all().size() == 1; }
  std::string seen() const;

  const Request &request_;
  Contenders &contenders_;
  const std::int64_t most_kept_;  ///< evaluations with the next step of cubature, if it goes on
  Contender *cubature_ = nullptr;
};

void Pilot::enter_cubature() {
  const std::int64_t points = points_of_rule(request_);
  if (points > contenders_.most_of_looks()) return;
  contenders_.enter(cuhre_habits(request_.host.ndim, points, contenders_.most_of_looks()));
  cubature_ = &contenders_.all().back();
}

void Pilot::enter_others() {
  const int ndim = request_.host.ndim;
  const double tolerance = contenders_.relative_tolerance(cubature_);
  if (ndim > 1) contenders_.enter(lattice_habits(tolerance, contenders_.goal().maxeval));
  if (!contenders_.has(Method::vegas_plus))
    contenders_.enter(vegas_plus_habits(tolerance, request_.options));
  if (!contenders_.can(Method::vegas_plus)) contenders_.enter(vegas_habits());
  if (ndim > 1 && ndim <= most_dimensions_for_cubature)
    contenders_.enter(divonne_habits(tolerance, ndim));
}

void Pilot::step_asking(Contender &contender, std::int64_t stop, bool looks) {
  contenders_.step_asking(contender, stop,
                          [this, &contender, looks] { return further_stop(contender, looks); });
}

/// Where one that asks is to ask again; 0: another one is expected to be there before it.
std::int64_t Pilot::further_stop(Contender &contender, bool looks) {
  if (is_alone()) enter_others();
  const std::int64_t stop = contender.next_stop();
  if (looks && contenders_.used() + stop - contender.used() <= contenders_.most_of_looks())
    return may_look(contender) || &contenders_.best() == &contender ? stop : 0;
  return &contenders_.best() == &contender ? planned_stop(contender) : 0;
}

/// Whether another step of a method costs little beside what any other one is expected to need: its
/// error often falls slowly for a while, and then fast.
bool Pilot::may_look(const Contender &contender) const {
  const std::int64_t stop = contender.next_stop();
  if (stop == 0 || contender.has_given_up()) return false;
  double least = std::numeric_limits<double>::infinity();
  for (const Contender &other : contenders_.all())
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
  for (Contender &contender : contenders_.all()) {
    const double cost = contender.cost_from_here(static_cast<double>(contender.next_stop()));
    if (may_look(contender) && cost < least) {
      cheapest = &contender;
      least = cost;
    }
  }
  return cheapest ? *cheapest : contenders_.best();
}

/// The next step is that of whoever is expected to be there first.
bool Pilot::settled_by_looking() {
  enter_cubature();
  if (cubature_ == nullptr) enter_others();
  for (int steps = 1;; ++steps) {
    Contender &next = this->next();
    if (next.has_given_up()) return false;
    const std::int64_t stop = next.next_stop();
    if (is_alone() && cubature_ == nullptr) return false;
    const bool kept = &next == cubature_ && next.resumes();
    if (stop == 0 || contenders_.used() + stop - (next.resumes() ? next.used() : 0) >
                         (kept ? most_kept_ : contenders_.most_of_looks()))
      return false;
    if (next.asks())
      step_asking(next, stop, true);
    else
      contenders_.step(next, stop, stop == contenders_.goal().maxeval);
    if (next.has_ended()) {
      if (!next.was_stopped())
        contenders_.explain(std::string(next.name()) + " " + next.deed() + " it " +
                            (contenders_.used() == next.used()
                                 ? "before any other method was looked at"
                                 : "while it was looked at: " + seen()));
      return true;
    }
    if (steps == 1 && cubature_ && is_alone()) enter_others();
    if (contenders_.used() >= contenders_.goal().maxeval) {
      contenders_.explain("maxeval leaves no more than a look: " + seen());
      return true;
    }
  }
}

std::string Pilot::seen() const {
  const std::string of_cubature = cubature_ ? seen_by_cubature(*cubature_)
                                  : request_.host.ndim > most_dimensions_for_cubature
                                      ? "too many dimensions for cubature"
                                      : "maxeval is too small for cubature";
  return of_cubature + "; " + what_is_needed(contenders_);
}

void Pilot::carry_out_plan() {
  if (is_alone()) {
    contenders_.explain("no other method goes to so many dimensions or components");
    return contenders_.step(contenders_.all().front(),
                            contenders_.most_for(contenders_.all().front()), true);
  }
  Contender *taken = &contenders_.best();
  contenders_.explain(seen() + what_was_taken(contenders_, *taken));
  if (taken->has_given_up()) return;
  for (int changes = 0;;) {
    carry_out(*taken, changes >= most_changes);
    if (taken->has_ended() || contenders_.left() < contenders_.most_of_looks() ||
        settled_by_cubature())
      return;
    Contender &next = contenders_.best();
    if (&next == taken && taken->has_given_up()) return;
    if (&next == taken) continue;
    contenders_.explain_further(std::string("; ") + taken->name() + " did not get there, so " +
                                next.name() + " took its place");
    taken = &next;
    ++changes;
  }
}

/// Where what was taken turns out to be dearer, further steps of cubature may have become cheap.
bool Pilot::settled_by_cubature() {
  while (cubature_ && cubature_->resumes() && may_look(*cubature_)) {
    const std::int64_t stop = cubature_->next_stop();
    if (contenders_.used() + stop - cubature_->used() > most_kept_) return false;
    contenders_.step(*cubature_, stop, false);
    if (!cubature_->has_ended()) continue;
    if (!cubature_->was_stopped())
      contenders_.explain_further(std::string("; cuhre ") + cubature_->deed() +
                                  " it when it was looked at again");
    return true;
  }
  return false;
}

/// Goes on with what was taken, so far that others may have the rest if it does not keep its
/// promise, or with all that is left.
void Pilot::carry_out(Contender &taken, bool for_good) {
  const std::int64_t most = contenders_.most_for(taken);
  const std::int64_t stop = for_good ? most : planned_stop(taken);
  if (taken.asks() && stop < most) return step_asking(taken, stop, false);
  contenders_.step(taken, stop, stop == most);
}

/// All that it may have, where that leaves too little for others.
std::int64_t Pilot::planned_stop(const Contender &contender) const {
  const std::int64_t most = contenders_.most_for(contender);
  const auto used = static_cast<double>(contender.resumes() ? contender.used() : 0);
  const double worth = used + worth_a_change * (static_cast<double>(most) - used);
  const double stop =
      std::max(patience * contender.needed(), static_cast<double>(contender.next_stop()));
  return stop == 0 || !(stop <= worth) ? most : static_cast<std::int64_t>(stop);
}

}  // namespace

bool wants_pilot(const Request &request) {
  return request.options.method == "auto" && !request.cuba.called &&
         request.options.statefile.empty() && !request.resume.start && !request.listeners.receiver;
}

void run_by_pilot(const Request &request, const Call &call, Outcome &outcome) {
  Contenders contenders(request, call);
  const auto take = [&] {
    outcome = contenders.outcome();
    if (call.progress) call.progress->watch(outcome.method, outcome.result);
  };
  try {
    if (!contenders.settled_by_line()) {
      Pilot pilot(request, contenders);
      if (!is_for_batches(request, contenders))
        pilot.run();
      else if (!settled_in_batches(request, contenders))
        pilot.go_on_from_cubature();
    }
    take();
    contenders.bind(outcome);
  } catch (const Failure &) {
    take();
    throw;
  }
}

}  // namespace cuboid::router
