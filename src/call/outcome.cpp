#include "call/outcome.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <new>
#include <string_view>

#include "algorithm/common/convergence.hpp"
#include "algorithm/common/iterations.hpp"
#include "base/formatted.hpp"
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

/// Where nothing else is to be said of a result that has missed the accuracy.
void tell_how_far_off(const Goal &goal, Outcome &outcome) {
  const double ratio = algorithm::farthest_component(outcome.result, goal).ratio;
  if (!(std::isfinite(ratio) && ratio > 1)) return;
  remark(outcome, sentence_of(algorithm::Remark::far_off, outcome.result,
                              {ratio < 1e4 ? formatted("%.*f", ratio < 10 ? 1 : 0, ratio)
                                           : formatted("%.0e", ratio)}));
}

}  // namespace

Failure missing_memory(int ncomp) {
  return {CUBOID_OUT_OF_MEMORY,
          formatted("memory for the integration is missing: ncomp = %d", ncomp)};
}

Failure caught(int ncomp) {
  try {
    throw;
  } catch (const Failure &failure) {
    return failure;
  } catch (const std::bad_alloc &) {
    return missing_memory(ncomp);
  } catch (const std::exception &error) {
    return {CUBOID_INTERNAL, error.what()};
  }
}

void succeed(const Goal &goal, Outcome &outcome) {
  algorithm::remark_on_values(outcome.result, goal);
  const algorithm::Result &result = outcome.result;
  outcome.status = result.converged ? CUBOID_CONVERGED : CUBOID_NOT_CONVERGED;
  outcome.message = status_text(outcome.status);
  if (result.converged)
    outcome.message += algorithm::tolerance_met(result, goal);
  else if (algorithm::accurate(result, goal))
    outcome.message = sentence_of(result.remark.empty() && result.neval >= goal.maxeval
                                      ? algorithm::Remark::no_room_to_confirm
                                      : algorithm::Remark::within_request,
                                  result.ndim);
  else if (result.refused)
    outcome.message = sentence_of(algorithm::Remark::no_evaluation_helps, result.ndim);
  else if (result.remark.empty())
    tell_how_far_off(goal, outcome);
  remark(outcome, result.remark);
  for (const std::string &note : algorithm::notes_on_left_out(result))
    outcome.message += "; " + note;
}

void remark(Outcome &outcome, const std::string &remark) {
  if (remark.empty()) return;
  const bool is_first = outcome.status > 0;
  outcome.message = is_first ? remark + "; " + outcome.message : outcome.message + "; " + remark;
}

void shorten(Outcome &outcome) {
  if (outcome.status < 0 || outcome.message.size() <= max_message_size) return;
  constexpr std::string_view between = "; ", cut = " ...";
  const std::string whole = outcome.message;
  std::string kept, rest;
  for (std::size_t begin = 0; begin < whole.size();) {
    const std::size_t end = std::min(whole.find(between, begin), whole.size());
    const std::string clause = whole.substr(begin, end - begin);
    begin = end + between.size();
    const std::size_t room = kept.empty() ? 0 : between.size();
    const bool fits = kept.size() + room + clause.size() <= max_message_size;
    std::string &place = fits ? kept : rest;
    if (!place.empty()) place += between;
    place += clause;
  }
  if (kept.empty()) {  // of clauses that quote something long
    kept = whole.substr(0, max_message_size - cut.size());
    kept.replace(std::min(kept.rfind(' '), kept.size()), kept.npos, cut);
  }
  outcome.message = kept;
  if (!outcome.reasons.empty()) rest.append(between).append(outcome.reasons);
  outcome.reasons = rest;
}

void doubt_zeros(const Goal &goal, Outcome &outcome) {
  algorithm::Result &result = outcome.result;
  if (outcome.status != CUBOID_CONVERGED && outcome.status != CUBOID_NOT_CONVERGED) return;
  if (!algorithm::only_zeros(result) || (result.converged && goal.takes_zeros())) return;
  // Where the method would have gone on, others may find what it has not.
  result.refused = result.converged;
  result.converged = result.trusted = false;
  outcome.status = CUBOID_NOT_CONVERGED;
  outcome.message =
      sentence_of(algorithm::Remark::only_zeros, result.ndim, {std::to_string(result.neval)});
}

void tell_mineval_beyond_maxeval(const Goal &goal, Outcome &outcome) {
  const algorithm::Result &result = outcome.result;
  const bool has_missed = outcome.status == CUBOID_NOT_CONVERGED && result.neval < goal.mineval;
  if (!has_missed || goal.mineval <= goal.maxeval) return;
  const std::string sentence =
      sentence_of(algorithm::Remark::mineval_beyond_maxeval, result.ndim,
                  {std::to_string(goal.mineval), std::to_string(goal.maxeval)});
  const bool is_good =
      result.trusted && algorithm::accurate(result, goal) && !algorithm::only_zeros(result);
  outcome.message = is_good ? sentence : sentence + "; " + outcome.message;
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
