// The search for where an integrand that is NaN far out has faded, on the way to the middle.
#pragma once

#include "base/hd.hpp"

namespace cuboid::map {

/// Halvings of the distance from the middle: factors of 10^19.
inline constexpr int max_halvings = 64;
/// By which values fall, at least, where the distances double.  What is beyond is then less than
/// the square of it, a sum's last digit: exp(-x) does so from 17 decay lengths on, and x^-4 never.
inline constexpr double steep = 0x1p-24;

/// From a point that is NaN, by doubling the number of halvings and then by bisection.
struct FadingSearch {
  int nan_at = 0;    ///< halvings
  int value_at = 0;  ///< 0: none is known

  CUBOID_HD int next() const {
    return value_at > 0 ? (nan_at + value_at) / 2 : nan_at == 0 ? 1 : 2 * nan_at;
  }
  /// Between what is NaN and what is not there is nothing more.
  CUBOID_HD bool found() const { return value_at == nan_at + 1; }
  CUBOID_HD bool is_hopeless() const { return nan_at >= max_halvings; }
};

}  // namespace cuboid::map
