#include "elementary/functions.hpp"

#include <cmath>

#include "elementary/double_double.hpp"
#include "elementary/parts.hpp"
#include "elementary/side_by_side.hpp"

namespace cuboid::elementary {

namespace {

// ln 2 and its inverse as sums of two doubles.
constexpr DoubleDouble ln2{0x1.62e42fefa39efp-1, 0x1.abc9e3b39803fp-56};
constexpr DoubleDouble per_ln2{0x1.71547652b82fep+0, 0x1.777d0ffda0d24p-56};

DoubleDouble product(DoubleDouble a, DoubleDouble b) {
  const DoubleDouble first = exact_product(a.high, b.high);
  return exact_sum_ordered(first.high, first.low + (a.high * b.low + a.low * b.high));
}

/// ln(m) for sqrt(1/2) <= m <= sqrt(2), as 2 s + 2 s^3/3 + 2 s^5/5 + ..., s = (m - 1)/(m + 1).
///
DoubleDouble log_of_mantissa(double m) {
  const double f = m - 1;  // exact
  const DoubleDouble divisor = exact_sum_ordered(2.0, f);
  const double inverse = 1 / divisor.high;
  const double s = f * inverse;
  const DoubleDouble back = exact_product(s, divisor.high);
  const double s_low = ((f - back.high) - back.low - s * divisor.low) * inverse;

  DoubleDouble z = exact_product(s, s);
  z.low += 2 * s * s_low;
  constexpr DoubleDouble two_thirds{0x1.5555555555555p-1, 0x1.5555555555555p-55};
  DoubleDouble series =
      exact_sum_ordered(two_thirds.high, z.high * polynomial(area_tangent, z.high));
  series.low += two_thirds.low;
  const DoubleDouble rest = product({s, s_low}, product(z, series));
  const DoubleDouble sum = exact_sum_ordered(2 * s, rest.high);
  return exact_sum_ordered(sum.high, sum.low + (2 * s_low + rest.low));
}

/// ln(x) for finite x > 0.
DoubleDouble log_of(double x) {
  const auto [exponent, mantissa] = parts_of(x);
  const DoubleDouble part = log_of_mantissa(mantissa);
  const DoubleDouble sum = exact_sum_ordered(exponent * ln2_high, part.high);
  return exact_sum_ordered(sum.high, sum.low + (part.low + exponent * ln2_low));
}

/// What log gives for 0, infinity, NaN and negative numbers.
double log_of_special(double x) {
  if (x == 0) return -infinity;
  return x > 0 ? x : not_a_number;
}

/// The series of the exponential function from its fourth term on, over r^3; the terms left out are
/// 2^-62 of the whole where r is largest, ln(2)/2.
constexpr double exponential[] = {1.0 / 6,         1.0 / 24,         1.0 / 120,
                                  1.0 / 720,       1.0 / 5040,       1.0 / 40320,
                                  1.0 / 362880,    1.0 / 3628800,    1.0 / 39916800,
                                  1.0 / 479001600, 1.0 / 6227020800, 1.0 / 87178291200};

/// e^(x + low), for finite x.
double exp_of(double x, double low) {
  if (x > 710) return infinity;
  if (x < -746) return 0;
  const double n = nearest_integer(x * per_ln2.high);
  const DoubleDouble r = exact_sum(x - n * ln2_high, low - n * ln2_low);
  const double square = r.high * r.high;
  const double rest =
      r.low + r.low * r.high + (square * 0.5 + square * r.high * polynomial(exponential, r.high));
  const DoubleDouble sum = exact_sum_ordered(1.0, r.high);
  const double value = sum.high + (sum.low + rest);
  // In two steps, as the power may be beyond the range where the result is not.
  const int half = static_cast<int>(n) / 2;
  return value * power_of_two(half) * power_of_two(static_cast<int>(n) - half);
}

}  // namespace

double log(double x) {
  return is_ordinary(x) ? log_of_ordinary<std::uint64_t>(x) : log_of_special(x);
}

void logs(std::span<double> values) {
  // What every processor of the kinds that there are has registers for.
  using Two = double __attribute__((vector_size(16)));
  using TwoWords = std::uint64_t __attribute__((vector_size(16)));
  std::size_t i = 0;
  for (; i + 2 <= values.size(); i += 2) {
    double &first = values[i], &second = values[i + 1];
    if (is_ordinary(first) && is_ordinary(second)) {
      const Two result = log_of_ordinary<TwoWords>(Two{first, second});
      first = result[0];
      second = result[1];
    } else {
      first = log(first);
      second = log(second);
    }
  }
  if (i < values.size()) values[i] = log(values[i]);
}

double log2(double x) {
  if (!is_ordinary(x)) return log_of_special(x);
  const auto [exponent, mantissa] = parts_of(x);
  const DoubleDouble part = product(log_of_mantissa(mantissa), per_ln2);
  const DoubleDouble sum = exact_sum_ordered(exponent, part.high);
  return sum.high + (sum.low + part.low);
}

double exp(double x) {
  if (std::isnan(x)) return x;
  return exp_of(x, 0);
}

double exp2(double x) {
  if (std::isnan(x)) return x;
  if (std::fabs(x) > 2000) return x > 0 ? infinity : 0;
  const DoubleDouble exponent = product({x, 0}, ln2);
  return exp_of(exponent.high, exponent.low);
}

double expm1(double x) {
  if (!(std::fabs(x) < ln2.high / 2)) return exp(x) - 1;
  const double square = x * x;
  return x + (square * 0.5 + square * x * polynomial(exponential, x));
}

double pow(double x, double y) {
  if (y == 0 || x == 1) return 1;
  if (y == 1) return x;
  if (std::isnan(x) || std::isnan(y) || x < 0) return not_a_number;
  if (std::isinf(y)) return (x > 1) == (y > 0) ? infinity : 0;
  if (!is_ordinary(x)) return (x > 0) == (y > 0) ? infinity : 0;
  const DoubleDouble logarithm = log_of(x);
  // Beyond this the result is 0 or infinity, and so would be the halves of y.
  if (std::fabs(y) > 0x1p70) return (x > 1) == (y > 0) ? infinity : 0;
  const DoubleDouble exponent = product(logarithm, {y, 0});
  return exp_of(exponent.high, exponent.low);
}

double three_halves_power(double x) {
  return three_halves_power(x, std::sqrt(x));
}

}  // namespace cuboid::elementary
