#include "algorithm/common/iteration_mean.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

namespace cuboid::algorithm {

namespace {

/// Iterations that have others on both sides.
constexpr std::size_t min_with_neighbours = 2 * neighbours_compared + 1;

/// Least of what is left of an iteration's weight for the spread to be told.
constexpr double min_share_of_others = 0.2;

/// The median of the variances of single samples in the iterations around one, from `first` on.
double variance_around(const IterationEstimates &all, std::size_t iteration, std::size_t first,
                       int component) {
  const std::size_t begin = std::max(first, iteration - std::min(iteration, neighbours_compared));
  const std::size_t end = std::min(iteration + neighbours_compared + 1, all.size());
  std::vector<double> around;
  for (std::size_t j = begin; j < end; ++j)
    if (j != iteration) around.push_back(all.variance_of_sample(j, component));
  const auto middle = around.begin() + static_cast<std::ptrdiff_t>(around.size() / 2);
  std::nth_element(around.begin(), middle, around.end());
  return *middle;
}

double weight_of(const IterationEstimates &all, std::size_t iteration, std::size_t first,
                 int component, IterationWeights weights) {
  if (weights == IterationWeights::samples) return static_cast<double>(all[iteration].samples);
  if (weights == IterationWeights::own_variance)
    return all.variance(first, component) / all.variance(iteration, component);
  return static_cast<double>(all[iteration].samples) *
         (variance_around(all, first, first, component) /
          variance_around(all, iteration, first, component));
}

/// Let S_j be the covariance of iteration j, w_j its weight, M the mean and V = sum w_j^2 S_j what
/// is sought.  Then <(I_j - M)^2> = (1 - 2 w_j) S_j + V, whether the S_j are the same or not, and
/// so sum w_j^2 (I_j - M)^2 / (1 - 2 w_j) has the mean V (1 + sum w_j^2 / (1 - 2 w_j)).  The result
/// is for as many degrees of freedom as there are iterations less one: its factor makes it the
/// variance of Student's distribution.  Empty where the spread does not tell.
std::vector<double> spread_of(const IterationEstimates &all, const IterationMean &mean) {
  const std::size_t count = all.size() - mean.first;
  if (count < min_for_spread) return {};
  const auto dof = static_cast<double>(count - 1);
  std::vector<double> spread;
  for (int c = 0; c < all.ncomp(); ++c)
    for (int b = statistics::first_covariance(all.ncomp(), c); b <= c; ++b) {
      const auto row = static_cast<std::size_t>(c);
      const auto column = static_cast<std::size_t>(b);
      double sum = 0;
      double norm = 1;
      for (std::size_t j = mean.first; j < all.size(); ++j) {
        const double w = mean.weight_of(j, c);
        const double v = mean.weight_of(j, b);
        const double others = 1 - w - v;
        if (others < min_share_of_others) return {};
        sum += w * v / others * (all[j].integral[row] - mean.integral[row]) *
               (all[j].integral[column] - mean.integral[column]);
        norm += w * v / others;
      }
      spread.push_back(sum / norm * (dof / (dof - 2)));
    }
  return spread;
}

}  // namespace

IterationMean mean_from(const IterationEstimates &all, std::size_t first,
                        IterationWeights weights) {
  const auto ncomp = static_cast<std::size_t>(all.ncomp());
  IterationMean mean{
      first, std::vector<double>(ncomp, 0.0),
      std::vector<double>(static_cast<std::size_t>(statistics::covariance_count(all.ncomp())), 0.0),
      std::vector<double>(all.size() * ncomp, 0.0)};
  std::vector<double> &weight = mean.weight;
  for (int c = 0; c < all.ncomp(); ++c) {
    double sum = 0;
    // A variance of 0 stands for a value that is exact as far as can be seen.
    bool exact = false;
    for (std::size_t j = first; j < all.size(); ++j) exact = exact || all.variance(j, c) == 0;
    // Of variances that overflow none is less than the others, and few have no others around them.
    const bool by_samples =
        std::isinf(all.variance(first, c)) || (weights == IterationWeights::variance_around_it &&
                                               all.size() - first < min_with_neighbours);
    const IterationWeights by = by_samples ? IterationWeights::samples : weights;
    for (std::size_t j = first; j < all.size(); ++j) {
      double &w = weight[j * ncomp + static_cast<std::size_t>(c)];
      w = exact && by != IterationWeights::samples ? (all.variance(j, c) == 0 ? 1 : 0)
                                                   : weight_of(all, j, first, c, by);
      sum += w;
    }
    for (std::size_t j = first; j < all.size(); ++j) {
      double &w = weight[j * ncomp + static_cast<std::size_t>(c)];
      w /= sum;
      mean.integral[static_cast<std::size_t>(c)] +=
          w * all[j].integral[static_cast<std::size_t>(c)];
    }
  }
  for (std::size_t j = first; j < all.size(); ++j) {
    double *sum = mean.covariance.data();
    for (int c = 0; c < all.ncomp(); ++c)
      for (int b = statistics::first_covariance(all.ncomp(), c); b <= c; ++b)
        *sum++ += weight[j * ncomp + static_cast<std::size_t>(c)] *
                  weight[j * ncomp + static_cast<std::size_t>(b)] * all.covariance(j, c, b);
  }
  return mean;
}

void take_spread(const IterationEstimates &all, std::size_t unspoilt, IterationWeights weights,
                 IterationMean &mean) {
  const std::size_t enough = all.size() - std::min(all.size(), min_for_spread);
  const std::size_t from = std::min(mean.first, std::max(unspoilt, enough));
  IterationMean longer = mean_from(all, from, weights);
  std::vector<double> spread = spread_of(all, longer);
  if (spread.empty()) return;
  double ratio = 0;
  for (int c = 0; c < all.ncomp(); ++c) {
    const double variance = mean.variance(c);
    ratio += variance > 0
                 ? spread[static_cast<std::size_t>(statistics::variance_place(all.ncomp(), c))] /
                       variance
                 : 1;
  }
  if (from < mean.first && ratio > static_cast<double>(all.ncomp())) return;
  mean = std::move(longer);
  mean.covariance = std::move(spread);
}

double chi2_of(const IterationEstimates &all, const IterationMean &mean, int component) {
  const auto c = static_cast<std::size_t>(component);
  double chi2 = 0;
  for (std::size_t j = mean.first; j < all.size(); ++j) {
    const double difference = all[j].integral[c] - mean.integral[c];
    if (std::fabs(difference) > rounding_of_sums * std::fabs(mean.integral[c]))
      chi2 += difference * difference / all.variance(j, component);
  }
  return chi2;
}

}  // namespace cuboid::algorithm
