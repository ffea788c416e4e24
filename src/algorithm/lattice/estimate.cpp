#include "algorithm/lattice/estimate.hpp"

#include <algorithm>
#include <cmath>

#include "statistics/student.hpp"

namespace cuboid::algorithm {

namespace {

/// With which one of normal shifts lies too far from the others, and with which they lie too far
/// to one side, about.
constexpr double improbable = 5e-3;
constexpr double skewness_limit = 2.81;  ///< standard deviations of a normal number: the same

/// Of sums, as a share of their size.
constexpr double rounding = 1e-15;

/// A power of 2 of about the size of a component, so that squares neither overflow nor vanish.
double unit_of(const std::vector<double> &shifts, std::size_t ncomp, std::size_t component) {
  double size = 0;
  for (std::size_t i = component; i < shifts.size(); i += ncomp)
    size = std::max(size, std::fabs(shifts[i]));
  return size > 0 && std::isfinite(size) ? std::ldexp(1.0, std::ilogb(size)) : 1;
}

/// The mean of a component, in its unit, from a place on.
double mean_from(const std::vector<double> &shifts, std::size_t begin, std::size_t ncomp,
                 std::size_t component, double unit) {
  double sum = 0;
  for (std::size_t i = begin + component; i < shifts.size(); i += ncomp) sum += shifts[i] / unit;
  return sum / static_cast<double>((shifts.size() - begin) / ncomp);
}

/// What lies from a place on, less its means, in units of the components.
std::vector<double> deviations_from(const std::vector<double> &shifts, std::size_t begin,
                                    std::size_t ncomp, const std::vector<double> &unit) {
  std::vector<double> deviation(shifts.size() - begin);
  for (std::size_t c = 0; c < ncomp; ++c) {
    const double mean = mean_from(shifts, begin, ncomp, c, unit[c]);
    for (std::size_t i = c; i < deviation.size(); i += ncomp)
      deviation[i] = shifts[begin + i] / unit[c] - mean;
  }
  return deviation;
}

/// Whether deviations from the mean are those of a peak that few shifts have met.
/// deviation: [shifts][ncomp]
bool look_skewed(const std::vector<double> &deviation, std::size_t ncomp, std::size_t component) {
  double square = 0;
  double cube = 0;
  double most = 0;
  for (std::size_t i = component; i < deviation.size(); i += ncomp) {
    const double d = deviation[i];
    square += d * d;
    cube += d * d * d;
    most = std::max(most, std::fabs(d));
  }
  const std::size_t count = deviation.size() / ncomp;
  const auto m = static_cast<double>(count);
  const double skewness = cube / m / (square / m * std::sqrt(square / m));
  const double spread = std::sqrt(6 * m * (m - 1) / ((m - 2) * (m + 1) * (m + 3)));
  const double farthest = statistics::farthest_of_normal(improbable, static_cast<int>(count));
  return most > farthest * std::sqrt(square / (m - 1)) ||
         std::fabs(skewness) > skewness_limit * spread;
}

}  // namespace

LatticeEstimate estimate_of_shifts(const std::vector<double> &shifts, int ncomp,
                                   std::int64_t first) {
  const auto components = static_cast<std::size_t>(ncomp);
  const std::size_t begin = static_cast<std::size_t>(first) * components;
  const auto m = static_cast<double>(shifts.size() / components);
  const std::size_t spread = (shifts.size() - begin) / components;
  std::vector<double> unit(components);
  LatticeEstimate estimate;
  for (std::size_t c = 0; c < components; ++c) {
    unit[c] = unit_of(shifts, components, c);
    estimate.integral.push_back(mean_from(shifts, 0, components, c, unit[c]) * unit[c]);
  }
  const std::vector<double> all = deviations_from(shifts, 0, components, unit);
  const std::vector<double> deviation = deviations_from(shifts, begin, components, unit);
  const double factor = statistics::three_sigma_factor(static_cast<double>(spread) - 1);
  for (std::size_t c = 0; c < components; ++c)
    for (std::size_t b = 0; b <= c; ++b) {
      double sum = 0;
      for (std::size_t i = 0; i < deviation.size(); i += components)
        sum += deviation[i + c] * deviation[i + b];
      const double variance = sum / (m * static_cast<double>(spread - 1));
      estimate.covariance.push_back(factor * factor * variance * unit[c] * unit[b]);
      if (b < c) continue;
      const double error = factor * std::sqrt(variance);
      estimate.error.push_back(error * unit[c]);
      if (error > rounding * std::fabs(estimate.integral[c] / unit[c]))
        estimate.skewed = estimate.skewed || look_skewed(all, components, c);
    }
  return estimate;
}

double distance(const LatticeEstimate &one, const LatticeEstimate &other) {
  double most = 0;
  for (std::size_t c = 0; c < one.integral.size(); ++c) {
    const double unit = std::max(
        {std::fabs(one.integral[c]), std::fabs(other.integral[c]), one.error[c], other.error[c]});
    if (unit == 0) continue;
    const double first = one.error[c] / unit;
    const double second = other.error[c] / unit;
    const double apart = std::fabs(one.integral[c] / unit - other.integral[c] / unit);
    if (apart <= 10 * rounding) continue;
    most = std::max(most, apart / std::sqrt(first * first + second * second + rounding * rounding));
  }
  return most;
}

}  // namespace cuboid::algorithm
