#include "elementary/trigonometric.hpp"

#include <math.h>

#include <cmath>
#include <cstdint>

#include "elementary/double_double.hpp"
#include "elementary/parts.hpp"

namespace cuboid::elementary {

namespace {

/// pi/2 as a sum, after Cody and Waite: products of the first two with whole numbers below 2^20 are
/// exact.
constexpr double half_pi_high = 0x1.921fb544p+0;
constexpr double half_pi_middle = 0x1.0b4611a6p-34;
constexpr double half_pi_low = 0x1.3198a2e037073p-69;

/// Series from their third terms on, over x^3 and x^4 and in powers of x^2.  The terms left out are
/// 2^-63 of the whole where x is largest, pi/4.
constexpr double sine[] = {
    -1.0 / 6,        1.0 / 120,        -1.0 / 5040,          1.0 / 362880,
    -1.0 / 39916800, 1.0 / 6227020800, -1.0 / 1307674368000, 1.0 / 355687428096000};
constexpr double cosine[] = {
    1.0 / 24,        -1.0 / 720,         1.0 / 40320,          -1.0 / 3628800,
    1.0 / 479001600, -1.0 / 87178291200, 1.0 / 20922789888000, -1.0 / 6402373705728000};

double sine_of(DoubleDouble r) {
  const double z = r.high * r.high;
  return r.high + (r.high * z * polynomial(sine, z) + r.low * (1 - z / 2));
}

double cosine_of(DoubleDouble r) {
  const double z = r.high * r.high;
  const DoubleDouble sum = exact_sum_ordered(1.0, -z / 2);
  return sum.high + (sum.low + (z * z * polynomial(cosine, z) - r.high * r.low));
}

/// The sine of x + quarters pi/2.  in_long: the same of long doubles, of which the C library has
/// one variant: for numbers so large that the sum above has too few digits, for those next to a
/// multiple of pi/2, of which too few would remain, and for what is not finite.
double turned(double x, int quarters, long double (*in_long)(long double)) {
  constexpr double largest = 1e6, least = 1e-9;
  if (!(std::fabs(x) < largest)) return static_cast<double>(in_long(x));
  const double n = nearest_integer(x * (1 / (half_pi_high + half_pi_middle)));
  DoubleDouble r = exact_sum(x - n * half_pi_high, -(n * half_pi_middle));
  r = exact_sum_ordered(r.high, r.low - n * half_pi_low);
  if (!(std::fabs(r.high) > least)) return static_cast<double>(in_long(x));
  const auto turn = static_cast<std::uint32_t>(static_cast<std::int32_t>(n) + quarters) % 4;
  const double value = turn % 2 == 0 ? sine_of(r) : cosine_of(r);
  return turn < 2 ? value : -value;
}

}  // namespace

double sin(double x) {
  return turned(x, 0, ::sinl);
}

double cos(double x) {
  return turned(x, 1, ::cosl);
}

}  // namespace cuboid::elementary
