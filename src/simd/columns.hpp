// Rows of coordinates that are stored as points.
#pragma once

#include <cstdint>

#include "simd/vectors.hpp"

namespace cuboid::simd::CUBOID_SIMD {

// Four rows as four columns, `step` apart.
inline __attribute__((always_inline)) void store_columns(const Double4 &a, const Double4 &b,
                                                         const Double4 &c, const Double4 &e,
                                                         double *to, std::int64_t step) {
  const Double4 low_ab = __builtin_shufflevector(a, b, 0, 4, 2, 6);
  const Double4 high_ab = __builtin_shufflevector(a, b, 1, 5, 3, 7);
  const Double4 low_ce = __builtin_shufflevector(c, e, 0, 4, 2, 6);
  const Double4 high_ce = __builtin_shufflevector(c, e, 1, 5, 3, 7);
  store<Double4>(to, __builtin_shufflevector(low_ab, low_ce, 0, 1, 4, 5));
  store<Double4>(to + step, __builtin_shufflevector(high_ab, high_ce, 0, 1, 4, 5));
  store<Double4>(to + 2 * step, __builtin_shufflevector(low_ab, low_ce, 2, 3, 6, 7));
  store<Double4>(to + 3 * step, __builtin_shufflevector(high_ab, high_ce, 2, 3, 6, 7));
}

// The points of a block on `axes` axes, 1 to 4, from the rows of their coordinates.
inline __attribute__((always_inline)) void store_points(const double (*x)[block], std::int64_t axes,
                                                        std::int64_t count, double *to,
                                                        std::int64_t step) {
  std::int64_t i = 0;
  for (; axes == 4 && i + 4 <= count; i += 4) {
    Double4 row[4];
    for (int k = 0; k < 4; ++k) load(row[k], x[k] + i);
    store_columns(row[0], row[1], row[2], row[3], to + i * step, step);
  }
  for (; i < count; ++i)
    for (std::int64_t k = 0; k < axes; ++k) to[i * step + k] = x[k][i];
}

}  // namespace cuboid::simd::CUBOID_SIMD
