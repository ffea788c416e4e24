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
class Trial {
 public:
  Trial(const Request &request, Candidates &candidates)
      : request_(request),
        candidates_(candidates),
        most_kept_(std::max(candidates.used() + candidates.left() / kept_part,
                            candidates.most_of_looks())) {}

  void run() {
    if (!settled_by_looking()) carry_out_plan();
  }
  /// The same after cubature, the first of them, and perhaps VEGAS+ were tried in vain.
  void go_on_from_cubature() {
    cubature_ = &candidates_.all().front();
    enter_others();
    carry_out_plan();
  }

 private:
  void enter_cubature();
  void enter_others();
  bool may_look(const Candidate &candidate) const;
  Candidate &next();
  bool settled_by_looking();
  void carry_out_plan();
  bool settled_by_cubature();
  void carry_out(Candidate &taken, bool for_good);
  void step_asking(Candidate &candidate, std::int64_t stop, bool looks);
  std::int64_t further_stop(Candidate &candidate, bool looks);
  std::int64_t planned_stop(const Candidate &candidate) const;
  bool is_alone() const { return candidates_.all().size() == 1; }
  std::string seen() const;

  const Request &request_;
  Candidates &candidates_;
  const std::int64_t most_kept_;  ///< evaluations with the next step of cubature, if it goes on
  Candidate *cubature_ = nullptr;
};

void Trial::enter_cubature() {
  const std::int64_t points = points_of_rule(request_);
  if (points > candidates_.most_of_looks()) return;
  candidates_.enter(cuhre_prior(request_.host.ndim, points, candidates_.most_of_looks()));
  cubature_ = &candidates_.all().back();
}

void Trial::enter_others() {
  const int ndim = request_.host.ndim;
  const double tolerance = candidates_.relative_tolerance(cubature_);
  if (ndim > 1) candidates_.enter(lattice_prior(tolerance, candidates_.goal().maxeval));
  if (!candidates_.has(Method::vegas_plus))
    candidates_.enter(vegas_plus_prior(tolerance, request_.options));
  if (!candidates_.can(Method::vegas_plus)) candidates_.enter(vegas_prior());
  if (ndim > 1 && ndim <= most_dimensions_for_cubature)
    candidates_.enter(divonne_prior(tolerance, ndim));
}

void Trial::step_asking(Candidate &candidate, std::int64_t stop, bool looks) {
  candidates_.step_asking(candidate, stop,
                          [this, &candidate, looks] { return further_stop(candidate, looks); });
}

/// Where one that asks is to ask again; 0: another one is expected to be there before it.
std::int64_t Trial::further_stop(Candidate &candidate, bool looks) {
  if (is_alone()) enter_others();
  const std::int64_t stop = candidate.next_stop();
  if (looks && candidates_.used() + stop - candidate.used() <= candidates_.most_of_looks())
    return may_look(candidate) || &candidates_.best() == &candidate ? stop : 0;
  return &candidates_.best() == &candidate ? planned_stop(candidate) : 0;
}

/// Whether another step of a method costs little beside what any other one is expected to need: its
/// error often falls slowly for a while, and then fast.
bool Trial::may_look(const Candidate &candidate) const {
  const std::int64_t stop = candidate.next_stop();
  if (stop == 0 || candidate.has_given_up()) return false;
  double least = std::numeric_limits<double>::infinity();
  for (const Candidate &other : candidates_.all())
    if (&other != &candidate) least = std::min(least, other.cost_of_rest());
  const double cost = candidate.cost_up_to(static_cast<double>(stop));
  const bool may_be_cheapest = candidate.least_cost_of_rest() <= least;
  if (&candidate != cubature_) return may_be_cheapest && cost <= other_look * least;
  return cost <= (may_be_cheapest ? cubature_look : cubature_cheap_look) * least;
}

/// Whoever may look at little cost, cheapest first; else the one that is expected to be there
/// first.
Candidate &Trial::next() {
  Candidate *cheapest = nullptr;
  double least = std::numeric_limits<double>::infinity();
  for (Candidate &candidate : candidates_.all()) {
    const double cost = candidate.cost_from_here(static_cast<double>(candidate.next_stop()));
    if (may_look(candidate) && cost < least) {
      cheapest = &candidate;
      least = cost;
    }
  }
  return cheapest ? *cheapest : candidates_.best();
}

