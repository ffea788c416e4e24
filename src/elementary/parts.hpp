// What the elementary functions have in common: exponents, mantissas and polynomials.
#pragma once

#include <bit>
#include <cstdint>
#include <limits>

#include "base/hd.hpp"

namespace cuboid::elementary {

inline constexpr double infinity = std::numeric_limits<double>::infinity();
inline constexpr double not_a_number = std::numeric_limits<double>::quiet_NaN();

inline constexpr int fraction_bits = 52;
inline constexpr std::uint64_t exponent_of_one = std::uint64_t{1023} << fraction_bits;

/// 2^n for -1022 <= n <= 1023.
inline double power_of_two(int n) {
  return std::bit_cast<double>(exponent_of_one + (static_cast<std::uint64_t>(n) << fraction_bits));
}

/// x = 2^exponent mantissa, the mantissa from sqrt(1/2) up to sqrt(2).
template <class Real>
struct Parts {
  Real exponent;
  Real mantissa;
};

/// Of numbers that are positive and finite.  Word: see side_by_side.hpp.
template <class Word = std::uint64_t, class Real>
CUBOID_HD_INLINED Parts<Real> parts_of(Real x) {
  // Where there are few digits, with more of them.
  const auto subnormal = x < 0x1p-1022;
  x = subnormal ? x * 0x1p54 : x;
  const Real shift = subnormal ? Real{} + 54 : Real{};
  constexpr std::uint64_t sqrt_half = 0x3fe6a09e667f3bcd;
  const Word bits = __builtin_bit_cast(Word, x) - sqrt_half;
  // As the last digits of a number whose own exponent leaves no room for others.
  constexpr double units = 0x1p52;
  constexpr std::uint64_t bits_of_units = std::bit_cast<std::uint64_t>(units);
  const Word biased = (bits + exponent_of_one) >> fraction_bits;
  const Real exponent = __builtin_bit_cast(Real, biased | bits_of_units) - (units + 1023);
  constexpr std::uint64_t fraction = (std::uint64_t{1} << fraction_bits) - 1;
  return {exponent - shift, __builtin_bit_cast(Real, (bits & fraction) + sqrt_half)};
}

/// sum of coefficient[k] z^k.  Even and odd powers are summed side by side.
template <int count, class Real>
CUBOID_HD_INLINED Real polynomial(const double (&coefficient)[count], Real z) {
  static_assert(count % 2 == 0);
  const Real square = z * z;
  Real even = Real{} + coefficient[count - 2];
  Real odd = Real{} + coefficient[count - 1];
  for (int k = count - 4; k >= 0; k -= 2) {
    even = even * square + coefficient[k];
    odd = odd * square + coefficient[k + 1];
  }
  return even + odd * z;
}

/// For |x| < 2^51.
inline double nearest_integer(double x) {
  constexpr double rounding = 0x1.8p52;
  return (x + rounding) - rounding;
}

/// Whether x is positive, and neither infinite nor NaN.
inline bool is_ordinary(double x) {
  return x > 0 && x < infinity;
}

}  // namespace cuboid::elementary
