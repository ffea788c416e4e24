// Powers of many numbers by one exponent, without branches, so that compilers work on several at
// once.
#include <bit>
#include <cstdint>
#include <numbers>

#include "elementary/functions.hpp"
#include "elementary/parts.hpp"

namespace cuboid::elementary {

namespace {

using std::numbers::ln2;

/// The series of the inverse hyperbolic tangent, twice, over s ln(2); the terms left out are 2^-32
/// of the whole where z = s^2 is largest, (3 - 2 sqrt(2))^2.
constexpr double area_tangent[] = {2 / ln2,       2 / (3 * ln2), 2 / (5 * ln2),
                                   2 / (7 * ln2), 2 / (9 * ln2), 2 / (11 * ln2)};

constexpr double to_the(double number, int power) {
  return power == 0 ? 1 : number * to_the(number, power - 1);
}

/// The series of 2^r; the terms left out are 2^-27 of the whole where r is largest, 1/2.
constexpr double exponential[] = {1,
                                  ln2,
                                  to_the(ln2, 2) / 2,
                                  to_the(ln2, 3) / 6,
                                  to_the(ln2, 4) / 24,
                                  to_the(ln2, 5) / 120,
                                  to_the(ln2, 6) / 720,
                                  to_the(ln2, 7) / 5040};

/// Added to a whole number below 2^51, it leaves that in the lowest bits.
constexpr double whole_numbers = 0x1.8p52;

double coarse_power(double x, double y) {
  constexpr std::uint64_t sqrt_half = 0x3fe6a09e667f3bcd;
  constexpr std::uint64_t fraction = (std::uint64_t{1} << fraction_bits) - 1;
  constexpr std::uint64_t bias = 1024;
  const std::uint64_t bits = std::bit_cast<std::uint64_t>(x) - sqrt_half + (bias << fraction_bits);
  const double exponent =
      std::bit_cast<double>(std::bit_cast<std::uint64_t>(whole_numbers) + (bits >> fraction_bits)) -
      (whole_numbers + static_cast<double>(bias));
  const double mantissa = std::bit_cast<double>((bits & fraction) + sqrt_half);
  const double s = (mantissa - 1) / (mantissa + 1);
  const double power = y * (exponent + s * polynomial(area_tangent, s * s));
  const double shifted = power + whole_numbers;
  const double scale = std::bit_cast<double>(
      (std::bit_cast<std::uint64_t>(shifted) << fraction_bits) + exponent_of_one);
  return polynomial(exponential, power - (shifted - whole_numbers)) * scale;
}

}  // namespace

void coarse_powers(std::span<double> values, double y) {
  for (double &value : values) value = coarse_power(value, y);
}

}  // namespace cuboid::elementary
