// Cuhre by its name: errors that hold, and what its message says.
#include <gtest/gtest.h>

#include <cmath>
#include <string>

#include "api/handles.hpp"

namespace {

using api::Integrand;
using api::Options;
using api::Result;

int narrow_normal(const int *, const double *x, const int *, double *f, void *) {
  constexpr double width = 1e-4;
  f[0] = std::exp(-x[0] * x[0] / (2 * width * width)) / (width * std::sqrt(2 * M_PI));
  return 0;
}

// A corner of a box, which the first points all miss.
int corner(const int *, const double *x, const int *, double *f, void *) {
  f[0] = x[0] < .2 && x[1] < .1 && x[2] < .1 && x[3] < .2 ? 1 : 0;
  return 0;
}

Options &cuhre(Options &options) {
  return options.set("method", std::string("cuhre")).set("epsabs", 0.).set("epsrel", 1e-3);
}

TEST(Cuhre, FindsANarrowNormalOverTheLine) {
  const double lower[] = {-HUGE_VAL}, upper[] = {HUGE_VAL};
  const Integrand integrand(1, 1, narrow_normal);
  Options options;
  const Result r = api::integrate(integrand, cuhre(options), lower, upper);
  EXPECT_EQ(r.status, CUBOID_CONVERGED) << r.message;
  EXPECT_NEAR(r.value[0], 1, r.error[0]);
  EXPECT_GT(r.error[0], 0);
}

TEST(Cuhre, DoesNotCallAMissedCornerZero) {
  const Integrand integrand(4, 1, corner);
  Options options;
  const Result r = api::integrate(integrand, cuhre(options).set("maxeval", 20000));
  EXPECT_FALSE(r.status == CUBOID_CONVERGED && r.error[0] == 0) << r.message;
}

}  // namespace
