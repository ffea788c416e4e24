#include "map/refine.hpp"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <vector>

#include "simd/kernels.hpp"

namespace cuboid::map {

namespace {

std::vector<double> neighbour_means(const double *marginal, int bins) {
  std::vector<double> mean(static_cast<std::size_t>(bins));
  mean.front() = (marginal[0] + marginal[1]) / 2;
  for (int b = 1; b < bins - 1; ++b)
    mean[static_cast<std::size_t>(b)] = ((marginal[b - 1] + marginal[b]) + marginal[b + 1]) / 3;
  mean.back() = (marginal[bins - 2] + marginal[bins - 1]) / 2;
  return mean;
}

/// The power 3/2 of (s - 1) / ln s, with s the share that a bin has of the total, damps the
/// refinement; the limit for s = 1, all importance in one bin, is 1.  Returns the sum.
double damp(std::vector<double> &importance, double total) {
  simd::kernels().damp_importance(std::ssize(importance), 1 / total, importance.data());
  double sum = 0;
  for (const double value : importance) sum += value;
  return sum;
}

/// Relative variance of the numbers of samples in the bins, as a multiple of the inverse of the
/// mean.
constexpr double count_noise = 2;

/// The square of the relative deviation of a value from the mean.
double squared_deviation(double value, double mean) {
  const double deviation = value / mean - 1;
  return deviation * deviation;
}

/// What of the deviations is kept.  variance: the mean of their squares; samples: mean number of
/// samples in a bin.  0: they are all noise.
double kept_deviation(double variance, double samples) {
  const double noise = count_noise / samples;
  return variance > noise ? 1 - noise / variance : 0;
}

}  // namespace

void refine(double *edge, const double *marginal, int bins, bool smooth, double margin) {
  std::vector<double> importance = neighbour_means(marginal, bins);
  double total = 0;
  for (const double value : importance) total += value;
  if (total == 0 || !std::isfinite(total)) return;

  const double per_bin = damp(importance, total) / bins;

  const std::vector<double> old(edge, edge + bins);
  double collected = 0;
  double low = 0;
  double high = 0;
  double last = 0;
  std::size_t b = 0;  // one beyond the bin that was collected last
  for (int k = 0; k < bins - 1; ++k) {
    while (collected < per_bin && b < old.size()) {
      collected += importance[b];
      low = high;
      high = old[b];
      ++b;
    }
    collected -= per_bin;
    const double excess = (high - low) * collected;
    const double here = importance[b - 1];
    if (smooth) {
      const double before = importance[b < 2 ? 0 : b - 2];
      last = std::max(last + margin, high - 2 * excess / (here + before));
      edge[k] = last;
    } else {
      edge[k] = high - excess / here;
    }
  }
  edge[bins - 1] = 1;
}

void reduce_noise(std::span<double> marginal, double samples, double step) {
  double mean = 0;
  for (const double value : marginal) mean += value / static_cast<double>(marginal.size());
  // Nothing to reduce; refine leaves what is not finite alone.
  if (!(mean > 0) || !std::isfinite(mean)) return;
  double variance = 0;
  for (const double value : marginal) variance += squared_deviation(value, mean);
  const double kept =
      step * kept_deviation(variance / static_cast<double>(marginal.size()), samples);
  for (double &value : marginal) value = mean + kept * (value - mean);
}

}  // namespace cuboid::map
