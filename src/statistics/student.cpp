#include "statistics/student.hpp"

#include <array>
#include <cmath>
#include <cstddef>

namespace cuboid::statistics {

namespace {

/// (1 - s^2)^(power / 2), with no function but the square root.
double cosine_power(double s, int power) {
  const double square = (1 - s) * (1 + s);
  double result = power % 2 != 0 ? std::sqrt(square) : 1;
  for (int i = 0; i < power / 2; ++i) result *= square;
  return result;
}

/// The integral of that from s = begin to 1, by the change s = 1 - (1 - begin) r^2, which smooths
/// the end, and Simpson's rule.
double tail(double begin, int power) {
  // Quantiles are right to 5e-7 of themselves with 63 degrees of freedom, to 1e-8 with 15.
  constexpr int steps = 200;
  const double width = 1 - begin;
  double sum = 0;
  for (int i = 0; i <= steps; ++i) {
    const double r = static_cast<double>(i) / steps;
    const double value = cosine_power(1 - width * r * r, power) * 2 * r * width;
    sum += (i == 0 || i == steps ? 1 : i % 2 != 0 ? 4 : 2) * value;
  }
  return sum / (3 * steps);
}

/// Of which a run asks for the same few again and again, and each takes as long as thousands of
/// points.
struct Quantile {
  double probability = 0;
  int dof = 0;
  double value = 0;
};

// With t = sqrt(dof) s / sqrt(1 - s^2), the density of s is in proportion to
// (1 - s^2)^((dof - 2) / 2).  It falls, so that Newton's steps from 0 on rise to the quantile.
double quantile(double probability, int dof) {
  const double wanted = probability * tail(0, dof - 2);
  double s = 0;
  for (double before = -1; s > before;) {
    before = s;
    const double step = (tail(s, dof - 2) - wanted) / cosine_power(s, dof - 2);
    // Below this it is rounding.
    if (step > 1e-14 * s) s += step;
  }
  return std::sqrt(dof) * s / std::sqrt((1 - s) * (1 + s));
}

}  // namespace

double student_quantile(double probability, int dof) {
  thread_local std::array<Quantile, 8> known{};
  thread_local std::size_t oldest = 0;
  for (const Quantile &one : known)
    if (one.probability == probability && one.dof == dof) return one.value;
  Quantile &one = known[oldest];
  oldest = (oldest + 1) % known.size();
  one = {probability, dof, quantile(probability, dof)};
  return one.value;
}

// The expansion of Cornish and Fisher (Abramowitz and Stegun 26.7.5).
double three_sigma_factor(double dof) {
  constexpr double z2 = 9;
  return 1 + (z2 + 1) / (4 * dof) + ((5 * z2 + 16) * z2 + 3) / (96 * dof * dof);
}

double farthest_of_normal(double probability, int count) {
  const double t = student_quantile(probability / count, count - 2);
  return (count - 1) / std::sqrt(count) * std::sqrt(t * t / (count - 2 + t * t));
}

}  // namespace cuboid::statistics
