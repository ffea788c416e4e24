// The fixed tree by which sums are put together.
#pragma once

#include <cstddef>
#include <span>

namespace cuboid::engine {

/// Adds neighbours, then neighbouring sums, and so on, in place.
inline double tree_sum(std::span<double> values) {
  for (std::size_t step = 1; step < values.size(); step *= 2)
    for (std::size_t i = 0; i + step < values.size(); i += 2 * step) values[i] += values[i + step];
  return values.empty() ? 0 : values[0];
}

}  // namespace cuboid::engine
