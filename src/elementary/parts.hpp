// What the elementary functions have in common: exponents, mantissas and polynomials.
#pragma once

#include <bit>
#include <cstdint>
#include <limits>

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
struct Parts {
  double exponent;
  double mantissa;
};

inline Parts parts_of(double x) {
  int shift = 0;
  if (x < std::numeric_limits<double>::min()) {
    x *= 0x1p54;
    shift = -54;
  }
  constexpr std::uint64_t sqrt_half = 0x3fe6a09e667f3bcd;
  const std::uint64_t bits = std::bit_cast<std::uint64_t>(x) - sqrt_half;
  const auto exponent = static_cast<std::int64_t>(bits) >> fraction_bits;
  constexpr std::uint64_t fraction = (std::uint64_t{1} << fraction_bits) - 1;
  return {static_cast<double>(exponent + shift),
          std::bit_cast<double>((bits & fraction) + sqrt_half)};
}

/// sum of coefficient[k] z^k.  Even and odd powers are summed side by side.
template <int count>
double polynomial(const double (&coefficient)[count], double z) {
  static_assert(count % 2 == 0);
  const double square = z * z;
  double even = coefficient[count - 2];
  double odd = coefficient[count - 1];
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
