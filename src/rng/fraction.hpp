// Numbers of the unit interval as the generators deliver them: fixed point, exact.
#pragma once

#include <bit>
#include <cstdint>

#include "base/hd.hpp"

namespace cuboid::rng {

/// A number in [0, 1) with 52 binary digits, which stand in bits 3 to 54.  The first seven, the
/// interval of a grid of 128, then fill byte 6, so that they can be read without a shift.
using Fraction = std::uint64_t;

inline constexpr int fraction_digits = 52;
inline constexpr int fraction_shift = 3;

/// The fraction numerator / 2^digits, for digits <= 52.
CUBOID_HD constexpr Fraction fraction_from(std::uint64_t numerator, int digits) {
  return numerator << (fraction_digits - digits + fraction_shift);
}

/// The same number as a double, without rounding.
CUBOID_HD constexpr double to_double(Fraction fraction) {
  constexpr std::uint64_t one = 0x3ff0000000000000;
  return std::bit_cast<double>(one | fraction >> fraction_shift) - 1;
}

}  // namespace cuboid::rng
