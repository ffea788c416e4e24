// The methods that "auto" tries on one integral: what they have used together, and which of them is
// expected to be there first.
#pragma once

#include <algorithm>
#include <cstdint>
#include <functional>
#include <iterator>
#include <list>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "choice/candidate.hpp"
#include "choice/next.hpp"
#include "router/methods/cuhre.hpp"
#include "run/log.hpp"

namespace cuboid::router {

/// What looks may cost: a tenth of maxeval, or what samples begin with if that is more.
std::int64_t evaluations_of_looks(std::int64_t maxeval);

class Candidates {
 public:
  /// request, call: live as long as this.
  Candidates(const Request &request, const Call &call);

  /// Whether a method can integrate this at all.
  bool can(Method method) const;
  /// The accuracy asked for, relative to what the integral is by what is known of it; nullptr:
  /// nothing.
  double relative_tolerance(const Candidate *known) const;
  /// If it can.
  void enter(Prior prior);
  /// Runs line with a share of maxeval, before any other method is entered: in one dimension, where
  /// the host can evaluate the integrand and nobody has named devices.  Returns whether its result
  /// is that of the call.
  bool settled_by_line();

  std::list<Candidate> &all() { return all_; }
  const std::list<Candidate> &all() const { return all_; }
  const Goal &goal() const { return goal_; }
  /// Evaluations up to which there may be looks.
  std::int64_t max_of_looks() const { return max_of_looks_; }
  std::int64_t used() const;
  std::int64_t left() const { return std::max<std::int64_t>(goal_.maxeval - used(), 1); }
  /// Evaluations that one of them may have in all.
  std::int64_t max_for(const Candidate &candidate) const;
  /// Whether what is left is enough for what one is expected to need.
  bool will_do(const Candidate &candidate) const;
  /// In the order of all().
  std::vector<Forecast> forecasts() const;
  Candidate &at(std::size_t place) {
    return *std::next(all_.begin(), static_cast<std::ptrdiff_t>(place));
  }
  /// See best_of.
  Candidate &best();
  /// See router::may_look.
  bool may_look(const Candidate &candidate) const;

  /// Runs one, or goes on, as Candidate::run does.
  void step(Candidate &candidate, std::int64_t maxeval, bool final);
  /// The same for one that asks, as Candidate::run_asking does; `next` is called where it asks.
  void step_asking(Candidate &candidate, std::int64_t stop,
                   const std::function<std::int64_t()> &next);
  const Candidate *last() const { return last_; }  ///< that was run

  /// Why the result is the one of its method, for the reasons.
  void explain(std::string why) { why_ = std::move(why); }
  void explain_further(const std::string &why) { why_ += why; }
  /// What has come of all, also where a step has thrown.
  Outcome outcome() const;
  /// What any step saw binds a converged outcome, the same on all ranks.  Throws Failure.
  void bind(Outcome &outcome) const;

 private:
  void tell(const Candidate &candidate) const;
  void keep_evidence(const Candidate &candidate);
  const Candidate &chosen() const;
  std::vector<Evidence> evidence_of_ranks() const;
  bool may_try_line() const;

  const Request &request_;
  const Call &call_;
  const Goal goal_;
  const algorithm::Log log_;
  std::int64_t max_of_looks_;
  const bool on_device_;
  std::list<Candidate> all_;
  std::optional<Candidate> line_;  ///< is none of those that are compared
  const Candidate *last_ = nullptr;
  struct Run {
    const Candidate *candidate;
    int beginning;
    bool operator==(const Run &) const = default;
  };
  /// Of each run, and what it saw.
  std::vector<Run> runs_;
  std::vector<Evidence> evidence_;
  std::string why_;
};

}  // namespace cuboid::router
