// The method lattice as its users see it: what cannot be had, and integrands that it is not for.
#include <cmath>
#include <limits>

#include "handles.hpp"

namespace {

using api::Integrand;
using api::Result;

class LatticeCalls : public testing::Test {
 protected:
  LatticeCalls() {
    options_.set("method", std::string("lattice")).set("seed", 1).set("epsrel", 1e-4);
  }
  Result run(int ndim, cuboid_function function) {
    return api::integrate(Integrand(ndim, 1, function), options_);
  }
  api::Options options_;
};

bool has(const Result &r, const char *text) {
  return r.message.find(text) != std::string::npos;
}

TEST_F(LatticeCalls, RefuseMorePointsThanMaxevalAllows) {
  options_.set("lattice_points", 1000003).set("maxeval", 50000);
  const Result r = run(3, support::peak);
  EXPECT_EQ(r.status, CUBOID_BAD_ARGUMENT);
  EXPECT_TRUE(has(r,
                  "lattice_points = 1000003 in 10 shifts are more evaluations than maxeval = "
                  "50000 allows"))
      << r.message;
  EXPECT_TRUE(std::isnan(r.value[0]));
}

TEST_F(LatticeCalls, EndWithTheNumberOfPointsAskedFor) {
  options_.set("lattice_points", 30000).set("maxeval", 2000000).set("epsrel", 0.0);
  const Result r = run(4, support::peak);
  EXPECT_TRUE(has(r, "; 29989 points in each of ")) << r.message;
  EXPECT_NEAR(r.value[0], support::peak_integral(4), 4 * r.error[0]);
}

TEST_F(LatticeCalls, RefuseShiftsAndDimensionsThatCannotBeHad) {
  EXPECT_EQ(cuboid_options_set_integer(options_.get(), "shifts", 9), CUBOID_BAD_ARGUMENT);
  EXPECT_EQ(cuboid_options_set_integer(options_.get(), "shifts", 33), CUBOID_BAD_ARGUMENT);
  const Result r = run(65, support::peak);
  EXPECT_EQ(r.status, CUBOID_BAD_NDIM);
  EXPECT_TRUE(has(r, "ndim = 65 must be between 1 and 64")) << r.message;
}

TEST_F(LatticeCalls, SayThatAnIntegrandJumps) {
  const Result r = run(5, [](const int *, const double *x, const int *, double *f, void *) {
    double sum = 0;
    for (int d = 0; d < 5; ++d) sum += (x[d] - 0.4) * (x[d] - 0.4);
    f[0] = sum < 0.3 ? 1 : 0;
    return 0;
  });
  EXPECT_EQ(r.status, CUBOID_NOT_CONVERGED);
  EXPECT_TRUE(has(r, "the integrand has jumps or peaks that the lattice does not resolve"))
      << r.message;
}

// The transforms crowd points at the ends; none of them lies there.
TEST_F(LatticeCalls, NeverTouchTheEnds) {
  for (const char *transform : {"none", "baker", "korobov1", "korobov2", "korobov3"}) {
    options_.set("transform", std::string(transform));
    const Result r = run(3, [](const int *, const double *x, const int *, double *f, void *) {
      const bool end = x[0] <= 0 || x[1] >= 1 || x[2] <= 0 || x[2] >= 1;
      f[0] = end ? NAN : 1 + x[0] * x[1];
      return 0;
    });
    EXPECT_EQ(r.status, CUBOID_CONVERGED) << r.message;
    EXPECT_NEAR(r.value[0], 1.25, 5 * r.error[0]);
  }
}

TEST_F(LatticeCalls, NameAPointNextToAnEndThatIsNotFinite) {
  const Result r = run(2, [](const int *, const double *x, const int *, double *f, void *) {
    f[0] = x[1] < 1e-3 ? NAN : 1;
    return 0;
  });
  EXPECT_EQ(r.status, CUBOID_NONFINITE);
  EXPECT_TRUE(has(r, "component 1 is nan at x = (")) << r.message;
  EXPECT_TRUE(std::isnan(r.value[0]));
}

TEST_F(LatticeCalls, IntegrateConstantsZeroAndPeriodicFunctions) {
  const Result constant = run(4, [](const int *, const double *, const int *, double *f, void *) {
    f[0] = 3;
    return 0;
  });
  EXPECT_EQ(constant.status, CUBOID_CONVERGED);
  EXPECT_NEAR(constant.value[0], 3, 1e-14);
  const Result zero = run(4, [](const int *, const double *, const int *, double *f, void *) {
    f[0] = 0;
    return 0;
  });
  EXPECT_EQ(zero.status, CUBOID_CONVERGED);
  EXPECT_EQ(zero.value[0], 0);
  const Result periodic = run(4, [](const int *, const double *x, const int *, double *f, void *) {
    f[0] = 1 + std::sin(2 * M_PI * (x[0] + x[1])) * std::cos(2 * M_PI * (x[2] - x[3]));
    return 0;
  });
  EXPECT_EQ(periodic.status, CUBOID_CONVERGED);
  EXPECT_NEAR(periodic.value[0], 1, 1e-8);
  EXPECT_TRUE(has(periodic, "transform none")) << periodic.message;
}

TEST_F(LatticeCalls, IntegrateWhatIsInfiniteAtACorner) {
  options_.set("epsrel", 1e-3);
  const Result r = run(3, [](const int *, const double *x, const int *, double *f, void *) {
    f[0] = 1 / (x[0] + x[1] + x[2]);
    return 0;
  });
  EXPECT_EQ(r.status, CUBOID_CONVERGED) << r.message;
  // By the density of the sum of the coordinates, a quadratic spline.
  EXPECT_NEAR(r.value[0], 4.5 * std::log(3.0) - 6 * std::log(2.0), 4 * r.error[0]);
  EXPECT_LE(r.error[0], 1e-3 * r.value[0]);
}

}  // namespace
