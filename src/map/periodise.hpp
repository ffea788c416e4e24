// Transforms that make an integrand over the unit interval periodic, so that lattices converge as
// fast as it is smooth: F. J. Hickernell, "Obtaining O(N^(-2+eps)) convergence for lattice
// quadrature rules" (2002) for the baker's; N. M. Korobov (1963) for the polynomials.
#pragma once

#include "base/fused.hpp"
#include "base/hd.hpp"
#include "base/words.hpp"

namespace cuboid::map {

enum class Transform : int { none, baker, korobov_1, korobov_2, korobov_3 };

inline constexpr int transform_count = 5;

/// The greatest double below 1, which no point exceeds: an integrand may be infinite at 1.
inline constexpr double last_below_1 = 1 - 0x1p-53;

/// The fraction of 2^64, in the middle of its 2^52th: never 0, 1/2 or 1.
CUBOID_HD_INLINED double unit_fraction(uint64 fixed) {
  // Put below the exponent of 1, the upper 52 bits are a number of [1, 2); the difference is exact.
  const uint64 word = (fixed >> 12) | 0x3ff0000000000000u;
#ifdef __CUDA_ARCH__
  const double above_1 = __longlong_as_double(static_cast<long long>(word));
#else
  double above_1;
  __builtin_memcpy(&above_1, &word, sizeof above_1);
#endif
  return above_1 - last_below_1;
}

/// A point, and the derivative of the transform there but for the factor transform_unit.
struct Periodised {
  double x;
  double weight;
};

CUBOID_HD_INLINED double not_above_last(double x) {
  return x < last_below_1 ? x : last_below_1;
}

/// u: from unit_fraction.  x is in (0, 1).  The Korobov transform of degree a is the integral of
/// (u (1 - u))^a.
template <Transform transform>
CUBOID_HD_INLINED Periodised periodised(double u) {
  if constexpr (transform == Transform::none) return {u, 1};
  if constexpr (transform == Transform::baker) {
    const double twice = u + u;
    return {twice < 1 ? twice : 2 - twice, 1};
  }
  const double v = fused(-u, u, u);
  const double square = u * u;
  if constexpr (transform == Transform::korobov_1)
    return {not_above_last(square * fused(-2.0, u, 3.0)), v};
  if constexpr (transform == Transform::korobov_2)
    return {not_above_last(square * u * fused(fused(6.0, u, -15.0), u, 10.0)), v * v};
  const double poly = fused(fused(fused(-20.0, u, 70.0), u, -84.0), u, 35.0);
  return {not_above_last(square * square * poly), v * v * v};
}

CUBOID_HD_INLINED Periodised periodised(Transform transform, double u) {
  switch (transform) {
    case Transform::none:
      return periodised<Transform::none>(u);
    case Transform::baker:
      return periodised<Transform::baker>(u);
    case Transform::korobov_1:
      return periodised<Transform::korobov_1>(u);
    case Transform::korobov_2:
      return periodised<Transform::korobov_2>(u);
    case Transform::korobov_3:
      break;
  }
  return periodised<Transform::korobov_3>(u);
}

/// What makes the derivative of that transform one whose mean is 1: 1 / B(a + 1, a + 1).
CUBOID_HD constexpr double transform_unit(Transform transform) {
  return transform == Transform::korobov_1   ? 6
         : transform == Transform::korobov_2 ? 30
         : transform == Transform::korobov_3 ? 140
                                             : 1;
}

}  // namespace cuboid::map
