// The trace of methods that run on a device, and complex numbers there, through the public
// interface.
#include <gtest/gtest.h>

#include <cmath>
#include <string>

#include "cuboid.h"
#include "device_support.hpp"
#include "support/trace_lines.hpp"

namespace {

using namespace trace_lines;

constexpr const char *peak =
    "int f(const int *ndim, const double x[], const int *ncomp, double f[]) {"
    "  double r = 0;"
    "  for (int d = 0; d < 3; ++d) r += (x[d] - 0.4) * (x[d] - 0.4);"
    "  f[0] = exp(-40 * r); f[1] = x[0] * f[0]; return 0; }";

/// The second component is zero.
constexpr const char *odd =
    "int f(const int *ndim, const double x[], const int *ncomp, double f[]) {"
    "  f[0] = 1 + x[0] * x[0] * x[1];"
    "  f[1] = sin(30 * (x[0] - 0.5)) * (1 + x[1] * x[2]); return 0; }";

class DeviceTrace : public support::OnDevice {
 protected:
  void set_options() override { cuboid_options_set_integer(options, "seed", 3); }
  void TearDown() override {
    cuboid_result_free(result_);
    OnDevice::TearDown();
  }

  void make(const char *source) {
    ASSERT_EQ(cuboid_integrand_from_cuda_source(&integrand, 3, 2, source, "f", nullptr, 0), 0)
        << cuboid_last_error();
  }

  int integrate() {
    cuboid_result_free(result_);
    return cuboid_integrate(integrand, nullptr, nullptr, options, &result_);
  }

  std::vector<double> values() const {
    const double *value = cuboid_result_value(result_), *error = cuboid_result_error(result_);
    return {value[0], value[1], error[0], error[1]};
  }

  cuboid_result *result_ = nullptr;
};

class TraceOnDevice : public DeviceTrace, public testing::WithParamInterface<const char *> {};
INSTANTIATE_TEST_SUITE_P(, TraceOnDevice,
                         testing::Values("pagani", "vegas_plus", "m_cubes", "m_cubes_1d",
                                         "lattice"));

TEST_P(TraceOnDevice, ChangesNoBitAndSaysWhatTheMethodDid) {
  make(peak);
  const std::string method = GetParam();
  cuboid_options_set_text(options, "method", method.c_str());
  cuboid_options_set_integer(options, "maxeval", 20000000);
  cuboid_options_set_real(options, "epsrel", method == "pagani" ? 1e-9 : 1e-4);
  const int status = integrate();
  const std::vector<double> without = values();
  const std::int64_t neval = cuboid_result_neval(result_);

  Lines lines;
  cuboid_options_set_trace(options, nullptr, keep, &lines);
  EXPECT_EQ(integrate(), status) << cuboid_result_message(result_);
  EXPECT_EQ(values(), without);
  EXPECT_EQ(cuboid_result_neval(result_), neval);

  ASSERT_GT(lines.size(), 2U);
  EXPECT_TRUE(is(lines.front(), "header"));
  EXPECT_NE(lines.front().find("\"place\":\"device\""), std::string::npos) << lines.front();
  EXPECT_GT(count_of(lines, "iteration"), 0);
  ASSERT_TRUE(is(lines.back(), "end"));
  EXPECT_EQ(numbers(lines.back(), "value"),
            std::vector<double>(without.begin(), without.begin() + 2));
  EXPECT_EQ(numbers(lines.back(), "evaluations").front(), static_cast<double>(neval));
  const auto has_map = [](const std::string &line) {
    return is(line, "iteration") && line.find("\"map\":") != std::string::npos;
  };
  EXPECT_EQ(std::any_of(lines.begin(), lines.end(), has_map),
            method != "pagani" && method != "lattice");

  double volume = 0;
  for (const std::string &line : lines) {
    if (!is(line, "region")) continue;
    const std::vector<double> lower = numbers(line, "lower"), upper = numbers(line, "upper");
    double box = 1;
    for (std::size_t d = 0; d < 3; ++d) box *= upper[d] - lower[d];
    volume += box;
  }
  EXPECT_NEAR(volume, method == "pagani" ? 1 : 0, 1e-12);
}

TEST_P(TraceOnDevice, HasSamplesWhereTheMethodDrawsThem) {
  if (std::string(GetParam()) == "pagani") GTEST_SKIP() << "it draws none";
  make(peak);
  cuboid_options_set_text(options, "method", GetParam());
  cuboid_options_set_integer(options, "maxeval", 300000);
  cuboid_options_set_integer(options, "trace_samples", 50);
  Lines lines;
  cuboid_options_set_trace(options, nullptr, keep, &lines);
  integrate();
  EXPECT_GT(count_of(lines, "sample"), 0);
  EXPECT_LE(count_of(lines, "sample"), 50);
}

TEST_F(DeviceTrace, AccuracyOfComplexNumbers) {
  make(odd);
  cuboid_options_set_integer(options, "maxeval", 20000000);
  for (const char *method : {"pagani", "vegas_plus", "lattice"}) {
    SCOPED_TRACE(method);
    const bool cubature = method == std::string("pagani");
    cuboid_options_set_text(options, "method", method);
    cuboid_options_set_real(options, "epsrel", cubature ? 1e-8 : 1e-3);
    cuboid_options_set_text(options, "complex", "component");
    integrate();
    const std::int64_t by_itself = cuboid_result_neval(result_);
    for (const char *norm : {"largest", "l2", "modulus"}) {
      cuboid_options_set_text(options, "complex", norm);
      EXPECT_EQ(integrate(), 0) << norm << ": " << cuboid_result_message(result_);
      EXPECT_LT(cuboid_result_neval(result_), by_itself) << norm;
      EXPECT_NEAR(cuboid_result_value(result_)[0], 1 + 1. / 6, cubature ? 2e-8 : 6e-3) << norm;
    }
  }
}

// With a warp for each integral.
TEST_F(DeviceTrace, AccuracyOfComplexNumbersOfManyIntegrals) {
  make(odd);
  cuboid_options_set_text(options, "method", "pagani");
  cuboid_options_set_real(options, "epsrel", 1e-6);
  cuboid_options_set_text(options, "complex", "l2");
  cuboid_many *many = nullptr;
  EXPECT_EQ(cuboid_integrate_many(integrand, 100, nullptr, nullptr, 0, nullptr, 0, options, &many),
            0)
      << cuboid_last_error();
  ASSERT_NE(many, nullptr);
  for (int i = 0; i < 100; ++i) {
    EXPECT_EQ(cuboid_many_statuses(many)[i], 0) << i;
    EXPECT_NEAR(cuboid_many_value(many)[2 * i], 1 + 1. / 6, 2e-6) << i;
    EXPECT_NEAR(cuboid_many_value(many)[2 * i + 1], 0, 2e-6) << i;
  }
  cuboid_many_free(many);
}

}  // namespace
