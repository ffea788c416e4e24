#include "map/refine_importance.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "elementary/functions.hpp"

namespace cuboid::map {

namespace {

/// Share of an interval in the integral of squares, damped: ((1 - r) / ln(1 / r))^alpha.
double damped(double share, double alpha) {
  share = std::max(share, least_share);
  if (share >= 1) return 1;
  return elementary::pow((1 - share) / -elementary::log(share), alpha);
}

}  // namespace

void refine_importance(std::span<std::uint64_t> edges, std::span<const double> histogram,
                       double samples, double alpha) {
  const std::size_t n = histogram.size();
  std::vector<double> weight(n);
  for (std::size_t i = 0; i < n; ++i) {
    const double before = histogram[i == 0 ? 0 : i - 1];
    const double after = histogram[i + 1 == n ? i : i + 1];
    weight[i] = (before + 6 * histogram[i] + after) / 8;
  }
  const double sum = std::accumulate(weight.begin(), weight.end(), 0.0);
  if (!(sum > 0) || alpha == 0) return;
  const double mean = 1 / static_cast<double>(n);
  double variance = 0;
  for (double &w : weight) {
    w /= sum;
    variance += (w / mean - 1) * (w / mean - 1);
  }
  variance *= mean;
  const double noise = count_noise / samples;
  const double kept = variance > noise ? 1 - noise / variance : 0;
  if (kept == 0) return;
  for (double &w : weight) w = damped(mean + kept * (w - mean), alpha);
  std::vector<double> upto(n + 1, 0.0);
  std::partial_sum(weight.begin(), weight.end(), upto.begin() + 1);

  const std::vector<std::uint64_t> old(edges.begin(), edges.end());
  std::size_t i = 0;
  for (std::size_t k = 1; k < n; ++k) {
    const double wanted = upto[n] * (static_cast<double>(k) / static_cast<double>(n));
    while (i + 1 < n && upto[i + 1] < wanted) ++i;
    const double part = weight[i] > 0 ? std::clamp((wanted - upto[i]) / weight[i], 0.0, 1.0) : 0.0;
    const double width = static_cast<double>(old[i + 1] - old[i]);
    const auto edge = old[i] + static_cast<std::uint64_t>(std::llround(part * width));
    edges[k] = std::clamp(edge, edges[k - 1] + 1, (std::uint64_t{1} << 32) - (n - k));
  }
}

}  // namespace cuboid::map
