// VEGAS+ and m-Cubes on a device through the public interface.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "cuboid.h"
#include "device_support.hpp"
#include "support/directory.hpp"

namespace {

/// Text and function at once.
#define BOTH(text, ...) \
  __VA_ARGS__           \
  const char *const text = #__VA_ARGS__;

BOTH(
    text,
    int peak(const int *ndim, const double x[], const int *ncomp, double f[], void *userdata) {
      double r = 0;
      (void)ncomp;
      (void)userdata;
      for (int d = 0; d < *ndim; ++d) r += (x[d] - 0.4) * (x[d] - 0.4);
      f[0] = exp(-50 * r);
      f[1] = x[0] * f[0];
      return 0;
    })

/// The hypercubes of an even map do not resolve it.
BOTH(
    text_of_narrow,
    int narrow(const int *ndim, const double x[], const int *ncomp, double f[], void *userdata) {
      peak(ndim, x, ncomp, f, userdata);
      f[0] = pow(f[0], 16);
      f[1] = x[0] * f[0];
      return 0;
    })

/// Of the peak to this power.
double exact(double power = 1) {
  const double sharp = 50 * power, root = std::sqrt(sharp);
  return std::pow(
      std::sqrt(std::acos(-1) / sharp) / 2 * (std::erf(0.6 * root) + std::erf(0.4 * root)), 4);
}

struct Result {
  int status = 0;
  std::string message, method;
  std::vector<double> value, error, covariance;
  std::int64_t neval = 0, niterations = 0;
};

class DeviceVegas : public support::OnDevice {
 protected:
  void set_options() override {
    make(&integrand, text);
    ASSERT_EQ(cuboid_integrand_create(&host_, 4, 2, peak, nullptr), 0);
    set("epsrel", 0.0);
    set("epsabs", 0.0);
    set("seed", 3);
    set("nstart", 100000);
    set("maxeval", 1000000);
    set("method", "vegas_plus");
  }
  void TearDown() override {
    cuboid_integrand_free(host_);
    OnDevice::TearDown();
  }
  static void make(cuboid_integrand **handle, const std::string &source,
                   const char *name = "peak") {
    const std::string whole = "#include <math.h>\n" + source;
    ASSERT_EQ(cuboid_integrand_from_cuda_source(handle, 4, 2, whole.c_str(), name, nullptr, 0), 0)
        << cuboid_last_error();
  }
  void set(const char *name, int value) {
    ASSERT_EQ(cuboid_options_set_integer(options, name, value), 0) << cuboid_last_error();
  }
  void set(const char *name, double value) {
    ASSERT_EQ(cuboid_options_set_real(options, name, value), 0) << cuboid_last_error();
  }
  void set(const char *name, const std::string &value) {
    ASSERT_EQ(cuboid_options_set_text(options, name, value.c_str()), 0) << cuboid_last_error();
  }
  Result run(const cuboid_integrand *either) {
    cuboid_result *handle = nullptr;
    Result r;
    r.status = cuboid_integrate(either, nullptr, nullptr, options, &handle);
    r.message = cuboid_result_message(handle);
    r.method = cuboid_result_method(handle);
    r.value.assign(cuboid_result_value(handle), cuboid_result_value(handle) + 2);
    r.error.assign(cuboid_result_error(handle), cuboid_result_error(handle) + 2);
    if (const double *covariance = cuboid_result_covariance(handle))
      r.covariance.assign(covariance, covariance + 3);
    r.neval = cuboid_result_neval(handle);
    r.niterations = cuboid_result_niterations(handle);
    cuboid_result_free(handle);
    return r;
  }
  void expect_right(const Result &r) {
    EXPECT_GE(r.status, 0) << r.message;
    EXPECT_NEAR(r.value[0], exact(), 5 * r.error[0]) << r.message;
    EXPECT_LT(r.error[0], 2e-3 * exact()) << r.message;
  }

