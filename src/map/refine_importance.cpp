#include "map/refine_importance.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "map/importance_map.hpp"
#include "map/refinement.hpp"

namespace cuboid::map {

void refine_importance(std::span<std::uint64_t> edges, std::span<const double> histogram,
                       double samples, double alpha) {
  const std::size_t n = histogram.size();
  std::vector<double> weight(n);
  for (std::size_t i = 0; i < n; ++i) {
    const double before = histogram[i == 0 ? 0 : i - 1];
    const double after = histogram[i + 1 == n ? i : i + 1];
    weight[i] = smoothed(before, histogram[i], after);
  }
  const double sum = std::accumulate(weight.begin(), weight.end(), 0.0);
  if (!(sum > 0) || alpha == 0) return;
  const double mean = 1 / static_cast<double>(n);
  double variance = 0;
  for (double &w : weight) {
    w /= sum;
    variance += squared_deviation(w, mean);
  }
  variance *= mean;
  const double kept = kept_deviation(variance, samples);
  if (kept == 0) return;
  for (double &w : weight) w = damped_weight(w, mean, kept, alpha);
  std::vector<double> upto(n + 1, 0.0);
  std::partial_sum(weight.begin(), weight.end(), upto.begin() + 1);

  const std::vector<std::uint64_t> old(edges.begin(), edges.end());
  std::size_t i = 0;
  for (std::size_t k = 1; k < n; ++k) {
    const double wanted = upto[n] * (static_cast<double>(k) / static_cast<double>(n));
    while (i + 1 < n && upto[i + 1] < wanted) ++i;
    const double part = place_in_interval(wanted, upto[i], weight[i]);
    const double width = static_cast<double>(old[i + 1] - old[i]);
    const auto edge = old[i] + static_cast<std::uint64_t>(std::llround(part * width));
    edges[k] = std::clamp(edge, edges[k - 1] + 1, std::uint64_t{whole_axis} - (n - k));
  }
}

}  // namespace cuboid::map
