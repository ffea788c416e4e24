// Helpers for the tests of the generators.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <vector>

#include "rng/generator.hpp"

namespace rng_test {

using cuboid::rng::Fraction;
using cuboid::rng::Generator;
using cuboid::rng::make_generator;

using Points = std::vector<std::vector<Fraction>>;  ///< [point][coordinate]

/// The next count points, drawn in tiles of at most the given size.
inline Points draw(Generator &generator, int ndim, std::int64_t count, std::int64_t tile) {
  Points points;
  for (std::int64_t done = 0; done < count; done += tile) {
    const auto n = static_cast<std::size_t>(std::min(tile, count - done));
    std::vector<Fraction> columns(static_cast<std::size_t>(ndim) * n);
    generator.fill(columns.data(), static_cast<std::int64_t>(n));
    for (std::size_t i = 0; i < n; ++i) {
      std::vector<Fraction> point;
      for (std::size_t d = 0; d < static_cast<std::size_t>(ndim); ++d)
        point.push_back(columns[d * n + i]);
      points.push_back(point);
    }
  }
  return points;
}

inline Points draw(Generator &generator, int ndim, std::int64_t count) {
  return draw(generator, ndim, count, count);
}

}  // namespace rng_test
