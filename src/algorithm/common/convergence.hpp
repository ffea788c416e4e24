// When a Monte Carlo method, which tests its result again and again, may call it converged.
#pragma once

#include <cstdint>

#include "algorithm/common/iterations.hpp"
#include "base/goal.hpp"
#include "run/accuracy.hpp"
#include "run/task.hpp"

namespace cuboid::algorithm {

/// A result that is tested after every iteration would end the run at the first test that it passes
/// by luck.  So a first success is confirmed with further samples, whose number is fixed at that
/// time, and counts only if the accuracy is still reached then.  A result that no single sample can
/// have changed much needs no confirmation, and neither does one at maxeval, which was fixed
/// before.
class Convergence {
 public:
  /// Iterations that the result must rest on before it can be called converged: fewer say nothing
  /// of each other.
  static constexpr std::int64_t min_iterations = 3;

  explicit Convergence(const Goal &goal) : goal_(goal) {}

  /// After an iteration: makes room in the errors for what may hide from so few samples, and sets
  /// result.converged.  exhausted: there will be no further one.
  void decide(Result &result, const ConvergenceState &convergence, bool exhausted);

  /// After an iteration, not the last one, with which the error is not small enough for certain.
  void miss(Result &result);

  /// Evaluations at which a success is confirmed; 0: there is none to confirm.
  std::int64_t due() const { return due_; }
  /// That of the run that is gone on with.
  void set_due(std::int64_t due) { due_ = due; }

 private:
  bool allow_for_hidden(Result &result, const ConvergenceState &convergence) const;
  bool is_supported(const Result &result, const ConvergenceState &convergence) const;
  bool good(const Result &result, const ConvergenceState &convergence, bool exhausted) const;

  Goal goal_;
  std::int64_t due_ = 0;
};

/// Whether all integrals and errors are zero.
bool all_zero(const Result &result);

/// Whether a success would rest on zeros alone, and on too few of them.
bool too_few_zeros(const Result &result, const Goal &goal);

/// Whether the integrand was zero at all points.
bool only_zeros(const Result &result);

/// Adds to the remark that values of a component were all zero, or are smaller than their errors,
/// and what that may mean.  Of components that are one vector some may be.
void remark_on_values(Result &result, const Goal &goal);

/// Adds to the remark of a result that has missed the accuracy about how many evaluations it takes
/// at this rate, and what may take fewer, where nothing else is to be said.
void remark_on_effort(Result &result, const Goal &goal);

}  // namespace cuboid::algorithm