  cuboid_integrand *host_ = nullptr;
};

TEST_F(DeviceVegas, HasTheMethodsByName) {
  for (const char *method : {"vegas_plus", "m_cubes", "m_cubes_1d"}) {
    set("method", method);
    const Result on_device = run(integrand);
    EXPECT_EQ(on_device.method, method);
    expect_right(on_device);
    ASSERT_EQ(on_device.covariance.size(), 3u);
    EXPECT_NEAR(on_device.covariance[0], on_device.error[0] * on_device.error[0],
                1e-9 * on_device.covariance[0]);
    expect_right(run(host_));
  }
}

TEST_F(DeviceVegas, RaisesTheSamplesUnlessToldNotTo) {
  set("maxeval", 100000000);
  set("nstart", 1000);
  set("nincrease", 0);
  set("epsrel", 1e-3);
  const Result raised = run(integrand);
  EXPECT_GE(raised.neval / raised.niterations, 900000);
  set("raise_samples", 0);
  const Result plain = run(integrand);
  EXPECT_LT(plain.neval / plain.niterations, 1200);
}

TEST_F(DeviceVegas, SeedZeroOfVegasIsQuasiRandomWithManySamples) {
  set("method", "vegas");
  set("nstart", 200000);
  set("maxeval", 2000000);
  const Result random = run(integrand);
  set("seed", 0);
  const Result quasi = run(integrand);
  EXPECT_NE(quasi.message.find("quasi-random"), std::string::npos) << quasi.message;
  EXPECT_EQ(random.message.find("quasi-random"), std::string::npos) << random.message;
  EXPECT_EQ(quasi.method, "vegas_plus");
  expect_right(quasi);
  expect_right(random);
  set("nstart", 20000);
  set("raise_samples", 0);
  EXPECT_EQ(run(integrand).message.find("quasi-random"), std::string::npos);
  set("quasi", 1);
  EXPECT_NE(run(integrand).message.find("quasi-random"), std::string::npos);
  set("quasi", -1);
  set("nstart", 200000);
  set("method", "vegas_plus");
  EXPECT_EQ(run(integrand).message.find("quasi-random"), std::string::npos);
}

TEST_F(DeviceVegas, GoesOnFromAStateFileWithTheSameBits) {
  for (const int quasi : {0, 1}) {
    set("quasi", quasi);
    set("statefile", std::string());
    set("maxeval", 1000000);
    const Result whole = run(integrand);
    const support::Directory directory;
    set("statefile", directory.file("state"));
    for (const int maxeval : {150000, 400000, 1000000}) {
      set("maxeval", maxeval);
      run(integrand);
    }
    const Result parts = run(integrand);
    EXPECT_EQ(parts.value, whole.value);
    EXPECT_EQ(parts.error, whole.error);
    EXPECT_EQ(parts.neval, whole.neval);
    // The host goes on with the device's file.
    set("maxeval", 2000000);
    const Result on_host = run(host_);
    EXPECT_GT(on_host.niterations, whole.niterations);
    expect_right(on_host);
  }
}

TEST_F(DeviceVegas, KeepsItsMapInGridSlots) {
  cuboid_integrand *on_device = nullptr;
  make(&on_device, std::string(text) + text_of_narrow, "narrow");
  ASSERT_EQ(cuboid_register(narrow, on_device), 0) << cuboid_last_error();
  const auto vegas = [&](int gridno, int maxeval, int seed, double *error) {
    int neval = 0;
    int fail = 0;
    double integral[2];
    double prob[2];
    cuboid_Vegas(4, 2, narrow, nullptr, 1, 1e-9, 1e-12, 0, seed, 0, maxeval, 100000, 0, 1000,
                 gridno, nullptr, nullptr, &neval, &fail, integral, error, prob);
    EXPECT_GE(fail, 0) << cuboid_last_error();
    EXPECT_NEAR(integral[0], exact(16), 6 * error[0]);
  };
  double cold[2];
  double warm[2];
  vegas(0, 300000, 7, cold);
  vegas(3, 3000000, 7, warm);
  vegas(3, 300000, 7, warm);
  EXPECT_LT(warm[0], cold[0]);
  // The Vegas of the host goes on with the map, and the device with that of the host.
  ASSERT_EQ(cuboid_unregister(narrow), 0);
  vegas(3, 300000, 7, warm);
  vegas(0, 300000, 7, cold);
  EXPECT_LT(warm[0], cold[0]);
  ASSERT_EQ(cuboid_register(narrow, on_device), 0);
  vegas(3, 300000, 7, warm);
  ASSERT_EQ(cuboid_unregister(narrow), 0);
  cuboid_integrand_free(on_device);
}

struct Sums {
  std::vector<double> estimates;
  std::int64_t samples = 0;
};

TEST_F(DeviceVegas, BeginsWithTheMapOfAnotherResult) {
  // So few digits that the search for the map takes most of the samples of the cold run.
  set("epsrel", 1e-2);
  set("nstart", 2000);
  set("raise_samples", 0);
  for (const char *method : {"vegas", "vegas_plus", "m_cubes"}) {
    SCOPED_TRACE(method);
    set("method", std::string(method));
    ASSERT_EQ(cuboid_options_set_start(options, nullptr), 0);
    cuboid_result *cold = nullptr;
    ASSERT_EQ(cuboid_integrate(integrand, nullptr, nullptr, options, &cold), 0);
    ASSERT_EQ(cuboid_options_set_start(options, cold), 0) << cuboid_last_error();
    const Result warm = run(integrand);
    EXPECT_EQ(warm.status, CUBOID_CONVERGED) << warm.message;
    EXPECT_EQ(warm.message.find("begun anew"), std::string::npos) << warm.message;
    // m_cubes finds this map with hardly more samples than the probe at a start takes; the others
    // took 0.54 of the samples of the cold run.
    const std::int64_t share = std::string(method) == "m_cubes" ? 1 : 3;
    EXPECT_LT(share * warm.neval, 2 * cuboid_result_neval(cold));
    EXPECT_NEAR(warm.value[0], exact(), 5 * warm.error[0]);
    cuboid_result_free(cold);
  }
  ASSERT_EQ(cuboid_options_set_start(options, nullptr), 0);
}

TEST_F(DeviceVegas, HandsItsSamplesToTheSink) {
  Sums sums;
  cuboid_options_set_sample_sink(
      options,
      [](void *user, int64_t iteration, int64_t count, int, const double x[], const double weight[],
         int, const double f[]) {
        auto &all = *static_cast<Sums *>(user);
        all.estimates.resize(static_cast<std::size_t>(iteration));
        all.samples += count;
        for (int64_t i = 0; i < count; ++i) {
          all.estimates.back() += weight[i] * f[2 * i];
          if (i % 1000 == 0) {
            EXPECT_NEAR(f[2 * i + 1], x[4 * i] * f[2 * i], 1e-12);
          }
        }
      },
      &sums);
  const Result with = run(integrand);
  cuboid_options_set_sample_sink(options, nullptr, nullptr);
  const Result without = run(integrand);
  EXPECT_EQ(with.value, without.value);
  EXPECT_EQ(static_cast<std::int64_t>(sums.estimates.size()), with.niterations);
  EXPECT_LT(sums.samples, with.neval);
  EXPECT_NEAR(sums.estimates.back(), exact(), 0.02 * exact());
}

/// The first value of an integrand of one component by all methods of samples.  heavy: so few
/// samples need not be trusted.
void expect_on_device(int ndim, const std::string &body, const std::vector<double> &lower,
                      const std::vector<double> &upper, double exact, bool heavy = false) {
  const std::string source =
      "#include <math.h>\nint f(const int *ndim, const double x[], const int "
      "*ncomp, double f[], void *userdata) {" +
      body + " return 0; }";
  cuboid_integrand *integrand = nullptr;
  ASSERT_EQ(cuboid_integrand_from_cuda_source(&integrand, ndim, 1, source.c_str(), "f", nullptr, 0),
            0)
      << cuboid_last_error();
  cuboid_options *options = nullptr;
  cuboid_options_create(&options);
  cuboid_options_set_real(options, "epsrel", 0);
  cuboid_options_set_integer(options, "nstart", 100000);
  cuboid_options_set_integer(options, "maxeval", 1000000);
  for (const char *method : {"vegas_plus", "m_cubes", "m_cubes_1d"}) {
    cuboid_options_set_text(options, "method", method);
    cuboid_result *r = nullptr;
    EXPECT_GE(cuboid_integrate(integrand, lower.data(), upper.data(), options, &r), 0)
        << cuboid_last_error();
    const double value = *cuboid_result_value(r);
    const double error = *cuboid_result_error(r);
    EXPECT_TRUE(heavy || cuboid_result_trusted(r)) << method << " " << body;
    EXPECT_NEAR(value / exact, 1, 5 * error / exact) << method << " " << body;
    EXPECT_GT(error / exact, 1e-7) << method << " " << body;
    EXPECT_LT(error / exact, 0.1) << method << " " << body;
    cuboid_result_free(r);
  }
  cuboid_options_free(options);
  cuboid_integrand_free(integrand);
}

TEST_F(DeviceVegas, IsRightAtAnyScaleInManyDimensions) {
  expect_on_device(32, "f[0] = 1e112 * (1 + x[0] * x[*ndim - 1]);", {}, {}, 1.25e112);
  expect_on_device(20, "f[0] = 1e191 * (1 + x[0] * x[*ndim - 1]);", {}, {}, 1.25e191);
  expect_on_device(10, "f[0] = 1e258 * (1 + x[0] * x[*ndim - 1]);", {}, {}, 1.25e258);
  expect_on_device(4, "f[0] = 1e295 * (1 + x[0] * x[*ndim - 1]);", {}, {}, 1.25e295);
}

TEST_F(DeviceVegas, IsRightOnLargeBoxesInManyDimensions) {
  const auto all = [](double limit) { return std::vector<double>(32, limit); };
  const std::string all_axes = "f[0] = 1; for (int d = 0; d < *ndim; ++d) f[0] ";
  expect_on_device(32, all_axes + "*= exp(-x[d] * x[d] / 2) * 0.3989422804014327;", all(-1), all(1),
                   std::pow(std::erf(std::sqrt(0.5)), 32));
  expect_on_device(27, all_axes + "/= 3.141592653589793 * (1 + x[d] * x[d]);", all(-INFINITY),
                   all(INFINITY), 1, true);
  expect_on_device(32, "f[0] = 1 + x[0] * x[0];", all(0), all(10), 103e32 / 3);
}

// Far out the weight of a point is beyond the range of double in the unit of such values, and these
// are 0 there.
TEST_F(DeviceVegas, IsRightForTinyValuesOnAnInfiniteBox) {
  expect_on_device(3, "f[0] = 1e-300 * exp(-x[0] * x[0] - x[1] * x[1] - x[2] * x[2]);",
                   {-INFINITY, -INFINITY, -INFINITY}, {INFINITY, INFINITY, INFINITY},
                   1e-300 * std::pow(std::acos(-1), 1.5));
}

TEST_F(DeviceVegas, NamesThePointThatIsNotFinite) {
  cuboid_integrand *spoilt = nullptr;
  make(&spoilt,
       "int peak(const int *ndim, const double x[], const int *ncomp, double f[], void *userdata) {"
       "f[0] = 1; f[1] = x[3] > 0.9 ? INFINITY : 1; return 0; }");
  const Result r = run(spoilt);
  cuboid_integrand_free(spoilt);
  EXPECT_EQ(r.status, CUBOID_NONFINITE);
  EXPECT_NE(r.message.find("f[1] is inf at x = ("), std::string::npos) << r.message;
}

}  // namespace
