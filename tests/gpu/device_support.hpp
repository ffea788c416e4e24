// What tests on a device through the public interface have in common.
#pragma once

#include <gtest/gtest.h>

#include <cmath>
#include <cstddef>
#include <cstdlib>
#include <random>
#include <string>
#include <vector>

#include "cuboid.h"

namespace support {

/// A test that is skipped where there is no device, unless CUBOID_REQUIRE_GPU is set.
class OnDevice : public testing::Test {
 protected:
  void SetUp() final {
    const int status = cuboid_device(nullptr);
    if (status != 0 && !std::getenv("CUBOID_REQUIRE_GPU")) GTEST_SKIP() << cuboid_last_error();
    ASSERT_EQ(status, 0) << cuboid_last_error();
    cuboid_options_create(&options);
    set_options();
  }
  void TearDown() override {
    cuboid_options_free(options);
    cuboid_integrand_free(integrand);
  }
  virtual void set_options() {}

  cuboid_integrand *integrand = nullptr;
  cuboid_options *options = nullptr;
};

/// exp(-sharpness |x - centre|^2) in up to n dimensions, as the userdata of one of many integrals.
template <int n>
struct Peak {
  double sharpness;
  double centre[n];
};

/// The text of "gaussian": NaN for a negative sharpness, -999 for 0.  Each further component is
/// the one before times the first coordinate.
inline std::string peak_source(int n) {
  return "#include <math.h>\n"
         "typedef struct { double sharpness, centre[" +
         std::to_string(n) + R"(]; } peak;
int gaussian(const int *ndim, const double x[], const int *ncomp, double f[], void *userdata) {
  const peak *p = userdata;
  double square = 0;
  for (int d = 0; d < *ndim; ++d) square += (x[d] - p->centre[d]) * (x[d] - p->centre[d]);
  f[0] = p->sharpness < 0 ? NAN : exp(-p->sharpness * square);
  for (int c = 1; c < *ncomp; ++c) f[c] = x[0] * f[c - 1];
  return p->sharpness == 0 ? -999 : 0;
}
)";
}

/// The same function on the host.
template <int n>
cuboid_function host_peak() {
  using Function = int (*)(const int *, const double[], const int *, double[], void *);
  const Function function = [](const int *ndim, const double x[], const int *ncomp, double f[],
                               void *userdata) {
    const auto *peak = static_cast<const Peak<n> *>(userdata);
    double square = 0;
    for (int d = 0; d < *ndim; ++d) square += (x[d] - peak->centre[d]) * (x[d] - peak->centre[d]);
    f[0] = peak->sharpness < 0 ? std::nan("") : std::exp(-peak->sharpness * square);
    for (int c = 1; c < *ncomp; ++c) f[c] = x[0] * f[c - 1];
    return peak->sharpness == 0 ? -999 : 0;
  };
  return reinterpret_cast<cuboid_function>(reinterpret_cast<void (*)()>(function));
}

/// The factor of an axis in the integral of the first component.
template <int n>
double along_axis(const Peak<n> &peak, int axis, double lower, double upper) {
  const double root = std::sqrt(peak.sharpness);
  return std::sqrt(std::acos(-1) / peak.sharpness) / 2 *
         (std::erf(root * (upper - peak.centre[axis])) -
          std::erf(root * (lower - peak.centre[axis])));
}

/// Random ones, the same in each call.
template <int n>
std::vector<Peak<n>> random_peaks(std::size_t count, double least, double most) {
  std::mt19937 generator(1);
  std::uniform_real_distribution<double> unit(0, 1);
  std::vector<Peak<n>> peaks(count);
  for (Peak<n> &peak : peaks) {
    peak.sharpness = least + (most - least) * unit(generator);
    for (double &coordinate : peak.centre) coordinate = unit(generator);
  }
  return peaks;
}

}  // namespace support
