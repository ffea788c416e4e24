// Elementary functions of one number or of a vector of them, with the same bits.
//
// Real: double, or a vector of doubles; Word: std::uint64_t, or a vector of as many.
#pragma once

#include "elementary/double_double.hpp"
#include "elementary/parts.hpp"

namespace cuboid::elementary {

// ln 2 in two parts, of which the first has 33 binary digits: its multiples by exponents are exact.
inline constexpr double ln2_high = 0x1.62e42feep-1;
inline constexpr double ln2_low = 0x1.a39ef35793c76p-33;

/// The series of the inverse hyperbolic tangent from its third term on, twice, over s^5; the terms
/// left out are 2^-65 of the whole where z = s^2 is largest, (3 - 2 sqrt(2))^2.
constexpr double area_tangent[] = {2.0 / 5,  2.0 / 7,  2.0 / 9,  2.0 / 11, 2.0 / 13,
                                   2.0 / 15, 2.0 / 17, 2.0 / 19, 2.0 / 21, 2.0 / 23};

/// The logarithm of positive numbers that are neither infinite nor NaN.
///
/// With f = m - 1 and s = f/(2 + f), ln(m) = f - f^2/2 + s (f^2/2 + 2 s^2/3 + 2 s^4/5 + ...).  The
/// first two terms have no error, and the third is small.
template <class Word, class Real>
CUBOID_HD_INLINED Real log_of_ordinary(Real x) {
  const auto [exponent, mantissa] = parts_of<Word>(x);
  const Real f = mantissa - 1;  // exact
  const Real s = f / (2 + f);
  const Real z = s * s;
  const auto [f_high, f_low] = halves(f);
  const auto two_terms = exact_sum_ordered<Real>(f, -0.5 * f_high * f_high);
  const auto sum = exact_sum_ordered<Real>(exponent * ln2_high, two_terms.high);
  const Real third = s * (0.5 * f * f + z * (2.0 / 3 + z * polynomial(area_tangent, z)));
  const Real rest = two_terms.low - 0.5 * (f + f_high) * f_low + (third + exponent * ln2_low);
  return sum.high + (sum.low + rest);
}

/// x root, with the square root of x in double: for 2^-500 < x < 2^500.  Error 0.51.
template <class Real>
CUBOID_HD_INLINED Real three_halves_power(Real x, Real root) {
  const auto square = exact_product(root, root);
  const Real root_low = ((x - square.high) - square.low) / (2 * root);
  const auto result = exact_product(x, root);
  return result.high + (result.low + x * root_low);
}

}  // namespace cuboid::elementary
