// A method that "auto" may take: how far it has come, and what it is expected to need.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <vector>

#include "choice/evidence.hpp"
#include "choice/forecast.hpp"
#include "choice/next.hpp"
#include "choice/prior.hpp"
#include "engine/common/largest_value.hpp"
#include "router/run.hpp"

namespace cuboid::router {

class Candidate {
 public:
  /// request: lives as long as this.  resumes: it goes on from where it was; else it begins anew.
  Candidate(const Prior &prior, const Request &request, bool resumes);

  const char *name() const { return entry_of(prior_.method).name; }
  std::int64_t opening() const { return prior_.opening; }
  Method method() const { return prior_.method; }
  /// It goes on from where it was, if it is run again; else it begins anew.
  bool resumes() const { return memory_ != nullptr; }
  /// It begins anew, but is asked on its way whether it is to go on.
  bool asks() const { return prior_.asks; }
  bool tried() const { return !marks_.empty(); }
  const Outcome &outcome() const { return outcome_; }
  /// What it knows after its last step.
  Evidence evidence() const;
  /// How often it has begun: what it saw before is no part of its result.
  int beginnings() const { return beginnings_; }
  /// All evaluations that it has used, also those of runs that it did not go on from.
  std::int64_t used() const { return used_; }

  /// The accuracy is reached, or something ended it for good.
  bool has_ended() const;
  /// What it did to a call that has ended with it.
  const char *deed() const { return outcome_.result.refused ? "refused" : "settled"; }
  /// It was run to its end, and is not there.
  bool has_given_up() const { return given_up_; }
  /// Cancelled, out of time, or failed: there is no use in asking another method.
  bool was_stopped() const;

  /// The next step of the trial: evaluations that it will have used then.
  std::int64_t next_stop() const;
  /// Evaluations that it needs in all, by what is known; infinite if it gets nowhere.
  double needed() const;
  /// Nanoseconds, about, until it is there; by which it is compared with others.
  double cost_of_rest() const;
  /// The same if its error falls from now on as fast as can be hoped.
  double min_cost_of_rest() const;
  /// As which power of the evaluations the error was seen to fall; nothing: there is one look.
  std::optional<double> seen_power() const { return power_seen(marks_); }
  /// As which power it is expected to fall, within what is usual.
  double power() const;
  /// What is expected of it where it may have so many evaluations in all, but for will_do.
  Forecast forecast(std::int64_t most) const;
  double share() const;

  /// Runs it, or goes on, up to so many evaluations in all.  before: evaluations of others.  final:
  /// it may end as it does where there is nothing more to come.  Throws Failure, with the outcome
  /// so far in outcome().
  void run(const Call &call, std::int64_t maxeval, std::int64_t before, bool final);
  /// Runs one that asks from its beginning.  Where another iteration may go beyond `stop`
  /// evaluations, `next` says beyond how many it is to ask again; 0: it ends there.
  void run_asking(const Call &call, std::int64_t maxeval, std::int64_t stop, std::int64_t before,
                  const std::function<std::int64_t()> &next);

 private:
  void carry_out_here(Request &request, const Call &call);
  /// Nanoseconds, about, up to so many evaluations, from its beginning on, and from where it is.
  double cost_up_to(double evaluations) const;
  double cost_from_here(double evaluations) const;
  double share_after(double evaluations) const;
  double needed_of_this() const;
  double beside() const;
  void choose_samples(Request &request);
  void begin_anew();
  bool is_to_begin_anew() const;
  void keep_nonfinite(const Outcome &before);
  void count();
  void mark(const algorithm::Result &result);

  Prior prior_;
  const Request &request_;
  std::shared_ptr<algorithm::StateMemory> memory_;  ///< nullptr: it begins anew
  Outcome outcome_;
  engine::LargestValue largest_;  ///< that it met since it began last
  int beginnings_ = 0;
  std::int64_t used_ = 0;
  std::int64_t lost_ = 0;     ///< of these, in the opening, once that is given up
  std::int64_t samples_ = 0;  ///< of an iteration, once the opening is given up; 0: as in that
  bool given_up_ = false;
  bool runs_ = false;      ///< it is asked right now
  std::int64_t stop_ = 0;  ///< evaluations up to which it was run last
  std::vector<Reached> marks_;
};

}  // namespace cuboid::router
