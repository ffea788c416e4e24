#include "algorithm/common/convergence.hpp"

#include <algorithm>
#include <cmath>
#include <string>

namespace cuboid::algorithm {

namespace {

/// Only zeros were seen of this component.
bool is_zero(const Result &result, std::size_t component) {
  return result.integral[component] == 0 && result.error[component] == 0;
}

bool any_zero(const Result &result) {
  for (std::size_t c = 0; c < result.integral.size(); ++c)
    if (is_zero(result, c)) return true;
  return false;
}

bool all_zero(const Result &result) {
  for (std::size_t c = 0; c < result.integral.size(); ++c)
    if (!is_zero(result, c)) return false;
  return true;
}

bool any_below_error(const Result &result) {
  for (std::size_t c = 0; c < result.integral.size(); ++c)
    if (std::fabs(result.integral[c]) < result.error[c]) return true;
  return false;
}

}  // namespace

bool Convergence::good(const Result &result, const Standing &standing, bool exhausted) const {
  return result.neval >= goal_.mineval && result.trusted && standing.supported &&
         result.niterations - result.left_out >= least_iterations && accurate(result, goal_) &&
         !too_few_zeros(result) &&
         // Beside others that are not zero a component needs as many, unless maxeval forbids it.
         (!any_zero(result) || exhausted || result.neval >= least_for_zero);
}

void Convergence::look(Result &result, const Standing &standing, bool exhausted) {
  // Of random samples nothing else has neither a mean nor a variance.
  result.only_zeros = all_zero(result);
  const bool is_good = good(result, standing, exhausted);
  if (result.trusted && !standing.supported && accurate(result, goal_))
    add_remark(result,
               "the error is as small as asked for, but rests on too few of the samples, or varies "
               "too much from iteration to iteration, to be relied on yet");
  if (!exhausted && result.neval < due_) {
    result.converged = false;
    return;
  }
  const bool confirms = due_ > 0;
  due_ = 0;
  result.converged = is_good && (standing.settled || confirms || exhausted);
  if (is_good && !result.converged) due_ = result.neval + standing.samples / 2;
}

void add_remark(Result &result, const std::string &text) {
  if (!result.remark.empty()) result.remark += "; ";
  result.remark += text;
}

bool too_few_zeros(const Result &result) {
  return result.only_zeros && all_zero(result) && result.neval < least_for_zero;
}

void remark_on_values(Result &result) {
  const std::string missed =
      ": zero is the value, or a narrow peak was missed, which more evaluations (mineval) or "
      "narrower limits would find";
  if (result.only_zeros && all_zero(result))
    add_remark(result, "the integrand was zero at all " + std::to_string(result.neval) + " points" +
                           missed);
  else if (any_zero(result))
    add_remark(result, "all values of a component were zero" + missed);
  else if (any_below_error(result))
    add_remark(result,
               "a value is smaller than its error: positive and negative parts cancel, or the "
               "samples say nothing yet; only epsabs bounds the accuracy of a zero");
}

bool accurate(const Result &result, const Goal &goal) {
  for (std::size_t c = 0; c < result.integral.size(); ++c)
    if (!reached(result.integral[c], result.error[c], goal.epsrel, goal.epsabs)) return false;
  return true;
}

const char *tolerance_met(const Result &result, const Goal &goal) {
  bool all_relative = true;
  bool all_absolute = true;
  for (std::size_t c = 0; c < result.integral.size(); ++c) {
    all_relative = all_relative && reached(result.integral[c], result.error[c], goal.epsrel, 0);
    all_absolute = all_absolute && reached(result.integral[c], result.error[c], 0, goal.epsabs);
  }
  if (all_relative) return " (relative)";
  return all_absolute ? " (absolute)" : " (relative or absolute, component by component)";
}

}  // namespace cuboid::algorithm
