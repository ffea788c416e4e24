#include "statistics/chi_square.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>

#include "elementary/functions.hpp"

namespace cuboid::statistics {

namespace {

constexpr double undefined_probability = -999;

// The logarithm of Gamma(a + 1) for a = dof / 2, from the recurrence of the gamma function, since
// std::lgamma writes to a global variable.
double log_gamma_above(double a) {
  const double whole = std::floor(a);
  const bool half = a != whole;
  // Gamma(1) = 1 and Gamma(3/2) = sqrt(pi) / 2.
  double logarithm = half ? 0.5 * elementary::log(std::numbers::pi) - std::numbers::ln2 : 0;
  double product = 1;
  for (double factor = half ? 1.5 : 1; factor <= a; ++factor) {
    product *= factor;
    if (product > 1e280) {
      logarithm += elementary::log(product);
      product = 1;
    }
  }
  return logarithm + elementary::log(product);
}

// P(a, x): the series of DLMF 8.11.4, good below x = a + 1.
double series(double a, double x) {
  double term = 1;
  double sum = 1;
  for (double n = a + 1; term > sum * std::numeric_limits<double>::epsilon() / 4; ++n) {
    term *= x / n;
    sum += term;
  }
  return sum * elementary::exp(a * elementary::log(x) - x - log_gamma_above(a));
}

// Q(a, x) = 1 - P: the continued fraction of DLMF 8.9.2 by Lentz's method, good above x = a + 1.
double continued_fraction(double a, double x) {
  constexpr double least = 1e-300;
  double b = x + 1 - a;
  double c = 1 / least;
  double d = 1 / b;
  double fraction = d;
  for (int i = 1; i < 10000; ++i) {
    const double numerator = -i * (i - a);
    b += 2;
    d = numerator * d + b;
    if (std::fabs(d) < least) d = least;
    c = b + numerator / c;
    if (std::fabs(c) < least) c = least;
    d = 1 / d;
    const double factor = d * c;
    fraction *= factor;
    if (std::fabs(factor - 1) < std::numeric_limits<double>::epsilon()) break;
  }
  // x^a / Gamma(a) = a x^a / Gamma(a + 1)
  return a * fraction * elementary::exp(a * elementary::log(x) - x - log_gamma_above(a));
}

// erfc(t) = Q(1/2, t^2), DLMF 7.11.2.
double standard_normal(double y) {
  constexpr double a = 0.5;
  const double x = y * y / 2;
  const double outside = x < a + 1 ? 1 - series(a, x) : continued_fraction(a, x);
  return y < 0 ? outside / 2 : 1 - outside / 2;
}

// Wilson and Hilferty, Proc. Natl. Acad. Sci. 17 (1931) 684.
double wilson_hilferty(double chi2, double dof) {
  if (chi2 < 2) return 0;
  const double variance = 2 / (9 * dof);
  const double y = (std::cbrt(chi2 / dof) - 1 + variance) / std::sqrt(variance);
  if (y > 5) return 1;
  return y < -18.8 ? 0 : standard_normal(y);
}

}  // namespace

double chi_square_probability(double chi2, double dof) {
  if (std::isnan(chi2) || std::isnan(dof)) return std::numeric_limits<double>::quiet_NaN();
  if (dof <= 0) return undefined_probability;
  if (chi2 <= 0) return 0;
  if (chi2 > 1000 * dof) return 1;
  if (dof > 1000) return wilson_hilferty(chi2, dof);
  const double a = dof / 2;
  const double x = chi2 / 2;
  return std::max(0.0, x < a + 1 ? series(a, x) : 1 - continued_fraction(a, x));
}

}  // namespace cuboid::statistics
