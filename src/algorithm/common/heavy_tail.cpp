#include "algorithm/common/heavy_tail.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>

namespace cuboid::algorithm {

namespace {

/// The same for hypercubes whose samples follow their variance: it has more than this share and
/// scatters by more than that, relative to its mean.  Measured at success: share 0.2 to 0.3 and
/// scatter 0.6 to 0.9 for power singularities in 2 to 4 dimensions, share below 0.1 for peaks and
/// kinks, 0.15 to 0.25 for jumps, whose variance scatters by 0.45 to 0.6.
constexpr double max_share_of_cube = 0.2;
constexpr double max_scatter = 0.6;

/// A sample is no sign of anything if it differs from the mean by no more than so many times what
/// samples contribute on average: values that vary so little have no tail.
constexpr double min_relevant = 3;

/// Where a sample of such a share is met by chance, the variance of an iteration jumps by as much.
/// If the variances of so many iterations scatter by less than this part of the share, it is the
/// same in all of them, as with a kink in one hypercube, or in smooth functions, of whose samples
/// mirror images cancel most.
constexpr double steady_part = 0.25;

/// Compared with an integral of 0 every sample is large.  There the variance is believed if it
/// stays within such a factor over so many iterations.
constexpr double max_jump = 2;
constexpr std::size_t min_steady = 4;

bool variance_is_steady(const IterationEstimates &all, std::size_t first, int component) {
  const std::size_t count = all.size() - first;
  if (count < min_steady) return false;
  // Over the later half: before, the map may have changed it.
  first = all.size() - std::max(count / 2, min_steady);
  double least = std::numeric_limits<double>::infinity();
  double most = 0;
  for (std::size_t j = first; j < all.size(); ++j) {
    const double one = all.variance_of_sample(j, component);
    least = std::min(least, one);
    most = std::max(most, one);
  }
  return most <= max_jump * least;
}

bool vanishes(const IterationMean &mean, int component) {
  return std::fabs(mean.integral[static_cast<std::size_t>(component)]) <=
         beyond_chance * std::sqrt(mean.variance(component));
}

/// The relative standard deviation of the variances of single samples over the iterations.
double scatter_of_variance(const IterationEstimates &all, std::size_t first, int component) {
  const auto count = static_cast<double>(all.size() - first);
  if (count < static_cast<double>(min_steady)) return std::numeric_limits<double>::infinity();
  double sum = 0;
  double square = 0;
  for (std::size_t j = first; j < all.size(); ++j) {
    const double one = all.variance_of_sample(j, component);
    sum += one;
    square += one * one;
  }
  return std::sqrt(std::max(square * count - sum * sum, 0.0) * count / (count - 1)) / sum;
}

double relevant_dominance(const IterationEstimates &all, std::size_t iteration,
                          const IterationMean &mean, int component) {
  const auto c = static_cast<std::size_t>(component);
  const IterationEstimate &one = all[iteration];
  return relevant_share(one.dominance[c], one.error[c], mean.integral[c], one.samples);
}

/// The last iteration that is left out counts for the average: it may be out because of a great
/// value.
LargestShare largest_share(const IterationEstimates &all, const IterationMean &mean,
                           int component) {
  double largest = 0;
  double total = 0;
  double average = 0;
  double samples = 0;
  for (std::size_t j = mean.first; j < all.size(); ++j) {
    const double share = relevant_dominance(all, j, mean, component);
    const double w = mean.weight_of(j, component);
    const double part = w > 0 ? w * w * all.variance(j, component) : 0;
    largest = std::max(largest, share > 0 ? share * part : 0);
    total += part;
    average += w * share;
    samples += static_cast<double>(all[j].samples);
  }
  if (mean.first > 0) {
    const double weight = static_cast<double>(all[mean.first - 1].samples) / samples;
    average = (average + weight * relevant_dominance(all, mean.first - 1, mean, component)) /
              (1 + weight);
  }
  const LargestShare share{total > 0 ? largest / total : 0, average};
  const double larger = std::max(share.of_mean, share.on_average);
  return scatter_of_variance(all, mean.first, component) <= steady_part * larger ? LargestShare{}
                                                                                 : share;
}

}  // namespace

double relevant_share(double dominance, double error, double integral, std::int64_t samples) {
  const double single = std::sqrt(dominance) * error;
  const double ordinary = std::fabs(integral) / static_cast<double>(samples);
  // With mirror images a sample may vary by more than the variance of its iteration.
  return single > min_relevant * ordinary ? std::min(dominance, 1.0) : 0;
}

LargestShare largest_share(const IterationEstimates &all, const IterationMean &mean) {
  LargestShare largest;
  for (int c = 0; c < all.ncomp(); ++c) {
    if (vanishes(mean, c) && variance_is_steady(all, mean.first, c)) continue;
    const LargestShare share = largest_share(all, mean, c);
    largest.of_mean = std::max(largest.of_mean, share.of_mean);
    largest.on_average = std::max(largest.on_average, share.on_average);
  }
  return largest;
}

bool hangs_on_few_cubes(const IterationEstimates &all, const IterationMean &mean) {
  for (int c = 0; c < all.ncomp(); ++c) {
    double share = 0;
    for (std::size_t j = mean.first; j < all.size(); ++j)
      share += mean.weight_of(j, c) * all[j].dominance[static_cast<std::size_t>(c)];
    const double scatter = scatter_of_variance(all, mean.first, c);
    if (share > max_share_of_cube && scatter > max_scatter && std::isfinite(scatter)) return true;
  }
  return false;
}

}  // namespace cuboid::algorithm
