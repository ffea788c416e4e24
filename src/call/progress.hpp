// Tells the caller how far an integration is.
#pragma once

#include <string>

#include "base/goal.hpp"
#include "call/progress_watch.hpp"
#include "run/task.hpp"

namespace cuboid::router {

/// Shares of the accuracy that a result has reached, of its worst component; 1 is enough.
struct Shares {
  double relative = 0;
  double absolute = 0;
  double either = 0;  ///< of the larger tolerance, which counts
};

/// NaN where there is no estimate yet.
Shares shares_of(const algorithm::Result &result, const Goal &goal);

/// What a method reached: share of the accuracy (1 is enough) after so many evaluations.
struct Reached {
  double evaluations = 0;
  double share = 0;
};

/// As which power of the evaluations the error fell from one to the other; 0 if that is not known.
double power_between(const Reached &earlier, const Reached &later);

/// Evaluations for the whole accuracy if the error goes on to fall like that power; infinite if
/// nothing was reached.
double needed_from(const Reached &reached, double power);

/// Guesses how many evaluations an accuracy needs: the error falls like a power of their number,
/// which shows in what it was at half of them.
class Extrapolation {
 public:
  /// share: of the accuracy, reached after so many evaluations.
  void note(double evaluations, double share);
  /// All evaluations; infinite where the error does not fall, NaN where nothing is known.
  double needed(double evaluations, double share) const;

 private:
  Reached earlier_, later_;  ///< later_: with at least twice the evaluations of earlier_
};

class Progress final : public ProgressWatch {
 public:
  /// The request must outlive it.
  explicit Progress(const Request &request);

  /// Which method runs, and where its numbers so far stand.
  void watch(std::string method, const algorithm::Result &result);
  void show(const algorithm::Result &result) { result_ = &result; }

 private:
  void fill(cuboid_progress &progress) override;
  double seconds_left(double evaluations, double share, double rate);

  const Goal goal_;
  const algorithm::Result *result_ = nullptr;
  Extrapolation extrapolation_;
};

}  // namespace cuboid::router
