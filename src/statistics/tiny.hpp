// The floor under variances and squared errors in Cuba's formulas.
#pragma once

namespace cuboid::statistics {

/// 2^-104: the square of half the relative distance of two doubles.
inline constexpr double tiny = 0x1p-104;

}  // namespace cuboid::statistics
