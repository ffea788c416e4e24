#include "batch/combine.hpp"

#include <algorithm>
#include <cmath>
#include <string>

#include "algorithm/common/convergence.hpp"
#include "base/formatted.hpp"
#include "run/remarks.hpp"

namespace cuboid::router {

namespace {

[[noreturn]] void refuse(std::size_t i, const std::string &why) {
  reject("results[" + std::to_string(i) + "] " + why);
}

/// What speaks against a result by itself.
void check_alone(const Outcome &one, std::size_t i) {
  if (one.status < 0) refuse(i, "is a failure: " + one.message);
  if (one.origin.seeds.empty())
    refuse(i, "is of " + one.method +
                  ", which draws no random numbers: its error is no standard deviation, and "
                  "another run has the same");
  for (std::size_t c = 0; c < one.result.integral.size(); ++c)
    if (!std::isfinite(one.result.integral[c]) || !std::isfinite(one.result.error[c]))
      refuse(i, "has no value, or no error, of f[" + std::to_string(c) + "]");
  if (one.result.neval < 1) refuse(i, "rests on no evaluations");
}

void check_beside(const Outcome &first, const Outcome &one, std::size_t i,
                  const std::vector<std::int64_t> &seeds) {
  const Origin &origin = one.origin;
  if (origin.ndim != first.origin.ndim ||
      one.result.integral.size() != first.result.integral.size())
    refuse(i, "has ndim = " + std::to_string(origin.ndim) + " and ncomp = " +
                  std::to_string(one.result.integral.size()) + ", others than results[0]");
  if (origin.lower != first.origin.lower || origin.upper != first.origin.upper)
    refuse(i, "is over another box than results[0]");
  for (const std::int64_t seed : origin.seeds)
    if (std::find(seeds.begin(), seeds.end(), seed) != seeds.end())
      refuse(i, "has the seed " + std::to_string(seed) +
                    " of one before it: it is not independent, but perhaps the same run");
}

/// Everything but the estimates.
void gather(const std::vector<const Outcome *> &results, Outcome &sum) {
  for (std::size_t i = 0; i < results.size(); ++i) {
    const Outcome &one = *results[i];
    check_alone(one, i);
    check_beside(*results[0], one, i, sum.origin.seeds);
    sum.origin.seeds.insert(sum.origin.seeds.end(), one.origin.seeds.begin(),
                            one.origin.seeds.end());
    Goal &goal = sum.origin.goal;
    goal.epsrel = std::min(goal.epsrel, one.origin.goal.epsrel);
    goal.epsabs = std::min(goal.epsabs, one.origin.goal.epsabs);
    // That of each component by itself is the strictest.
    if (goal.norm != one.origin.goal.norm) goal.norm = ErrorNorm::component;
    sum.result.neval += one.result.neval;
    sum.result.nregions += one.result.nregions;
    sum.result.niterations += one.result.niterations;
    sum.result.trusted = sum.result.trusted && one.result.trusted;
    sum.nonfinite += one.nonfinite;
    if (one.method != sum.method) sum.method = "several";
  }
  sum.result.dof = static_cast<std::int64_t>(results.size()) - 1;
}

/// Weights in proportion to evaluations do not hang on the values: with those of the inverse
/// variance, a run that happened to miss a peak would have the smallest error and count most.
void average(const std::vector<const Outcome *> &results, algorithm::Result &mean) {
  const std::size_t ncomp = mean.integral.size();
  const bool covariances = std::all_of(results.begin(), results.end(), [](const Outcome *one) {
    return !one->result.covariance.empty();
  });
  mean.covariance.assign(covariances ? ncomp * (ncomp + 1) / 2 : 0, 0);
  const auto weight = [&](const Outcome *one) {
    return static_cast<double>(one->result.neval) / static_cast<double>(mean.neval);
  };
  for (std::size_t c = 0; c < ncomp; ++c) {
    mean.integral[c] = mean.error[c] = mean.chi2[c] = 0;
    for (const Outcome *one : results) {
      mean.integral[c] += weight(one) * one->result.integral[c];
      mean.error[c] = std::hypot(mean.error[c], weight(one) * one->result.error[c]);
    }
    for (const Outcome *one : results) {
      const double deviation = one->result.integral[c] - mean.integral[c];
      if (std::fabs(deviation) > algorithm::rounding_of_sums * std::fabs(mean.integral[c])) {
        const double pull = deviation / one->result.error[c];
        mean.chi2[c] += pull * pull;
      }
    }
  }
  for (const Outcome *one : results)
    for (std::size_t i = 0; i < mean.covariance.size(); ++i)
      mean.covariance[i] += weight(one) * weight(one) * one->result.covariance[i];
}

}  // namespace

Outcome combine(const std::vector<const Outcome *> &results) {
  const Outcome &first = *results.at(0);
  Outcome sum(static_cast<int>(first.result.integral.size()));
  sum.origin = first.origin;
  sum.origin.seeds.clear();
  sum.method = first.method;
  gather(results, sum);
  average(results, sum.result);
  if (!algorithm::estimates_agree(sum.result)) {
    sum.result.trusted = false;
    say_alone(sum.result, algorithm::Remark::results_differ);
  }
  const bool accurate = algorithm::accurate(sum.result, sum.origin.goal);
  sum.result.converged = accurate && sum.result.trusted;
  sum.status = sum.result.converged ? CUBOID_CONVERGED : CUBOID_NOT_CONVERGED;
  sum.message = std::to_string(results.size()) + " results, weighted by their evaluations; the " +
                (accurate ? "strictest accuracy that was asked of them is reached"
                          : "accuracy that was asked of them is not reached");
  if (!sum.result.remark.empty()) sum.message += "; " + sum.result.remark;
  return sum;
}

}  // namespace cuboid::router
