#include "map/refine_importance.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "base/words.hpp"
#include "map/importance_map.hpp"
#include "map/refinement.hpp"

namespace cuboid::map {

namespace {

double mean_square(const std::vector<double> &values) {
  double sum = 0;
  for (const double value : values) sum += value * value;
  return sum / static_cast<double>(values.size());
}

/// A histogram whose mean is 1.
struct Squares {
  std::vector<double> kept;  ///< without its noise; empty if nothing is left but 1
  HistogramNoise noise;
};

Squares without_noise(std::vector<double> level) {
  const std::size_t n = level.size();
  const auto count = static_cast<uint32>(n);
  const uint32 scales = refinement_scales(count);
  Squares result{std::vector<double>(n, 1.0), {}};
  std::vector<double> next(n);
  bool any = false;
  // Of deviations, which are in level.
  const auto keep = [&](double part) {
    any = any || part > 0;
    for (std::size_t i = 0; i < n; ++i) result.kept[i] += part * level[i];
  };
  for (uint32 scale = 0; scale < scales; ++scale) {
    const uint32 stride = uint32{1} << scale;
    for (uint32 i = 0; i < count; ++i)
      next[i] = smoothed(level[interval_before(i, stride)], level[i],
                         level[interval_after(i, stride, count)]);
    for (std::size_t i = 0; i < n; ++i) level[i] -= next[i];
    const double square = mean_square(level);
    if (scale == 0)
      result.noise = histogram_noise(square, count);
    else
      keep(kept_of_details(square, scale, result.noise));
    level.swap(next);
  }
  for (double &value : level) value -= 1;
  keep(kept_of_smoothed(mean_square(level), scales - 1, result.noise));
  if (!any) result.kept.clear();
  return result;
}

}  // namespace

void refine_importance(std::span<std::uint64_t> edges, std::span<const double> histogram,
                       double alpha) {
  const std::size_t n = histogram.size();
  const double sum = std::accumulate(histogram.begin(), histogram.end(), 0.0);
  if (!(sum > 0) || alpha == 0) return;
  std::vector<double> weight(n);
  for (std::size_t i = 0; i < n; ++i) weight[i] = histogram[i] / sum * static_cast<double>(n);
  const Squares squares = without_noise(weight);
  if (squares.kept.empty()) return;
  const double exponent = refinement_exponent(alpha, squares.noise);
  std::vector<double> upto(n + 1, 0.0);
  std::transform(squares.kept.begin(), squares.kept.end(), weight.begin(),
                 [&](double kept) { return interval_weight(kept, exponent); });
  std::partial_sum(weight.begin(), weight.end(), upto.begin() + 1);

  const std::vector<std::uint64_t> old(edges.begin(), edges.end());
  const double total = upto[n];
  for (std::size_t k = 1; k <= n; ++k)
    upto[k] = share_below(upto[k] / total, old[k], squares.noise.even_share);
  std::size_t i = 0;
  for (std::size_t k = 1; k < n; ++k) {
    const double wanted = upto[n] * (static_cast<double>(k) / static_cast<double>(n));
    while (i + 1 < n && upto[i + 1] < wanted) ++i;
    const double part = place_in_interval(wanted, upto[i], upto[i + 1] - upto[i]);
    const double width = static_cast<double>(old[i + 1] - old[i]);
    const auto edge = old[i] + static_cast<std::uint64_t>(std::llround(part * width));
    edges[k] = std::clamp(edge, edges[k - 1] + 1, std::uint64_t{whole_axis} - (n - k));
  }
}

}  // namespace cuboid::map
