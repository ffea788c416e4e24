#include "algorithm/common/convergence.hpp"

#include <algorithm>
#include <cmath>

#include "base/formatted.hpp"
#include "run/remarks.hpp"

namespace cuboid::algorithm {

namespace {

/// What may hide: a part of the cube that n random points meet 3 times on average is missed by all
/// of them with 5 % (the rule of three), and one whose values are twice the mean of the others
/// brings so many times |integral| / n.
constexpr double hidden = 3;

/// Most that is allowed for it where that is to be a part of the tolerance: it makes a success
/// dearer by a third at most.
constexpr double max_of_tolerance = 0.5;

/// With an error below this part of what may hide, values have varied so little that they say
/// nothing of what was not met.  Measured on small boxes and bumps on a constant, where a quarter
/// to a third of the results were beyond 3 errors: 5 of 2167 with this, 3 if errors leave room for
/// what may hide always, but then those of products and kinks are twice too large.
constexpr double min_seen = 0.25;

/// Only zeros were seen of this component.
bool is_zero(const Result &result, std::size_t component) {
  return result.integral[component] == 0 && result.error[component] == 0;
}

bool any_zero(const Result &result) {
  for (std::size_t c = 0; c < result.integral.size(); ++c)
    if (is_zero(result, c)) return true;
  return false;
}

bool any_below(double errors, const Result &result) {
  for (std::size_t c = 0; c < result.integral.size(); ++c)
    if (std::fabs(result.integral[c]) < errors * result.error[c]) return true;
  return false;
}

/// A value of fewer errors may be zero.
constexpr double hardly_larger = 3;

/// The goal with what a success needs that further samples could make surer.
Goal with_certainty(Goal goal, bool exhausted) {
  if (exhausted) return goal;
  goal.epsrel /= goal.certainty;
  goal.epsabs /= goal.certainty;
  return goal;
}

}  // namespace

/// Where the last iterations are a small part of all, others like the first may follow, and where
/// the variance is hardly known it may be larger: a success needs an error that is small enough all
/// the same.
bool Convergence::is_supported(const Result &result, const ConvergenceState &convergence) const {
  if (!convergence.supported || convergence.error_at_worst.empty()) return convergence.supported;
  Result at_worst = result;
  at_worst.error = convergence.error_at_worst;
  return accurate(at_worst, goal_);
}

bool Convergence::good(const Result &result, const ConvergenceState &convergence,
                       bool exhausted) const {
  return result.neval >= goal_.mineval && result.trusted && is_supported(result, convergence) &&
         result.niterations - result.left_out >= min_iterations &&
         accurate(result, with_certainty(goal_, exhausted)) && !too_few_zeros(result, goal_) &&
         // Beside others that are not zero a component needs as many, unless maxeval forbids it.
         (!any_zero(result) || exhausted || result.neval >= min_for_zero);
}

/// A success needs so many samples that what may hide is within the tolerance.  Errors contain it
/// before that, and where they would hardly be anything without it: then it says so.  Components
/// have it in the same place, and so in common.
bool Convergence::allow_for_hidden(Result &result, const ConvergenceState &convergence) const {
  if (!accurate(result, goal_)) return false;
  bool agree = false;
  const auto samples = static_cast<double>(convergence.even_samples > 0 ? convergence.even_samples
                                                                        : convergence.samples);
  std::vector<double> allowed;
  for (std::size_t c = 0; c < result.error.size(); ++c) {
    const double value = result.integral[c];
    const double allowed_error = tolerance(result, goal_, c);
    double allowance = hidden * std::fabs(value) / samples;
    if (convergence.allowance == Allowance::part_of_tolerance)
      allowance = std::min(allowance, max_of_tolerance * allowed_error);
    agree = agree ||
            (convergence.allowance == Allowance::whole && result.error[c] < min_seen * allowance);
    if (result.error[c] >= min_seen * allowance && allowance <= allowed_error) allowance = 0;
    result.error[c] = std::hypot(result.error[c], allowance);
    allowed.push_back(std::copysign(allowance, value));
  }
  for (int c = 0; c < std::ssize(result.error) && !result.covariance.empty(); ++c)
    for (int b = 0; b <= c; ++b)
      result.covariance[symmetric_index(c, b)] +=
          allowed[static_cast<std::size_t>(c)] * allowed[static_cast<std::size_t>(b)];
  return agree;
}

void Convergence::decide(Result &result, const ConvergenceState &convergence, bool exhausted) {
  exhausted = exhausted && !goal_.goes_on;
  const bool agree = allow_for_hidden(result, convergence);
  // Of random samples nothing else has neither a mean nor a variance.
  result.only_zeros = all_zero(result);
  const bool is_good = good(result, convergence, exhausted);
  if (result.trusted && !is_supported(result, convergence) && accurate(result, goal_))
    add_remark(result, Remark::too_little_support);
  if (agree) add_remark(result, Remark::samples_agree);
  if (!exhausted && result.neval < due_) {
    result.converged = false;
    return;
  }
  const bool confirms = due_ > 0;
  result.converged = is_good && (convergence.settled || confirms || exhausted);
  // Whoever goes on from a success that was confirmed needs no other one.
  if (!result.converged) due_ = is_good ? result.neval + convergence.samples / 2 : 0;
}

void Convergence::miss(Result &result) {
  if (result.neval >= due_) due_ = 0;
  result.converged = false;
}

bool all_zero(const Result &result) {
  for (std::size_t c = 0; c < result.integral.size(); ++c)
    if (!is_zero(result, c)) return false;
  return true;
}

bool too_few_zeros(const Result &result, const Goal &goal) {
  return result.only_zeros && all_zero(result) && result.neval < goal.enough_zeros();
}

bool only_zeros(const Result &result) {
  return result.only_zeros && all_zero(result) && result.neval > 0;
}

void remark_on_values(Result &result, const Goal &goal) {
  if (only_zeros(result) || is_of_vector(goal.norm)) return;
  if (any_zero(result))
    add_remark(result, Remark::zero_component);
  else if (any_below(hardly_larger, result))
    add_remark(result, Remark::value_within_error,
               {any_below(1, result) ? "smaller than" : "hardly larger than"});
}

namespace {

/// In as few digits as say more than what was spent.
std::string more_than(std::int64_t spent, double evaluations) {
  constexpr int max_digits = 4;
  std::string text;
  for (int digits = 0; digits <= max_digits; ++digits) {
    text = formatted("%.*e", digits, evaluations);
    if (std::stod(text) > static_cast<double>(spent)) break;
  }
  return text;
}

}  // namespace

void remark_on_effort(Result &result, const Goal &goal) {
  if (result.converged || !result.trusted) return;
  const bool is_near_zero = any_zero(result) || any_below(hardly_larger, result);
  if (is_near_zero && !is_of_vector(goal.norm)) return;
  const double ratio = farthest_component(result, goal).ratio;
  if (ratio > 1 && std::isfinite(ratio))
    add_remark(result, Remark::effort,
               {more_than(result.neval, static_cast<double>(result.neval) * ratio * ratio)});
}

}  // namespace cuboid::algorithm
