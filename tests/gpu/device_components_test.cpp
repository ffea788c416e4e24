// Samples of many components on a device, through the public interface.
#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <string>
#include <vector>

#include "cuboid.h"
#include "device_support.hpp"

namespace {

/// x^i y^j with i = c % 32 and j = c / 32, times 2 z and the like on further axes.
#define BOTH(...) \
  __VA_ARGS__     \
  const char *const text = #__VA_ARGS__;

BOTH(int monomials(const int *ndim, const double x[], const int *ncomp, double f[],
                   void *userdata) {
  double row = 1;
  (void)userdata;
  for (int d = 2; d < *ndim; ++d) row *= 2 * x[d];
  for (int c = 0; c < *ncomp; ++c) {
    if (c % 32 == 0 && c > 0) row *= x[1];
    f[c] = c % 32 == 0 ? row : f[c - 1] * x[0];
  }
  return 0;
})

double exact(int c) {
  return 1.0 / (c % 32 + 1) / (c / 32 + 1);
}

struct Result {
  int status = 0;
  std::string message, method;
  std::vector<double> value, error;
  bool has_covariance = false;
};

class Components : public support::OnDevice {
 protected:
  void set_options() override {
    cuboid_options_set_real(options, "epsrel", 0);
    cuboid_options_set_real(options, "epsabs", 0);
    cuboid_options_set_integer(options, "seed", 3);
    cuboid_options_set_integer(options, "raise_samples", 0);
    cuboid_options_set_integer(options, "nstart", 20000);
    cuboid_options_set_integer(options, "maxeval", 200000);
  }
  void make(int ncomp) {
    cuboid_integrand_free(integrand);
    integrand = nullptr;
    ASSERT_EQ(
        cuboid_integrand_from_cuda_source(&integrand, 3, ncomp, text, "monomials", nullptr, 0), 0)
        << cuboid_last_error();
  }
  Result run(const cuboid_integrand *either, const std::string &method) {
    cuboid_options_set_text(options, "method", method.c_str());
    cuboid_result *handle = nullptr;
    Result r;
    r.status = cuboid_integrate(either, nullptr, nullptr, options, &handle);
    r.message = std::string(cuboid_result_message(handle)) + "; " + cuboid_result_reasons(handle);
    r.method = cuboid_result_method(handle);
    const int ncomp = cuboid_result_ncomp(handle);
    r.value.assign(cuboid_result_value(handle), cuboid_result_value(handle) + ncomp);
    r.error.assign(cuboid_result_error(handle), cuboid_result_error(handle) + ncomp);
    r.has_covariance = cuboid_result_covariance(handle) != nullptr;
    cuboid_result_free(handle);
    return r;
  }
  void expect_right(const Result &r) {
    EXPECT_GE(r.status, 0) << r.message;
    EXPECT_FALSE(r.has_covariance);
    for (int c = 0; c < static_cast<int>(r.value.size()); ++c) {
      const auto k = static_cast<std::size_t>(c);
      EXPECT_NEAR(r.value[k], exact(c), 6 * r.error[k]) << c << ": " << r.message;
      EXPECT_LT(r.error[k], 0.01 * exact(c)) << c;
    }
  }
};

TEST_F(Components, AreIntegratedOnTheDeviceAsOnTheHost) {
  for (const int ncomp : {40, 1024}) {
    make(ncomp);
    cuboid_integrand *host = nullptr;
    ASSERT_EQ(cuboid_integrand_create(&host, 3, ncomp, monomials, nullptr), 0);
    for (const char *method : {"vegas_plus", "m_cubes", "m_cubes_1d"}) {
      const Result on_device = run(integrand, method);
      expect_right(on_device);
      EXPECT_EQ(on_device.method, method);
      EXPECT_NE(on_device.message.find("device"), std::string::npos) << on_device.message;
      const Result on_host = run(host, method);
      expect_right(on_host);
      // A hypercube with other samples shifts the numbers of all that follow.
      for (std::size_t c = 0; c < on_host.error.size(); ++c)
        EXPECT_NEAR(on_device.error[c], on_host.error[c], 0.5 * on_host.error[c]) << c;
      const Result again = run(integrand, method);
      EXPECT_EQ(again.value, on_device.value);
      EXPECT_EQ(again.error, on_device.error);
    }
    cuboid_integrand_free(host);
  }
}

TEST_F(Components, OfAListFollowOneByOneWithTheSameBits) {
  make(40);
  const Result one = run(integrand, "vegas_plus");
  cuboid_many *many = nullptr;
  ASSERT_GE(cuboid_integrate_many(integrand, 3, nullptr, nullptr, 0, nullptr, 0, options, &many), 0)
      << cuboid_last_error();
  for (std::size_t i = 0; i < 3; ++i)
    for (std::size_t c = 0; c < 40; ++c)
      EXPECT_EQ(cuboid_many_value(many)[40 * i + c], one.value[c]) << i << ' ' << c;
  cuboid_many_free(many);
}

/// A block of the kernel that refines regions has no room for so many.
TEST_F(Components, OfRegionsComeFromTheHostWhereTheyAreMany) {
  make(40);
  const Result r = run(integrand, "cuhre");
  EXPECT_GE(r.status, 0) << r.message;
  for (std::size_t c = 0; c < 40; ++c)
    EXPECT_NEAR(r.value[c], exact(static_cast<int>(c)), 1e-6) << r.message;
}

TEST_F(Components, BeyondTheLimitAreRefused) {
  make(1025);
  cuboid_options_set_text(options, "method", "vegas_plus");
  cuboid_result *handle = nullptr;
  EXPECT_EQ(cuboid_integrate(integrand, nullptr, nullptr, options, &handle), CUBOID_BAD_NCOMP);
  EXPECT_NE(std::string(cuboid_last_error()).find("ncomp = 1025 must be at most 1024"),
            std::string::npos)
      << cuboid_last_error();
  cuboid_result_free(handle);
}

}  // namespace
