#include "algorithm/common/map_progress.hpp"

#include <algorithm>

#include "algorithm/common/heavy_tail.hpp"

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

}  // namespace cuboid::algorithm
