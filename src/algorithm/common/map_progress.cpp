#include "algorithm/common/map_progress.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

#include "algorithm/common/heavy_tail.hpp"
#include "elementary/functions.hpp"

namespace cuboid::algorithm {

namespace {

/// The map is not refined if that has made the variance larger by this factor, twice.
constexpr double much_worse = 4;

}  // namespace

bool first_map_is_best(const IterationEstimates &all) {
  for (std::size_t j = 0; j < static_cast<std::size_t>(first_maps_compared); ++j)
    for (int c = 0; c < all.ncomp(); ++c) {
      if (!(all[j].dominance[static_cast<std::size_t>(c)] <= nearly_normal_share)) return false;
      if (j > 0 && !(all.variance_of_sample(j, c) > much_worse * all.variance_of_sample(0, c)))
        return false;
    }
  return true;
}

bool later_map_is_better(const IterationEstimates &all, std::int64_t end) {
  constexpr std::int64_t max_tried = 2;
  constexpr double much_better = 0.5;
  const std::int64_t stop = std::min(end, first_maps_compared + max_tried);
  for (std::int64_t j = first_maps_compared; j < stop; ++j)
    for (int c = 0; c < all.ncomp(); ++c)
      if (!(all.variance_of_sample(static_cast<std::size_t>(j), c) <
            much_better *
                all.variance_of_sample(static_cast<std::size_t>(first_maps_compared - 1), c)))
        return false;
  return true;
}

double fall_of_deviation(const IterationEstimates &all) {
  std::vector<double> drawn;  // up to the end of each iteration
  for (const IterationEstimate &one : all)
    drawn.push_back((drawn.empty() ? 0 : drawn.back()) + static_cast<double>(one.samples));
  const std::size_t last = drawn.size() - 1;
  std::size_t from = last;
  while (from > 0 && 4 * drawn[from] > drawn[last]) --from;
  if (from == last) return 0;
  double least = std::numeric_limits<double>::infinity();
  for (int c = 0; c < all.ncomp(); ++c) {
    const double before = all.variance_of_sample(from, c);
    const double now = all.variance_of_sample(last, c);
    // What varies no more is no hindrance.
    if (now == 0) continue;
    if (!(now < before)) return 0;
    const double times = drawn[last] / drawn[from];
    least = std::min(least, elementary::log(before / now) / (2 * elementary::log(times)));
  }
  return std::isfinite(least) ? least : 0;
}

}  // namespace cuboid::algorithm
