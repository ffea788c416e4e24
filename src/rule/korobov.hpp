// Korobov's lattices: n points on a line that winds around the cube.
#pragma once

#include <algorithm>
#include <cstdint>
#include <numbers>
#include <numeric>

#include "rule/korobov_criterion.hpp"
#include "rule/korobov_table.hpp"

namespace cuboid::rule {

/// Coordinate k of point i is a^k i / size, less the integer part; i = 0 to size - 1.
struct Korobov {
  int size = 0;
  int multiplier = 0;
};

/// The largest lattice there is.
inline constexpr int korobov_max_points = korobov_sizes.back();

/// The multiplier for more dimensions than the table has: the first of a few, evenly spread, that
/// keeps the coordinates apart, as far as there are enough multiples of it.
inline int korobov_multiplier_beyond(int size) {
  const KorobovCriterion criterion(size);
  int s = std::max(1, static_cast<int>(criterion.half() * (std::numbers::phi - 1)));
  while (std::gcd(s, criterion.half()) != 1) ++s;
  return criterion.multiplier(s);
}

inline Korobov korobov_of_row(std::size_t row, int ndim) {
  const int size = korobov_sizes[row];
  if (ndim < korobov_min_dimension) return {size, 1};
  if (ndim > korobov_max_dimension) return {size, korobov_multiplier_beyond(size)};
  return {size, korobov_multipliers[row][ndim - korobov_min_dimension]};
}

/// The smallest lattice with at least wanted points, or the largest there is.  It has more points
/// than twice the dimensions, as far as it can, so that no two coordinates coincide.
inline Korobov korobov(std::int64_t wanted, int ndim) {
  const std::int64_t least = std::clamp<std::int64_t>(wanted, 2 * std::int64_t{ndim} + 1,
                                                      std::max(korobov_max_points, 2 * ndim + 1));
  const auto found = std::lower_bound(korobov_sizes.begin(), korobov_sizes.end() - 1, least);
  return korobov_of_row(static_cast<std::size_t>(found - korobov_sizes.begin()), ndim);
}

/// The next smaller lattice.
inline Korobov korobov_before(const Korobov &lattice, int ndim) {
  const auto found = std::lower_bound(korobov_sizes.begin() + 1, korobov_sizes.end(), lattice.size);
  return korobov_of_row(static_cast<std::size_t>(found - 1 - korobov_sizes.begin()), ndim);
}

}  // namespace cuboid::rule
