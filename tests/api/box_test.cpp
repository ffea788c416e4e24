// Boxes: finite, infinite, reversed, empty, and none.
#include <cmath>
#include <limits>

#include "handles.hpp"

namespace {

using api::Integrand;
using api::Options;
using api::Result;

constexpr double infinity = std::numeric_limits<double>::infinity();
constexpr double nan = std::numeric_limits<double>::quiet_NaN();
constexpr double largest = std::numeric_limits<double>::max();
const double pi = std::acos(-1.0);

class Boxes : public testing::TestWithParam<const char *> {
 protected:
  Boxes() {
    options_.set("method", std::string(GetParam())).set("epsrel", 1e-4).set("maxeval", 200000);
  }
  Result run(int ndim, cuboid_function function, const double *lower, const double *upper) {
    return api::integrate(Integrand(ndim, 1, function), options_, lower, upper);
  }
  void expect_value(const Result &r, double truth) {
    EXPECT_GE(r.status, 0) << r.message;
    EXPECT_NEAR(r.value[0], truth, 5 * r.error[0] + 1e-12 * std::fabs(truth));
    EXPECT_LT(r.error[0], 1e-2 * std::fabs(truth));
  }

  Options options_;
};

INSTANTIATE_TEST_SUITE_P(, Boxes, testing::Values("vegas", "cuhre", "vegas_plus", "m_cubes"),
                         [](const auto &method) { return std::string(method.param); });

int product_of_squares(const int *ndim, const double x[], const int *, double f[], void *) {
  f[0] = 1;
  for (int d = 0; d < *ndim; ++d) f[0] *= x[d] * x[d];
  return 0;
}

int gauss(const int *ndim, const double x[], const int *, double f[], void *) {
  double square = 0;
  for (int d = 0; d < *ndim; ++d) square += x[d] * x[d];
  f[0] = std::exp(-square);
  return 0;
}

int decay(const int *, const double x[], const int *, double f[], void *) {
  f[0] = std::exp(-std::fabs(x[0]));
  return 0;
}

TEST_P(Boxes, FiniteOnes) {
  const double lower[] = {-1, 2}, upper[] = {3, 2.5};
  expect_value(run(2, product_of_squares, lower, upper),
               (27.0 + 1) / 3 * (2.5 * 2.5 * 2.5 - 8) / 3);
}

TEST_P(Boxes, NullIsTheUnitCube) {
  const double lower[] = {0, 0}, upper[] = {1, 1};
  const Result cube = run(2, product_of_squares, nullptr, nullptr);
  expect_value(cube, 1.0 / 9);
  const Result same = run(2, product_of_squares, lower, upper);
  EXPECT_NEAR(same.value[0], cube.value[0], 1e-14);
}

TEST_P(Boxes, ReversedLimitsCountNegative) {
  const double lower[] = {3, 2.5}, upper[] = {-1, 2}, mixed[] = {3, 2}, other[] = {-1, 2.5};
  const double truth = (27.0 + 1) / 3 * (2.5 * 2.5 * 2.5 - 8) / 3;
  expect_value(run(2, product_of_squares, lower, upper), truth);
  expect_value(run(2, product_of_squares, mixed, other), -truth);
  const double everywhere[] = {infinity}, nowhere[] = {-infinity};
  expect_value(run(1, gauss, everywhere, nowhere), -std::sqrt(pi));
}

TEST_P(Boxes, InfiniteOnes) {
  const double minus[] = {-infinity, -infinity, 0}, plus[] = {infinity, 0, infinity};
  expect_value(run(3, gauss, minus, plus), std::pow(pi, 1.5) / 4);
  const double from[] = {2}, to[] = {infinity};
  expect_value(run(1, decay, from, to), std::exp(-2.0));
  const double below[] = {-infinity}, above[] = {-3};
  expect_value(run(1, decay, below, above), std::exp(-3.0));
}

/// As people write it: infinity / infinity beyond 709, where it has long been zero.
TEST_P(Boxes, LogisticDensitiesEverywhere) {
  const auto logistic = [](const int *ndim, const double x[], const int *, double f[], void *) {
    f[0] = 1;
    for (int d = 0; d < *ndim; ++d) {
      const double e = std::exp(x[d]);
      f[0] *= e / ((1 + e) * (1 + e));
    }
    return 0;
  };
  const double minus[] = {-infinity, 0, -infinity}, plus[] = {infinity, infinity, infinity};
  expect_value(run(3, logistic, minus, plus), 0.5);
}

/// The value of an option: exp(s z) overflows where the density of z is zero.
TEST_P(Boxes, PayoffsUnderANormalDensity) {
  const auto payoff = [](const int *, const double z[], const int *, double f[], void *) {
    const double density = std::exp(-(z[0] * z[0] + z[1] * z[1]) / 2) / (2 * pi);
    f[0] = std::exp(0.3 * z[0] + 0.4 * z[1] - 0.125) * density;
    return 0;
  };
  const double minus[] = {-infinity, -infinity}, plus[] = {infinity, infinity};
  expect_value(run(2, payoff, minus, plus), 1);
}

TEST_P(Boxes, PointsAreInside) {
  struct Limits {
    double lower[2], upper[2];
    bool inside = true;
  } limits{{-3, 5}, {infinity, 5.5}};
  const auto watching = [](const int *, const double x[], const int *, double f[], void *user) {
    auto *l = static_cast<Limits *>(user);
    for (int d = 0; d < 2; ++d)
      l->inside &= std::isfinite(x[d]) && x[d] > l->lower[d] && x[d] < l->upper[d];
    f[0] = std::exp(-x[0]);
    return 0;
  };
  const Integrand integrand(2, 1, watching, &limits);
  expect_value(api::integrate(integrand, options_, limits.lower, limits.upper),
               0.5 * std::exp(3.0));
  EXPECT_TRUE(limits.inside);
}

TEST_P(Boxes, WithoutAnIntervalAreRefused) {
  struct Case {
    double lower, upper;
  };
  for (const auto &[lower, upper] : {Case{nan, 1}, Case{0, nan}, Case{infinity, infinity},
                                     Case{-infinity, -infinity}, Case{-largest, largest}}) {
    const double lowers[] = {0, lower}, uppers[] = {1, upper};
    const Result r = run(2, gauss, lowers, uppers);
    EXPECT_EQ(r.status, CUBOID_BAD_ARGUMENT);
    EXPECT_NE(r.message.find("lower[1]"), std::string::npos) << r.message;
    EXPECT_EQ(r.message, r.last_error);
    EXPECT_TRUE(std::isnan(r.value[0]));
    EXPECT_EQ(r.neval, 0);
  }
}

// All values were infinite or 0, which was said of the integrand.
TEST_P(Boxes, HaveAVolumeThatIsANumber) {
  const double lower[] = {0, 0};
  for (const auto &[width, beyond] : {std::pair{1e200, "beyond 1.8e308"},
                                      {-1e200, "beyond 1.8e308"},
                                      {1e-200, "below 2.2e-308"}}) {
    const double upper[] = {1e200, width};
    const double narrow[] = {1e-200, width};
    const Result r = run(2, gauss, lower, std::fabs(width) > 1 ? upper : narrow);
    EXPECT_EQ(r.status, CUBOID_BAD_ARGUMENT);
    EXPECT_NE(r.message.find("the widths upper - lower of the box is " + std::string(beyond)),
              std::string::npos)
        << r.message;
    EXPECT_NE(r.message.find("x[1]"), std::string::npos) << r.message;
  }
}

TEST_P(Boxes, AreThoseOfThePointThatASentenceNames) {
  const double lower[] = {8, 8}, upper[] = {9, 9};
  const Result r = run(
      2,
      [](const int *, const double *, const int *, double *f, void *) {
        f[0] = nan;
        return 0;
      },
      lower, upper);
  EXPECT_EQ(r.status, CUBOID_NONFINITE);
  EXPECT_NE(r.message.find("at x = (8."), std::string::npos) << r.message;
}

TEST_P(Boxes, NeedBothLimits) {
  const double limits[] = {0, 1};
  Result r = run(2, gauss, limits, nullptr);
  EXPECT_EQ(r.status, CUBOID_BAD_ARGUMENT);
  EXPECT_NE(r.message.find("upper = NULL"), std::string::npos) << r.message;
  r = run(2, gauss, nullptr, limits);
  EXPECT_EQ(r.status, CUBOID_BAD_ARGUMENT);
  EXPECT_NE(r.message.find("lower = NULL"), std::string::npos) << r.message;
}

void expect_zero_at_once(const Result &r) {
  EXPECT_EQ(r.status, CUBOID_CONVERGED) << r.message;
  EXPECT_EQ(r.value, std::vector<double>{0});
  EXPECT_EQ(r.error, std::vector<double>{0});
  EXPECT_EQ(r.covariance, std::vector<double>{0});
  EXPECT_EQ(r.neval, 0);
  EXPECT_TRUE(r.trusted);
  EXPECT_NE(r.message.find("lower[1] = upper[1] = 2"), std::string::npos) << r.message;
}

// Zeros that were counted would be believed only after 500000 evaluations, whatever maxeval is.
TEST(EmptyBoxes, AreZeroAtOnceWithEveryMethod) {
  const double lower[] = {1, 2, -infinity}, upper[] = {3, 2, infinity};
  for (int i = -1; i < cuboid_methods_count(); ++i) {
    const std::string method = i < 0 ? "auto" : cuboid_methods_name(i);
    SCOPED_TRACE(method);
    if (i >= 0 && cuboid_methods_max_ndim(i, 0) < 3) continue;
    Options options;
    options.set("method", method).set("epsrel", 0.).set("mineval", 1000);
    const Result r = api::integrate(Integrand(3, 1, gauss), options, lower, upper);
    expect_zero_at_once(r);
    EXPECT_EQ(r.method, i < 0 ? "cuhre" : method);
  }
}

TEST(EmptyBoxes, NeedNoDevice) {
  const double lower[] = {1, 2}, upper[] = {3, 2};
  cuboid_integrand *integrand = nullptr;
  ASSERT_EQ(cuboid_integrand_from_cuda_source(&integrand, 2, 1,
                                              "int f(const int *ndim, const double *x, const int "
                                              "*ncomp, double *f) { *f = x[0]; return 0; }",
                                              "f", nullptr, 0),
            0)
      << cuboid_last_error();
  cuboid_result *result = nullptr;
  EXPECT_EQ(cuboid_integrate(integrand, lower, upper, nullptr, &result), CUBOID_CONVERGED)
      << cuboid_last_error();
  EXPECT_EQ(cuboid_result_value(result)[0], 0);
  EXPECT_EQ(cuboid_result_neval(result), 0);
  cuboid_result_free(result);
  cuboid_integrand_free(integrand);
}

}  // namespace
