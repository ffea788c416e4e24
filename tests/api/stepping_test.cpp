// Single points at which an integrand is not finite, in cubature.
#include <cmath>
#include <limits>
#include <string>

#include "handles.hpp"

namespace {

using Function = double (*)(const double x[]);

int call(const int *, const double x[], const int *, double f[], void *userdata) {
  f[0] = (*static_cast<Function *>(userdata))(x);
  return 0;
}

api::Result run(const char *method, int ndim, Function function, const double *lower,
                const double *upper, double epsrel, const char *nonfinite = "stop") {
  api::Options options;
  options.set("method", method).set("epsrel", epsrel).set("nonfinite", nonfinite);
  options.set("maxeval", 4000000);
  return api::integrate(api::Integrand(ndim, 1, call, &function), options, lower, upper);
}

TEST(Stepping, SinglePointsAreNoEnd) {
  struct Row {
    const char *what;
    int ndim;
    Function function;
    double lower[3], upper[3], exact, epsrel;
  };
  const double infinity = std::numeric_limits<double>::infinity();
  const Row rows[] = {
      {"logarithm on the diagonal",
       2,
       [](const double x[]) { return std::log(std::fabs(x[0] - x[1])); },
       {},
       {1, 1},
       -1.5,
       1e-3},
      {"1/r at the centre",
       2,
       [](const double x[]) { return 1 / std::hypot(x[0], x[1]); },
       {-1, -1},
       {1, 1},
       8 * std::log(1 + std::sqrt(2.)),
       1e-4},
      {"0/0 at edges",
       2,
       [](const double x[]) {
         return x[0] * x[1] == 0 ? std::nan("") : std::sin(x[0]) / x[0] * std::sin(x[1]) / x[1];
       },
       {-1, -1},
       {1, 1},
       3.5802927041368,
       1e-6},
      {"infinity times zero",
       2,
       [](const double x[]) {
         return std::pow(x[0], 40) * std::exp(-x[0] - x[1]) / std::tgamma(41.);
       },
       {},
       {infinity, infinity},
       1,
       1e-4},
  };
  for (const Row &row : rows)
    for (const char *method : {"cuhre", "pagani", "auto"}) {
      const api::Result r = run(method, row.ndim, row.function, row.lower, row.upper, row.epsrel);
      SCOPED_TRACE(std::string(row.what) + ", " + method + ": " + r.message);
      EXPECT_EQ(r.status, CUBOID_CONVERGED);
      EXPECT_NEAR(r.value[0], row.exact, row.epsrel * std::fabs(row.exact));
      EXPECT_EQ(r.nonfinite, 0);
    }
}

// Points beside those of the line have the values of a smooth function there.
TEST(Stepping, WhatIsSmoothButForALineCostsWhatItCostsWithoutIt) {
  const Function with = [](const double x[]) { return std::sin(x[0]) / x[0] * std::exp(x[1]); };
  const Function without = [](const double x[]) {
    return (x[0] == 0 ? 1 : std::sin(x[0]) / x[0]) * std::exp(x[1]);
  };
  const double lower[] = {-1, 0}, upper[] = {1, 1};
  const api::Result r = run("cuhre", 2, with, lower, upper, 1e-7);
  EXPECT_EQ(r.status, CUBOID_CONVERGED) << r.message;
  EXPECT_NEAR(r.value[0], 2 * 0.946083070367183 * (std::exp(1.) - 1), 3e-7);
  EXPECT_LT(r.neval, 2 * run("cuhre", 2, without, lower, upper, 1e-7).neval);
}

// Regions along a line that is infinite grow smoother slowly, but nothing ends them.
TEST(Stepping, InfiniteLinesAreNoEnd) {
  const Function root = [](const double x[]) { return 1 / std::sqrt(std::fabs(x[0] - x[1])); };
  for (const char *method : {"cuhre", "pagani", "auto"}) {
    const api::Result r = run(method, 2, root, nullptr, nullptr, 1e-3);
    EXPECT_NE(r.status, CUBOID_NONFINITE) << method << ": " << r.message;
    EXPECT_NEAR(r.value[0], 8 / 3., 0.05) << method;
    EXPECT_EQ(r.nonfinite, 0) << method;
  }
}

/// Maps of singular ends bring points so close to 1 that they are rounded to it, where steps of the
/// regions there are rounded away.
TEST(Stepping, LeavesAnEndWhereNumbersAreCoarse) {
  const Function corner = [](const double x[]) {
    return std::pow((1 - x[0]) * (1 - x[1]) * (1 - x[2]) * (1 - x[3]), -0.36925465891476078);
  };
  for (const char *method : {"cuhre", "pagani"}) {
    const api::Result r = run(method, 4, corner, nullptr, nullptr, 1e-3);
    EXPECT_EQ(r.status, CUBOID_CONVERGED) << method << ": " << r.message;
    EXPECT_NEAR(r.value[0], std::pow(1 - 0.36925465891476078, -4), r.error[0]) << method;
  }
}

TEST(Stepping, IsCounted) {
  int calls = 0;
  const auto pole = +[](const int *, const double x[], const int *, double f[], void *userdata) {
    ++*static_cast<int *>(userdata);
    f[0] = 1 / std::hypot(x[0] - 0.5, x[1] - 0.5);
    return 0;
  };
  for (const char *method : {"cuhre", "pagani"}) {
    calls = 0;
    const api::Result r = api::integrate(api::Integrand(2, 1, pole, &calls),
                                         api::Options().set("method", method).set("epsrel", 1e-4));
    EXPECT_EQ(r.neval, calls) << method;
  }
}

// What is not finite beside them either is no single point.
TEST(Stepping, StopsWhereThePointsBesideAreNoBetter) {
  const Function half = [](const double x[]) { return std::sqrt(x[0] - 0.5) + x[1]; };
  for (const char *method : {"cuhre", "pagani"}) {
    const api::Result r = run(method, 2, half, nullptr, nullptr, 1e-3);
    EXPECT_EQ(r.status, CUBOID_NONFINITE) << method << ": " << r.message;
  }
  const api::Result r = run("cuhre", 2, half, nullptr, nullptr, 1e-3);
  EXPECT_NE(r.message.find("not finite"), std::string::npos) << r.message;
  const api::Result zero = run("cuhre", 2, half, nullptr, nullptr, 1e-3, "zero");
  EXPECT_EQ(zero.status, CUBOID_NONFINITE) << zero.message;
  EXPECT_GT(zero.nonfinite, 100);
  EXPECT_FALSE(zero.trusted);
  EXPECT_NEAR(zero.value[0], std::sqrt(0.5) / 3 + 0.25, 0.01);
  EXPECT_NE(r.message.find("set nonfinite to zero, or cut the region there"), std::string::npos)
      << r.message;
}

}  // namespace
