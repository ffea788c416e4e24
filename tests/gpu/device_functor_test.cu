// Functors through cuboid.cuh, in a program whose CUDA runtime is not the library's.
#include <gtest/gtest.h>

#include <cmath>
#include <string>

#include "cuboid.cuh"
#include "device_support.hpp"

namespace {

struct Product {
  double power;
  __device__ void operator()(const double *x, double *f) const {
    f[0] = pow(x[0], power) * pow(x[1], power);
    f[1] = x[0] + x[1];
  }
};

int product(const int *, const double x[], const int *, double f[], void *userdata) {
  const double power = *static_cast<double *>(userdata);
  f[0] = std::pow(x[0], power) * std::pow(x[1], power);
  f[1] = x[0] + x[1];
  return 0;
}

using FunctorTest = support::OnDevice;

TEST_F(FunctorTest, IsIntegrated) {
  ASSERT_EQ((cuboid::make_integrand<2, 2>(&integrand, Product{3})), 0) << cuboid_last_error();
  cuboid_options_set_text(options, "method", "pagani");
  cuboid_result *result = nullptr;
  EXPECT_EQ(cuboid_integrate(integrand, nullptr, nullptr, options, &result), 0)
      << cuboid_last_error();
  EXPECT_NEAR(cuboid_result_value(result)[0], 1.0 / 16, 1e-6);
  EXPECT_NEAR(cuboid_result_value(result)[1], 1, 1e-6);
  cuboid_result_free(result);
}

// The userdata of many integrals are then functors.
TEST_F(FunctorTest, IsIntegratedManyTimes) {
  ASSERT_EQ((cuboid::make_integrand<2, 2>(&integrand, Product{3})), 0) << cuboid_last_error();
  const Product products[] = {{1}, {2}, {3}, {4}};
  cuboid_many *many = nullptr;
  EXPECT_EQ(cuboid_integrate_many(integrand, 4, nullptr, nullptr, 0, products, sizeof(Product),
                                  nullptr, &many),
            0)
      << cuboid_last_error();
  for (int i = 0; i < 4; ++i) {
    EXPECT_NEAR(cuboid_many_value(many)[2 * i], 1.0 / ((i + 2) * (i + 2)), 1e-6) << i;
    EXPECT_NEAR(cuboid_many_value(many)[2 * i + 1], 1, 1e-6) << i;
  }
  cuboid_many_free(many);
}

struct Power {
  double power;
  __device__ void operator()(const double *x, double *f) const { f[0] = pow(x[0], power); }
};

TEST_F(FunctorTest, IsIntegratedInOneDimension) {
  cuboid_options_set_integer(options, "maxeval", 10'000'000);
  for (const double power : {3.0, -0.5}) {
    ASSERT_EQ((cuboid::make_integrand<1, 1>(&integrand, Power{power})), 0) << cuboid_last_error();
    for (const std::string method : {"auto", "pagani", "line", "vegas_plus"}) {
      if (power < 0 && method == "vegas_plus") continue;  // It has no variance.
      cuboid_options_set_text(options, "method", method.c_str());
      cuboid_result *result = nullptr;
      EXPECT_EQ(cuboid_integrate(integrand, nullptr, nullptr, options, &result), 0)
          << method << power << ": " << cuboid_result_message(result);
      const double truth = 1 / (power + 1);
      EXPECT_NEAR(cuboid_result_value(result)[0], truth, 5e-3 * truth) << method << power;
      cuboid_result_free(result);
    }
    cuboid_integrand_free(integrand);
    integrand = nullptr;
  }
}

// Of a list in one dimension a step of line settles all but the last, which goes on by itself, or
// by regions where no method is named.
TEST_F(FunctorTest, IsIntegratedManyTimesInOneDimension) {
  ASSERT_EQ((cuboid::make_integrand<1, 1>(&integrand, Power{3})), 0) << cuboid_last_error();
  const Power powers[] = {{1}, {2}, {3}, {-0.5}};
  std::string log;
  cuboid_options_set_integer(options, "verbosity", 3);
  cuboid_options_set_log(
      options, [](void *text, int, const char *line) { *static_cast<std::string *>(text) += line; },
      &log);
  for (const std::string method : {"line", "auto"}) {
    cuboid_options_set_text(options, "method", method.c_str());
    cuboid_many *many = nullptr;
    log.clear();
    EXPECT_EQ(cuboid_integrate_many(integrand, 4, nullptr, nullptr, 0, powers, sizeof(Power),
                                    options, &many),
              0)
        << cuboid_many_message(many);
    const std::string left = method == "line" ? "1" : "0";
    EXPECT_NE(log.find("fed the device; " + left + " integrals"), log.npos) << log;
    for (int i = 0; i < 4; ++i) {
      const double truth = 1 / (powers[i].power + 1);
      EXPECT_NEAR(cuboid_many_value(many)[i], truth, 1e-3 * truth) << method << i;
    }
    cuboid_many_free(many);
  }
}

// The samples of all share launches, and are those of each alone.
TEST_F(FunctorTest, IsSampledManyTimes) {
  const Product products[] = {{1}, {2}, {3}, {4}};
  cuboid_options_set_text(options, "method", "vegas_plus");
  cuboid_options_set_integer(options, "raise_samples", 0);
  cuboid_options_set_integer(options, "verbosity", 3);
  std::string log;
  cuboid_options_set_log(
      options, [](void *text, int, const char *line) { *static_cast<std::string *>(text) += line; },
      &log);
  const double lower[] = {0, 0}, upper[] = {1, 2};
  for (const double *to : {static_cast<const double *>(nullptr), upper}) {
    const double *const from = to == nullptr ? nullptr : lower;
    ASSERT_EQ((cuboid::make_integrand<2, 2>(&integrand, products[0])), 0) << cuboid_last_error();
    cuboid_many *many = nullptr;
    log.clear();
    EXPECT_EQ(
        cuboid_integrate_many(integrand, 4, from, to, 0, products, sizeof(Product), options, &many),
        0)
        << cuboid_last_error();
    EXPECT_NE(log.find("fed the device; 0 integrals"), log.npos) << log;
    cuboid_integrand_free(integrand);
    for (int i = 0; i < 4; ++i) {
      ASSERT_EQ((cuboid::make_integrand<2, 2>(&integrand, products[i])), 0);
      cuboid_result *alone = nullptr;
      EXPECT_EQ(cuboid_integrate(integrand, from, to, options, &alone), 0) << cuboid_last_error();
      for (int c = 0; c < 2; ++c)
        EXPECT_EQ(cuboid_many_value(many)[2 * i + c], cuboid_result_value(alone)[c]) << i;
      EXPECT_EQ(cuboid_many_neval(many)[i], cuboid_result_neval(alone)) << i;
      cuboid_result_free(alone);
      cuboid_integrand_free(integrand);
    }
    cuboid_many_free(many);
  }
  integrand = nullptr;
}

TEST_F(FunctorTest, TakesThePlaceOfAHostFunction) {
  ASSERT_EQ((cuboid::make_integrand<2, 2>(&integrand, Product{3})), 0) << cuboid_last_error();
  ASSERT_EQ(cuboid_register(product, integrand), 0);
  cuboid_integrand_free(integrand);
  integrand = nullptr;
  int neval, fail;
  double integral[2], error[2], prob[2];
  double power = 3;
  cuboid_Vegas(2, 2, product, &power, 1, 1e-3, 1e-2, 0, 0, 0, 300000, 1000, 500, 1000, 0, nullptr,
               nullptr, &neval, &fail, integral, error, prob);
  EXPECT_EQ(fail, 0) << cuboid_last_error();
  EXPECT_NEAR(integral[0], 1.0 / 16, 1e-2);
  EXPECT_EQ(cuboid_unregister(product), 0);
  // The check is made anew after a registration.
  ASSERT_EQ((cuboid::make_integrand<2, 2>(&integrand, Product{2})), 0);
  ASSERT_EQ(cuboid_register(product, integrand), 0);
  cuboid_integrand_free(integrand);
  integrand = nullptr;
  cuboid_Vegas(2, 2, product, &power, 1, 1e-3, 1e-2, 0, 0, 0, 300000, 1000, 500, 1000, 0, nullptr,
               nullptr, &neval, &fail, integral, error, prob);
  EXPECT_EQ(fail, CUBOID_DISAGREE);
  EXPECT_EQ(cuboid_unregister(product), 0);
}

__global__ void cubes(const double *x, double *f, std::int64_t n) {
  const std::int64_t i = std::int64_t{blockIdx.x} * blockDim.x + threadIdx.x;
  if (i >= n) return;
  f[2 * i] = x[2 * i] * x[2 * i + 1];
  f[2 * i + 1] = x[2 * i] + x[2 * i + 1];
}

int batch(int, const double *x, int, double *f, std::int64_t n, void *stream, void *) {
  cubes<<<static_cast<unsigned>((n + 127) / 128), 128, 0, static_cast<cudaStream_t>(stream)>>>(x, f,
                                                                                               n);
  return 0;
}

// Around both there are kernels: device_batch_test.cu.
TEST_F(FunctorTest, SamplesAreDrawnForFunctorsAndBatchFunctions) {
  cuboid_integrand *functor = nullptr;
  cuboid_integrand *function = nullptr;
  ASSERT_EQ((cuboid::make_integrand<2, 2>(&functor, Product{1})), 0) << cuboid_last_error();
  ASSERT_EQ(cuboid_integrand_from_device_batch(&function, 2, 2, batch, nullptr), 0);
  cuboid_options_set_integer(options, "nstart", 20000);
  cuboid_options_set_integer(options, "seed", 3);
  cuboid_options_set_integer(options, "raise_samples", 0);
  cuboid_options_set_integer(options, "maxeval", 200000);
  for (const char *method : {"vegas_plus", "m_cubes"})
    for (const int quasi : {0, 1}) {
      cuboid_options_set_text(options, "method", method);
      cuboid_options_set_integer(options, "quasi", quasi);
      double values[2];
      for (const cuboid_integrand *either : {functor, function}) {
        cuboid_result *result = nullptr;
        EXPECT_GE(cuboid_integrate(either, nullptr, nullptr, options, &result), 0)
            << cuboid_last_error();
        const double *value = cuboid_result_value(result);
        const double *error = cuboid_result_error(result);
        EXPECT_STREQ(cuboid_result_method(result), method);
        EXPECT_NEAR(value[0], 0.25, 5 * error[0]);
        EXPECT_NEAR(value[1], 1, 5 * error[1]);
        EXPECT_LT(error[0], 1e-3);
        values[either == function] = value[0];
        cuboid_result_free(result);
      }
      EXPECT_NEAR(values[0], values[1], 1e-4);
    }
  cuboid_integrand_free(functor);
  cuboid_integrand_free(function);
}

}  // namespace
