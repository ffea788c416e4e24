// Sums of two numbers, of which the second is below the rounding error of the first.  Real: double,
// or a vector of doubles of which each element is treated alike.
#pragma once

#include "base/hd.hpp"

namespace cuboid::elementary {

template <class Real>
struct SumOfTwo {
  Real high;
  Real low;
};

using DoubleDouble = SumOfTwo<double>;

/// a + b without an error (Knuth, The Art of Computer Programming 2, 4.2.2, theorem B).
template <class Real>
CUBOID_HD_INLINED SumOfTwo<Real> exact_sum(Real a, Real b) {
  const Real sum = a + b;
  const Real of_b = sum - a;
  return {sum, (a - (sum - of_b)) + (b - of_b)};
}

/// The same for |a| >= |b| or a = 0 (Dekker, Numer. Math. 18 (1971) 224).
template <class Real>
CUBOID_HD_INLINED SumOfTwo<Real> exact_sum_ordered(Real a, Real b) {
  const Real sum = a + b;
  return {sum, b - (sum - a)};
}

/// The upper half of the digits of a, and the rest; |a| < 2^996 (Veltkamp; Dekker, ibid.).
template <class Real>
CUBOID_HD_INLINED SumOfTwo<Real> halves(Real a) {
  const Real scaled = 0x1.0000002p27 * a;
  const Real high = scaled - (scaled - a);
  return {high, a - high};
}

/// a b without an error, unless it is beyond the range of double (Dekker, ibid.).  An instruction
/// that multiplies and adds in one would be faster, but not every processor has it.
template <class Real>
CUBOID_HD_INLINED SumOfTwo<Real> exact_product(Real a, Real b) {
  const Real product = a * b;
  const auto [a_high, a_low] = halves(a);
  const auto [b_high, b_low] = halves(b);
  return {product, ((a_high * b_high - product) + a_high * b_low + a_low * b_high) + a_low * b_low};
}

}  // namespace cuboid::elementary
