#include "algorithm/common/iterations.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <string>

#include "algorithm/common/heavy_tail.hpp"
#include "algorithm/common/iterations_left_out.hpp"
#include "algorithm/common/variance_uncertainty.hpp"
#include "base/tolerance.hpp"
#include "run/accuracy.hpp"
#include "run/remarks.hpp"
#include "statistics/covariances.hpp"

namespace cuboid::algorithm {

namespace {

/// A chi-square that is exceeded with less than this probability is one that contradicts the
/// errors.
constexpr double min_probability = 1e-4;

std::string iterations_are(std::int64_t count) {
  return std::to_string(count) + (count == 1 ? " iteration is" : " iterations are");
}

/// Says why there is no trust.
void remark(bool agree, bool tail, Result &result) {
  result.remark.clear();
  if (result.dof < 1) return add_remark(result, Remark::one_iteration);
  if (!agree) add_remark(result, Remark::iterations_differ);
  if (tail) add_remark(result, Remark::heavy_tail);
}

}  // namespace

std::vector<std::string> notes_on_left_out(const Result &result) {
  std::vector<std::string> notes;
  if (result.missed > 0)
    notes.push_back(
        sentence_of(Remark::found_late, result.ndim,
                    {std::to_string(result.missed), std::to_string(result.niterations)}));
  if (result.left_out > result.missed)
    notes.push_back(sentence_of(Remark::map_not_good, result.ndim,
                                {iterations_are(result.left_out - result.missed)}));
  return notes;
}

bool estimates_agree(const Result &result) {
  const std::vector<double> probabilities = result.prob();
  return std::all_of(probabilities.begin(), probabilities.end(),
                     [](double prob) { return prob <= 1 - min_probability; });
}

bool decides_after(std::int64_t iterations) {
  const auto last = static_cast<std::uint64_t>(iterations);
  constexpr int decisions = 5;  // until the number has doubled, as a power of 2
  const int size = std::bit_width(last) - 1;
  return size <= decisions || last % (std::uint64_t{1} << (size - decisions)) == 0;
}

// With weights w_j, the third cumulant of the mean is about the sum of d_j^3 with
// d_j = w_j (I_j - M), its variance that of d_j^2.  Of n normal estimates the ratio has a variance
// of 6 / n^2, which is taken off.
std::vector<double> Iterations::skewness() const {
  const IterationMean mean = mean_from(estimates_, 0, IterationWeights::samples);
  const auto count = static_cast<double>(estimates_.size());
  std::vector<double> skewness;
  for (std::size_t c = 0; c < mean.integral.size(); ++c) {
    double square = 0;
    double cube = 0;
    for (std::size_t j = 0; j < estimates_.size(); ++j) {
      const double deviation =
          mean.weight_of(j, static_cast<int>(c)) * (estimates_[j].integral[c] - mean.integral[c]);
      square += deviation * deviation;
      cube += deviation * deviation * deviation;
    }
    const double ratio = square > 0 ? cube / (square * std::sqrt(square)) : 0;
    const double kept = ratio * ratio - 6 / (count * count);
    skewness.push_back(kept > 0 ? std::copysign(std::sqrt(kept), ratio) : 0);
  }
  return skewness;
}

bool Iterations::certain_to_miss(const Goal &goal) const {
  constexpr double rounding = 1 + 1e-9;
  if (estimates_.ncomp() != 1 || quasi_ || combination_ != Combination::samples ||
      goal.norm != ErrorNorm::component)
    return false;
  double samples = 0;
  double sum = 0;
  double square = 0;
  for (std::size_t j = estimates_.size(); j-- > 0;) {
    const auto own = static_cast<double>(estimates_[j].samples);
    samples += own;
    sum += own * estimates_[j].integral[0];
    square += own * own * estimates_.variance(j, 0);
    const double error = std::sqrt(square) / samples * estimates_.unit()[0];
    const double value = std::fabs(sum) / samples * estimates_.unit()[0];
    if (!(error > rounding * larger_tolerance(goal, value)) || std::isinf(error)) return false;
  }
  return true;
}

/// The mean of what combination_ says, without the iterations at the beginning that would spoil it.
IterationMean Iterations::mean_without_spoilt(std::size_t unspoilt) const {
  const IterationWeights weights = combination_ == Combination::inverse_variance
                                       ? IterationWeights::variance_around_it
                                       : IterationWeights::samples;
  const std::size_t first =
      combination_ == Combination::all ? unspoilt : first_of_min_error(estimates_, unspoilt);
  IterationMean mean = mean_from(estimates_, first, weights);
  if (quasi_) take_spread(estimates_, unspoilt, weights, mean);
  return mean;
}

/// Raises the errors to those of the mean with what was only left out because they are smaller
/// without.
void Iterations::take_left_out(std::size_t unspoilt, std::vector<double> &error) const {
  const IterationMean all = mean_from(estimates_, unspoilt, IterationWeights::samples);
  for (std::size_t c = 0; c < error.size(); ++c)
    error[c] =
        std::max(error[c], std::sqrt(all.variance(static_cast<int>(c))) * estimates_.unit()[c]);
}

ConvergenceState Iterations::combine(Result &result) const {
  const int ncomp = estimates_.ncomp();
  const std::size_t unspoilt =
      combination_ == Combination::all ? 0 : first_without_contradiction(estimates_);
  const IterationMean mean = mean_without_spoilt(unspoilt);
  const IterationMean min_squares =
      mean_from(estimates_, mean.first, IterationWeights::own_variance);
  const bool correlated = statistics::has_covariances(ncomp);
  result.covariance.resize(correlated ? mean.covariance.size() : 0);
  const LargestShare share = largest_share(estimates_, mean);
  const double larger_share = std::max(share.of_mean, share.on_average);
  // Of enough iterations together a share may be small that is large in each.
  const bool tail =
      (of_cubes_ && hangs_on_few_cubes(estimates_, mean)) ||
      (larger_share > heavy_share &&
       (share.of_mean > nearly_normal_share || estimates_.size() - mean.first < min_for_spread));
  result.dof = size() - static_cast<std::int64_t>(mean.first) - 1;
  std::vector<double> widened(estimates_.unit());
  // What a success needs more than that.
  std::vector<double> at_worst(widened.size(), 1);
  for (int c = 0; c < ncomp; ++c) {
    const auto component = static_cast<std::size_t>(c);
    result.chi2[component] = chi2_of(estimates_, min_squares, c);
    if (quasi_) continue;
    const Widening known = widening(estimates_, mean, c);
    widened[component] *= known.of_error * factor_of_spread(result.chi2[component], result.dof);
    at_worst[component] = known.at_worst;
  }
  // How much of what they saw is missed cannot be told: the error covers all of it.
  std::vector<double> seen = seen_earlier(estimates_, unspoilt, mean);
  for (int c = 0; c < ncomp; ++c) {
    const auto component = static_cast<std::size_t>(c);
    seen[component] *= estimates_.unit()[component];
    result.integral[component] = mean.integral[component] * estimates_.unit()[component];
    require_in_range(std::isfinite(result.integral[component]), component);
    result.error[component] =
        std::hypot(std::sqrt(mean.variance(c)) * widened[component], seen[component]);
    for (int b = 0; correlated && b <= c; ++b) {
      const std::size_t k = symmetric_index(c, b);
      result.covariance[k] =
          mean.covariance[k] * widened[component] * widened[static_cast<std::size_t>(b)] +
          seen[component] * seen[static_cast<std::size_t>(b)];
    }
  }
  result.niterations = size();
  result.left_out = static_cast<std::int64_t>(mean.first);
  result.missed = static_cast<std::int64_t>(unspoilt);
  const bool agree = estimates_agree(result);
  result.trusted = agree && !tail && result.dof >= 1;
  remark(agree, tail, result);
  ConvergenceState state{estimates_.samples_from(mean.first), larger_share <= nearly_normal_share,
                         rests_on_enough(estimates_, unspoilt)};
  for (std::size_t c = 0; c < at_worst.size(); ++c)
    state.error_at_worst.push_back(result.error[c] * at_worst[c]);
  if (!rests_on_enough(estimates_, mean.first)) take_left_out(unspoilt, state.error_at_worst);
  return state;
}

}  // namespace cuboid::algorithm
