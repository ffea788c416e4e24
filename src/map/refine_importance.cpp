#include "map/refine_importance.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <numeric>
#include <vector>

#include "base/words.hpp"
#include "elementary/functions.hpp"
#include "map/importance_map.hpp"

namespace cuboid::map {

namespace {

/// Sums that run side by side: their order is the same for every set of instructions.
constexpr std::size_t lanes = 8;

/// Takes what is smooth from the values; the mean square of what is left.
double take_smooth(std::vector<double> &values, const std::vector<double> &smooth) {
  double sum[lanes] = {};
  const std::size_t n = values.size();
  const std::size_t whole = n / lanes * lanes;
  const auto add = [&](std::size_t i, std::size_t lane) {
    values[i] -= smooth[i];
    sum[lane] += values[i] * values[i];
  };
  for (std::size_t i = 0; i < whole; i += lanes)
    for (std::size_t lane = 0; lane < lanes; ++lane) add(i + lane, lane);
  for (std::size_t i = whole; i < n; ++i) add(i, i - whole);
  const double total =
      ((sum[0] + sum[4]) + (sum[1] + sum[5])) + ((sum[2] + sum[6]) + (sum[3] + sum[7]));
  return total / static_cast<double>(n);
}

/// Smooths with a stride, at most half of the intervals.
void smooth_histogram(const std::vector<double> &values, uint32 stride, std::vector<double> &next) {
  const auto n = static_cast<uint32>(values.size());
  const auto with_mirrors = [&](uint32 i) {
    next[i] = smoothed(values[interval_before(i, stride)], values[i],
                       values[interval_after(i, stride, n)]);
  };
  for (uint32 i = 0; i < stride; ++i) with_mirrors(i);
  const double *const level = values.data();
  double *const to = next.data();
  const std::size_t step = stride;
  for (std::size_t i = step; i < n - step; ++i)
    to[i] = smoothed(level[i - step], level[i], level[i + step]);
  for (uint32 i = n - stride; i < n; ++i) with_mirrors(i);
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
    if (!(part > 0)) return;
    any = true;
    for (std::size_t i = 0; i < n; ++i) result.kept[i] += part * level[i];
  };
  for (uint32 scale = 0; scale < scales; ++scale) {
    const uint32 stride = uint32{1} << scale;
    smooth_histogram(level, stride, next);
    const double square = take_smooth(level, next);
    if (scale == 0)
      result.noise = histogram_noise(square, count);
    else
      keep(kept_of_details(square, scale, result.noise));
    level.swap(next);
  }
  next.assign(n, 1.0);
  const double square = take_smooth(level, next);
  keep(kept_of_smoothed(square, scales - 1, result.noise));
  if (!any) result.kept.clear();
  return result;
}

}  // namespace

void refine_importance(std::span<std::uint64_t> edges, std::span<const double> histogram,
                       RefinementStep step) {
  const std::size_t n = histogram.size();
  const double sum = std::accumulate(histogram.begin(), histogram.end(), 0.0);
  if (!(sum > 0) || step.alpha == 0) return;
  std::vector<double> weight(n);
  for (std::size_t i = 0; i < n; ++i) weight[i] = histogram[i] / sum * static_cast<double>(n);
  const Squares squares = without_noise(weight);
  if (squares.kept.empty()) return;
  const double exponent = refinement_exponent(step, squares.noise);
  std::vector<double> upto(n + 1, 0.0);
  const double per_unit = static_cast<double>(n) * 0x1p-32;
  for (std::size_t k = 0; k < n; ++k)
    weight[k] = squares_by_width(counting_squares(squares.kept[k]),
                                 per_unit * static_cast<double>(edges[k + 1] - edges[k]), step);
  elementary::coarse_powers(weight, exponent);
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
