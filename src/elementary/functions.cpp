#include "elementary/functions.hpp"

#include <cmath>

#include "elementary/double_double.hpp"
#include "elementary/parts.hpp"
#include "elementary/powers.hpp"
#include "elementary/side_by_side.hpp"

namespace cuboid::elementary {

namespace {

/// What log gives for 0, infinity, NaN and negative numbers.
double log_of_special(double x) {
  if (x == 0) return -infinity;
  return x > 0 ? x : not_a_number;
}

/// e^(x + low), for finite x.
double exp_of(double x, double low) {
  if (x > 710) return infinity;
  if (x < -746) return 0;
  const auto [n, value] = parts_of_exp(x, low);
  // In two steps, as the power may be beyond the range where the result is not.
  const int half = static_cast<int>(n) / 2;
  return value * power_of_two(half) * power_of_two(static_cast<int>(n) - half);
}

// What every processor of the kinds that there are has registers for.
using Two = double __attribute__((vector_size(16)));
using TwoWords = std::uint64_t __attribute__((vector_size(16)));

/// Where e^x and the powers of 2 in it are far from the ends of the range of double.
bool is_plain_exponent(double x) {
  return std::fabs(x) < 700;
}

/// e^(x + low) for plain exponents.
Two exps_of(Two x, Two low) {
  const auto [n, value] = parts_of_exp(x, low);
  return value * powers_of_two<TwoWords>(n);
}

/// Two at a time where both are plain, else one by one.
template <class IsPlain, class OfTwo, class OfOne>
void by_twos(std::span<double> values, IsPlain is_plain, OfTwo of_two, OfOne of_one) {
  std::size_t i = 0;
  for (; i + 2 <= values.size(); i += 2) {
    double &first = values[i], &second = values[i + 1];
    if (is_plain(first) && is_plain(second)) {
      const Two result = of_two(Two{first, second});
      first = result[0];
      second = result[1];
    } else {
      first = of_one(first);
      second = of_one(second);
    }
  }
  if (i < values.size()) values[i] = of_one(values[i]);
}

/// Whether pow(x, y) may come by way of y log(x).
bool is_plain_power(double x, double y) {
  return is_ordinary(x) && std::fabs(y) < 0x1p70 && y != 1;
}

}  // namespace

double log(double x) {
  return is_ordinary(x) ? log_of_ordinary<std::uint64_t>(x) : log_of_special(x);
}

void logs(std::span<double> values) {
  by_twos(
      values, [](double x) { return is_ordinary(x); },
      [](Two x) { return log_of_ordinary<TwoWords>(x); }, [](double x) { return log(x); });
}

void exps(std::span<double> values) {
  by_twos(
      values, [](double x) { return is_plain_exponent(x); },
      [](Two x) { return exps_of(x, Two{}); }, [](double x) { return exp(x); });
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
  const DoubleDouble logarithm = log_of<std::uint64_t>(x);
  // Beyond this the result is 0 or infinity, and so would be the halves of y.
  if (std::fabs(y) > 0x1p70) return (x > 1) == (y > 0) ? infinity : 0;
  const DoubleDouble exponent = product(logarithm, {y, 0});
  return exp_of(exponent.high, exponent.low);
}

void powers(std::span<double> values, const double *y) {
  std::size_t i = 0;
  for (; i + 2 <= values.size(); i += 2) {
    double &first = values[i], &second = values[i + 1];
    if (is_plain_power(first, y[i]) && is_plain_power(second, y[i + 1])) {
      const auto exponent =
          product(log_of<TwoWords>(Two{first, second}), SumOfTwo<Two>{{y[i], y[i + 1]}, {}});
      if (is_plain_exponent(exponent.high[0]) && is_plain_exponent(exponent.high[1])) {
        const Two result = exps_of(exponent.high, exponent.low);
        first = result[0];
        second = result[1];
        continue;
      }
    }
    first = pow(first, y[i]);
    second = pow(second, y[i + 1]);
  }
  if (i < values.size()) values[i] = pow(values[i], y[i]);
}

}  // namespace cuboid::elementary
