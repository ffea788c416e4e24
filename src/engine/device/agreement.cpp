#include "engine/device/agreement.hpp"

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "base/failure.hpp"
#include "base/point_text.hpp"
#include "elementary/functions.hpp"

namespace cuboid::engine {

namespace {

// Functions of host and device round differently, and lose more of their 16 digits where terms
// cancel; a version in single precision has 7.  Both should pass, and another function should not.
// Not tried on more than the tests.
constexpr int number_of_points = 16;
constexpr double relative_tolerance = 1e-6;
constexpr double tolerance_of_largest = 1e-8;

/// Points of a Kronecker sequence: multiples of the powers of 1/g modulo 1, where g is the positive
/// root of g^(ndim + 1) = g + 1 (M. Roberts, "The unreasonable effectiveness of quasirandom
/// sequences", 2018).
std::vector<double> spread_points(int ndim) {
  double g = 2;
  for (int i = 0; i < 64; ++i) g = elementary::pow(1 + g, 1.0 / (ndim + 1));
  std::vector<double> x;
  for (int i = 1; i <= number_of_points; ++i)
    for (int d = 1; d <= ndim; ++d) {
      const double t = 0.5 + i * elementary::pow(g, -d);
      x.push_back(t - std::floor(t));
    }
  return x;
}

std::string describe(const double *x, int ndim, int component, double host, double device) {
  std::string sentence = "f[" + std::to_string(component) + "] is " + number_text(host) +
                         " on the host and " + number_text(device) + " on the device at x = (";
  for (int d = 0; d < ndim; ++d) sentence += (d > 0 ? ", " : "") + number_text(x[d]);
  return sentence + ")";
}

}  // namespace

void check_agreement(PointsEngine &host, PointsEngine &device, int ndim, int ncomp) {
  const std::vector<double> x = spread_points(ndim);
  const PointSet points{number_of_points, x.data(), nullptr, 0};
  std::vector<double> expected(number_of_points * static_cast<std::size_t>(ncomp));
  std::vector<double> found(expected.size());
  host.evaluate(points, expected.data());
  device.evaluate(points, found.data());

  for (int c = 0; c < ncomp; ++c) {
    double largest = 0;
    for (int i = 0; i < number_of_points; ++i)
      largest = std::max(largest, std::abs(expected[i * ncomp + c]));
    for (int i = 0; i < number_of_points; ++i) {
      const double a = expected[i * ncomp + c];
      const double b = found[i * ncomp + c];
      const double allowed =
          relative_tolerance * std::max(std::abs(a), std::abs(b)) + tolerance_of_largest * largest;
      if (!(std::abs(a - b) <= allowed))
        throw Failure(CUBOID_DISAGREE,
                      "the host function and the integrand registered for it are not the same: " +
                          describe(x.data() + i * ndim, ndim, c, a, b));
    }
  }
}

}  // namespace cuboid::engine
