// Powers of floats, in double: no sums of two numbers are needed.
#include <cmath>
#include <numbers>

#include "elementary/functions.hpp"
#include "elementary/parts.hpp"

namespace cuboid::elementary {

namespace {

using std::numbers::ln2;

/// The series of the inverse hyperbolic tangent, twice, over s; the terms left out are 2^-44 of the
/// whole where z = s^2 is largest, (3 - 2 sqrt(2))^2.
constexpr double area_tangent[] = {2,       2.0 / 3,  2.0 / 5,  2.0 / 7,
                                   2.0 / 9, 2.0 / 11, 2.0 / 13, 2.0 / 15};

/// The series of the exponential function; the terms left out are 2^-48 of the whole where r is
/// largest, ln(2)/2.
constexpr double exponential[] = {
    1,         1,          1.0 / 2,     1.0 / 6,      1.0 / 24,      1.0 / 120,
    1.0 / 720, 1.0 / 5040, 1.0 / 40320, 1.0 / 362880, 1.0 / 3628800, 1.0 / 39916800};

}  // namespace

float pow(float x, float y) {
  if (!is_ordinary(x) || !std::isfinite(y))
    return static_cast<float>(pow(static_cast<double>(x), static_cast<double>(y)));
  const auto [exponent, mantissa] = parts_of(static_cast<double>(x));
  const double s = (mantissa - 1) / (mantissa + 1);
  const double power = y * (exponent * ln2 + s * polynomial(area_tangent, s * s));
  // Beyond the range of float, but not of what follows.
  if (!(std::fabs(power) < 200)) return power > 0 ? static_cast<float>(infinity) : 0;
  const double n = nearest_integer(power * (1 / ln2));
  return static_cast<float>(polynomial(exponential, power - n * ln2) *
                            power_of_two(static_cast<int>(n)));
}

}  // namespace cuboid::elementary
