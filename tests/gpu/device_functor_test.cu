// Functors through cuboid.cuh, in a program whose CUDA runtime is not the library's.
#include <gtest/gtest.h>

#include <cmath>
#include <cstdlib>

#include "cuboid.cuh"

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

class FunctorTest : public testing::Test {
 protected:
  void SetUp() override {
    const int status = cuboid_device(nullptr);
    if (status != 0 && !std::getenv("CUBOID_REQUIRE_GPU")) GTEST_SKIP() << cuboid_last_error();
    ASSERT_EQ(status, 0) << cuboid_last_error();
  }
};

TEST_F(FunctorTest, IsIntegrated) {
  cuboid_integrand *integrand = nullptr;
  ASSERT_EQ((cuboid::make_integrand<2, 2>(&integrand, Product{3})), 0) << cuboid_last_error();
  cuboid_result *result = nullptr;
  EXPECT_EQ(cuboid_integrate(integrand, nullptr, nullptr, nullptr, &result), 0)
      << cuboid_last_error();
  EXPECT_NEAR(cuboid_result_value(result)[0], 1.0 / 16, 1e-6);
  EXPECT_NEAR(cuboid_result_value(result)[1], 1, 1e-6);
  cuboid_result_free(result);
  cuboid_integrand_free(integrand);
}

TEST_F(FunctorTest, TakesThePlaceOfAHostFunction) {
  cuboid_integrand *integrand = nullptr;
  ASSERT_EQ((cuboid::make_integrand<2, 2>(&integrand, Product{3})), 0) << cuboid_last_error();
  ASSERT_EQ(cuboid_register(product, integrand), 0);
  cuboid_integrand_free(integrand);
  int neval, fail;
  double integral[2], error[2], prob[2];
  double power = 3;
  cuboid_Vegas(2, 2, product, &power, 1, 1e-3, 1e-2, 0, 0, 0, 100000, 1000, 500, 1000, 0, nullptr,
               nullptr, &neval, &fail, integral, error, prob);
  EXPECT_EQ(fail, 0) << cuboid_last_error();
  EXPECT_NEAR(integral[0], 1.0 / 16, 1e-2);
  EXPECT_EQ(cuboid_unregister(product), 0);
  // The check is made anew after a registration.
  ASSERT_EQ((cuboid::make_integrand<2, 2>(&integrand, Product{2})), 0);
  ASSERT_EQ(cuboid_register(product, integrand), 0);
  cuboid_integrand_free(integrand);
  cuboid_Vegas(2, 2, product, &power, 1, 1e-3, 1e-2, 0, 0, 0, 100000, 1000, 500, 1000, 0, nullptr,
               nullptr, &neval, &fail, integral, error, prob);
  EXPECT_EQ(fail, CUBOID_DISAGREE);
  EXPECT_EQ(cuboid_unregister(product), 0);
}

}  // namespace
