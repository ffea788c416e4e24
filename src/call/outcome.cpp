#include "call/outcome.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "algorithm/common/convergence.hpp"
#include "base/status_text.hpp"
#include "cuboid.h"
#include "run/remarks.hpp"

namespace cuboid::router {

namespace {

// What was found before these is a valid, if less accurate, result.
bool leaves_result(int status) {
  return status == CUBOID_CANCELLED || status == CUBOID_TIME_LIMIT ||
         status == CUBOID_OUT_OF_MEMORY;
}

}  // namespace

Failure missing_memory(int ncomp) {
  return {CUBOID_OUT_OF_MEMORY,
          algorithm::formatted("memory for the integration is missing: ncomp = %d", ncomp)};
}

void succeed(const Goal &goal, Outcome &outcome) {
  algorithm::remark_on_values(outcome.result);
  const algorithm::Result &result = outcome.result;
  outcome.status = result.converged ? CUBOID_CONVERGED : CUBOID_NOT_CONVERGED;
  outcome.message = status_text(outcome.status);
  if (result.converged)
    outcome.message += algorithm::tolerance_met(result, goal);
  else if (algorithm::accurate(result, goal))
    outcome.message = sentence_of(algorithm::Remark::within_request, result.ndim);
  if (!result.remark.empty()) outcome.message += "; " + result.remark;
}

void doubt_zeros(const Goal &goal, Outcome &outcome) {
  algorithm::Result &result = outcome.result;
  if (outcome.status != CUBOID_CONVERGED && outcome.status != CUBOID_NOT_CONVERGED) return;
  if (!algorithm::only_zeros(result) || (result.converged && goal.takes_zeros())) return;
  // What has not got so far may be looked at by others.
  result.refused = result.converged;
  result.converged = result.trusted = false;
  outcome.status = CUBOID_NOT_CONVERGED;
  outcome.message =
      sentence_of(algorithm::Remark::only_zeros, result.ndim, {std::to_string(result.neval)});
}

void tell_counted_as_zero(std::int64_t count, const std::string &first, Outcome &outcome) {
  outcome.status = CUBOID_NONFINITE;
  outcome.result.trusted = false;
  outcome.message =
      sentence_of(algorithm::Remark::counted_as_zero, outcome.result.ndim,
                  {std::to_string(count), first.empty() ? "" : ", the first of them: " + first});
}

void fail(Outcome &outcome, const Failure &failure) {
  outcome.status = failure.status();
  outcome.message = failure.message();
  outcome.thrown = failure.thrown();
  algorithm::Result &result = outcome.result;
  result.converged = false;
  if (!leaves_result(outcome.status))
    for (std::vector<double> *values : {&result.integral, &result.error, &result.chi2})
      std::fill(values->begin(), values->end(), std::numeric_limits<double>::quiet_NaN());
  // Where there is no value, none can be believed.
  if (std::any_of(result.integral.begin(), result.integral.end(),
                  [](double value) { return std::isnan(value); }))
    result.trusted = false;
}

}  // namespace cuboid::router
