// Sums of two doubles, of which the second is below the rounding error of the first.
#pragma once

namespace cuboid::elementary {

struct DoubleDouble {
  double high = 0;
  double low = 0;
};

/// a + b without an error (Knuth, The Art of Computer Programming 2, 4.2.2, theorem B).
inline DoubleDouble exact_sum(double a, double b) {
  const double sum = a + b;
  const double of_b = sum - a;
  return {sum, (a - (sum - of_b)) + (b - of_b)};
}

/// The same for |a| >= |b| or a = 0 (Dekker, Numer. Math. 18 (1971) 224).
inline DoubleDouble exact_sum_ordered(double a, double b) {
  const double sum = a + b;
  return {sum, b - (sum - a)};
}

/// The upper half of the digits of a, and the rest; |a| < 2^996 (Veltkamp; Dekker, ibid.).
inline DoubleDouble halves(double a) {
  const double scaled = 0x1.0000002p27 * a;
  const double high = scaled - (scaled - a);
  return {high, a - high};
}

/// a b without an error, unless it is beyond the range of double (Dekker, ibid.).  An instruction
/// that multiplies and adds in one would be faster, but not every processor has it.
inline DoubleDouble exact_product(double a, double b) {
  const double product = a * b;
  const auto [a_high, a_low] = halves(a);
  const auto [b_high, b_low] = halves(b);
  return {product, ((a_high * b_high - product) + a_high * b_low + a_low * b_high) + a_low * b_low};
}

}  // namespace cuboid::elementary
