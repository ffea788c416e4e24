// What powers are made of: logarithms with more digits than a double has, and exponentials, of one
// number or of a vector of them, with the same bits.  Real and Word: see side_by_side.hpp.
#pragma once

#include "elementary/double_double.hpp"
#include "elementary/parts.hpp"
#include "elementary/side_by_side.hpp"

namespace cuboid::elementary {

// ln 2 and its inverse as sums of two doubles.
inline constexpr DoubleDouble ln2{0x1.62e42fefa39efp-1, 0x1.abc9e3b39803fp-56};
inline constexpr DoubleDouble per_ln2{0x1.71547652b82fep+0, 0x1.777d0ffda0d24p-56};

template <class Real>
CUBOID_HD_INLINED SumOfTwo<Real> product(SumOfTwo<Real> a, SumOfTwo<Real> b) {
  const SumOfTwo<Real> first = exact_product(a.high, b.high);
  return exact_sum_ordered<Real>(first.high, first.low + (a.high * b.low + a.low * b.high));
}

/// ln(m) for sqrt(1/2) <= m <= sqrt(2), as 2 s + 2 s^3/3 + 2 s^5/5 + ..., s = (m - 1)/(m + 1).
template <class Real>
CUBOID_HD_INLINED SumOfTwo<Real> log_of_mantissa(Real m) {
  const Real f = m - 1;  // exact
  const SumOfTwo<Real> divisor = exact_sum_ordered<Real>(Real{} + 2.0, f);
  const Real inverse = 1 / divisor.high;
  const Real s = f * inverse;
  const SumOfTwo<Real> back = exact_product<Real>(s, divisor.high);
  const Real s_low = ((f - back.high) - back.low - s * divisor.low) * inverse;

  SumOfTwo<Real> z = exact_product<Real>(s, s);
  z.low += 2 * s * s_low;
  constexpr DoubleDouble two_thirds{0x1.5555555555555p-1, 0x1.5555555555555p-55};
  SumOfTwo<Real> series =
      exact_sum_ordered<Real>(Real{} + two_thirds.high, z.high * polynomial(area_tangent, z.high));
  series.low += two_thirds.low;
  const SumOfTwo<Real> rest = product(SumOfTwo<Real>{s, s_low}, product(z, series));
  const SumOfTwo<Real> sum = exact_sum_ordered<Real>(2 * s, rest.high);
  return exact_sum_ordered<Real>(sum.high, sum.low + (2 * s_low + rest.low));
}

/// ln(x) for finite x > 0.
template <class Word, class Real>
CUBOID_HD_INLINED SumOfTwo<Real> log_of(Real x) {
  const auto [exponent, mantissa] = parts_of<Word>(x);
  const SumOfTwo<Real> part = log_of_mantissa<Real>(mantissa);
  const SumOfTwo<Real> sum = exact_sum_ordered<Real>(exponent * ln2_high, part.high);
  return exact_sum_ordered<Real>(sum.high, sum.low + (part.low + exponent * ln2_low));
}

/// The series of the exponential function from its fourth term on, over r^3; the terms left out are
/// 2^-62 of the whole where r is largest, ln(2)/2.
inline constexpr double exponential[] = {1.0 / 6,         1.0 / 24,         1.0 / 120,
                                         1.0 / 720,       1.0 / 5040,       1.0 / 40320,
                                         1.0 / 362880,    1.0 / 3628800,    1.0 / 39916800,
                                         1.0 / 479001600, 1.0 / 6227020800, 1.0 / 87178291200};

/// e^(x + low) = value 2^n.
template <class Real>
struct PartsOfExp {
  Real n;
  Real value;
};

template <class Real>
CUBOID_HD_INLINED PartsOfExp<Real> parts_of_exp(Real x, Real low) {
  constexpr double rounding = 0x1.8p52;  // as in nearest_integer
  const Real n = (x * per_ln2.high + rounding) - rounding;
  const SumOfTwo<Real> r = exact_sum<Real>(x - n * ln2_high, low - n * ln2_low);
  const Real square = r.high * r.high;
  const Real rest =
      r.low + r.low * r.high + (square * 0.5 + square * r.high * polynomial(exponential, r.high));
  const SumOfTwo<Real> sum = exact_sum_ordered<Real>(Real{} + 1.0, r.high);
  return {n, sum.high + (sum.low + rest)};
}

/// 2^n for whole -1022 <= n <= 1023.
template <class Word, class Real>
CUBOID_HD_INLINED Real powers_of_two(Real n) {
  constexpr double units = 0x1.8p52;
  // Their last bits are n, and the others leave with the shift.
  const Word bits = __builtin_bit_cast(Word, n + (units + 1023));
  return __builtin_bit_cast(Real, bits << fraction_bits);
}

}  // namespace cuboid::elementary