/// The next step is that of whoever is expected to be there first.
bool Trial::settled_by_looking() {
  enter_cubature();
  if (cubature_ == nullptr) enter_others();
  for (int steps = 1;; ++steps) {
    Candidate &next = this->next();
    if (next.has_given_up()) return false;
    const std::int64_t stop = next.next_stop();
    if (is_alone() && cubature_ == nullptr) return false;
    const bool kept = &next == cubature_ && next.resumes();
    if (stop == 0 || candidates_.used() + stop - (next.resumes() ? next.used() : 0) >
                         (kept ? most_kept_ : candidates_.most_of_looks()))
      return false;
    if (next.asks())
      step_asking(next, stop, true);
    else
      candidates_.step(next, stop, stop == candidates_.goal().maxeval);
    if (next.has_ended()) {
      if (!next.was_stopped())
        candidates_.explain(std::string(next.name()) + " " + next.deed() + " it " +
                            (candidates_.used() == next.used()
                                 ? "before any other method was looked at"
                                 : "while it was looked at: " + seen()));
      return true;
    }
    if (steps == 1 && cubature_ && is_alone()) enter_others();
    if (candidates_.used() >= candidates_.goal().maxeval) {
      candidates_.explain("maxeval leaves no more than a look: " + seen());
      return true;
    }
  }
}

std::string Trial::seen() const {
  const std::string of_cubature = cubature_ ? seen_by_cubature(*cubature_)
                                  : request_.host.ndim > most_dimensions_for_cubature
                                      ? "too many dimensions for cubature"
                                      : "maxeval is too small for cubature";
  return of_cubature + "; " + what_is_needed(candidates_);
}

void Trial::carry_out_plan() {
  if (is_alone()) {
    candidates_.explain("no other method goes to so many dimensions or components");
    return candidates_.step(candidates_.all().front(),
                            candidates_.most_for(candidates_.all().front()), true);
  }
  Candidate *taken = &candidates_.best();
  candidates_.explain(seen() + what_was_taken(candidates_, *taken));
  if (taken->has_given_up()) return;
  for (int changes = 0;;) {
    carry_out(*taken, changes >= most_changes);
    if (taken->has_ended() || candidates_.left() < candidates_.most_of_looks() ||
        settled_by_cubature())
      return;
    Candidate &next = candidates_.best();
    if (&next == taken && taken->has_given_up()) return;
    if (&next == taken) continue;
    candidates_.explain_further(std::string("; ") + taken->name() + " did not get there, so " +
                                next.name() + " took its place");
    taken = &next;
    ++changes;
  }
}

/// Where what was taken turns out to be dearer, further steps of cubature may have become cheap.
bool Trial::settled_by_cubature() {
  while (cubature_ && cubature_->resumes() && may_look(*cubature_)) {
    const std::int64_t stop = cubature_->next_stop();
    if (candidates_.used() + stop - cubature_->used() > most_kept_) return false;
    candidates_.step(*cubature_, stop, false);
    if (!cubature_->has_ended()) continue;
    if (!cubature_->was_stopped())
      candidates_.explain_further(std::string("; cuhre ") + cubature_->deed() +
                                  " it when it was looked at again");
    return true;
  }
  return false;
}

/// Goes on with what was taken, so far that others may have the rest if it does not keep its
/// promise, or with all that is left.
void Trial::carry_out(Candidate &taken, bool for_good) {
  const std::int64_t most = candidates_.most_for(taken);
  const std::int64_t stop = for_good ? most : planned_stop(taken);
  if (taken.asks() && stop < most) return step_asking(taken, stop, false);
  candidates_.step(taken, stop, stop == most);
}

/// All that it may have, where that leaves too little for others.
std::int64_t Trial::planned_stop(const Candidate &candidate) const {
  const std::int64_t most = candidates_.most_for(candidate);
  const auto used = static_cast<double>(candidate.resumes() ? candidate.used() : 0);
  const double worth = used + worth_a_change * (static_cast<double>(most) - used);
  const double stop =
      std::max(patience * candidate.needed(), static_cast<double>(candidate.next_stop()));
  return stop == 0 || !(stop <= worth) ? most : static_cast<std::int64_t>(stop);
}

}  // namespace

bool wants_trial(const Request &request) {
  return request.options.method == "auto" && !request.cuba.called &&
         request.options.statefile.empty() && !request.resume.start && !request.listeners.receiver;
}

void run_by_trial(const Request &request, const Call &call, Outcome &outcome) {
  Candidates candidates(request, call);
  const auto take = [&] {
    outcome = candidates.outcome();
    if (call.progress) call.progress->watch(outcome.method, outcome.result);
  };
  try {
    if (!candidates.settled_by_line()) {
      Trial trial(request, candidates);
      if (!is_for_batches(request, candidates))
        trial.run();
      else if (!settled_in_batches(request, candidates))
        trial.go_on_from_cubature();
    }
    take();
    candidates.bind(outcome);
  } catch (const Failure &) {
    take();
    throw;
  }
}

}  // namespace cuboid::router
