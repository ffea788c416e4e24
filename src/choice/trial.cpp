#include "choice/trial.hpp"

#include <algorithm>
#include <optional>
#include <string>

#include "choice/next.hpp"
#include "choice/reason.hpp"

namespace cuboid::router {

namespace {

/// Tries methods in turn, and carries out the best one.
class Trial {
 public:
  Trial(const Request &request, Candidates &candidates)
      : request_(request), candidates_(candidates) {}

  void run() {
    if (!settled_by_looking()) carry_out_plan();
  }

 private:
  void enter_cubature();
  void enter_others();
  bool settled_by_looking();
  void carry_out_plan();
  bool settled_by_cubature();
  void carry_out(Candidate &taken);
  void step_asking(Candidate &candidate, std::int64_t stop, bool looks);
  std::int64_t further_stop(Candidate &candidate, bool looks);
  std::int64_t planned_stop(const Candidate &candidate) const;
  bool is_alone() const { return candidates_.all().size() == 1; }
  std::string seen() const;

  const Request &request_;
  Candidates &candidates_;
  Candidate *cubature_ = nullptr;
};

void Trial::enter_cubature() {
  const std::int64_t points = points_of_rule(request_);
  if (points > candidates_.max_of_looks()) return;
  candidates_.enter(cuhre_prior(request_.host.ndim, points, candidates_.max_of_looks()));
  cubature_ = &candidates_.all().back();
}

void Trial::enter_others() {
  const int ndim = request_.host.ndim;
  const double tolerance = candidates_.relative_tolerance(cubature_);
  if (ndim > 1) candidates_.enter(lattice_prior(tolerance, candidates_.goal().maxeval));
  candidates_.enter(vegas_plus_prior(tolerance, request_.options));
  if (!candidates_.can(Method::vegas_plus)) candidates_.enter(vegas_prior());
  if (ndim > 1 && ndim <= max_dimensions_for_cubature)
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
  if (looks && candidates_.used() + stop - candidate.used() <= candidates_.max_of_looks())
    return candidates_.may_look(candidate) || &candidates_.best() == &candidate ? stop : 0;
  return &candidates_.best() == &candidate ? planned_stop(candidate) : 0;
}

/// The next step is that of whoever is expected to be there first.
bool Trial::settled_by_looking() {
  enter_cubature();
  if (cubature_ == nullptr) enter_others();
  for (int steps = 1;; ++steps) {
    const std::optional<Step> step =
        next_look(candidates_.forecasts(),
                  {candidates_.used(), candidates_.max_of_looks(), candidates_.goal().maxeval});
    if (!step) return false;
    Candidate &next = candidates_.at(step->who);
    const std::int64_t stop = step->until;
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
                                  : request_.host.ndim > max_dimensions_for_cubature
                                      ? "too many dimensions for cubature"
                                      : "maxeval is too small for cubature";
  return of_cubature + "; " + what_is_needed(candidates_);
}

void Trial::carry_out_plan() {
  if (is_alone()) {
    candidates_.explain("no other method goes to so many dimensions or components");
    return candidates_.step(candidates_.all().front(),
                            candidates_.max_for(candidates_.all().front()), true);
  }
  Candidate *taken = &candidates_.best();
  candidates_.explain(seen() + what_was_taken(candidates_, *taken));
  if (taken->has_given_up()) return;
  for (;;) {
    carry_out(*taken);
    if (taken->has_ended() || candidates_.left() < candidates_.max_of_looks() ||
        settled_by_cubature())
      return;
    Candidate &next = candidates_.best();
    if (&next == taken && taken->has_given_up()) return;
    if (&next == taken) continue;
    candidates_.explain_further(std::string("; ") + taken->name() + " did not get there, so " +
                                next.name() + " took its place");
    taken = &next;
  }
}

/// Where what was taken turns out to be dearer, further steps of cubature may have become cheap.
bool Trial::settled_by_cubature() {
  while (cubature_ && cubature_->resumes() && candidates_.may_look(*cubature_)) {
    const std::int64_t stop = cubature_->next_stop();
    if (candidates_.used() + stop - cubature_->used() > candidates_.goal().maxeval) return false;
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
/// promise, or with all that is left if that is little.
void Trial::carry_out(Candidate &taken) {
  const std::int64_t most = candidates_.max_for(taken);
  const std::int64_t stop = planned_stop(taken);
  if (taken.asks() && stop < most) return step_asking(taken, stop, false);
  candidates_.step(taken, stop, stop == most);
}

std::int64_t Trial::planned_stop(const Candidate &candidate) const {
  const std::int64_t most = candidates_.max_for(candidate);
  return router::planned_stop(candidate.forecast(most), candidate.needed(), most);
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
    if (!candidates.settled_by_line()) Trial(request, candidates).run();
    take();
    candidates.bind(outcome);
  } catch (const Failure &) {
    take();
    throw;
  }
}

}  // namespace cuboid::router
