// The native Cuhre: what is called converged is right, and the errors of Cuba's routine stay.
#include <cmath>

#include "rule/carried_error.hpp"
#include "rule/cuhre_rule.hpp"
#include "support/directory.hpp"
#include "unit/algorithm/algorithm_support.hpp"

namespace {

using namespace algorithm_test;
using cuboid::rule::carried_by_half;
using cuboid::rule::CarriedError;

Integration judged(int ndim, Function function) {
  Integration run(ndim, 1, std::move(function));
  run.judged = true;
  run.task.last_only = true;
  return run;
}

Function gaussian(int ndim, double width, double background = 0) {
  return [=](const double *x, double *f) {
    double square = 0;
    for (int d = 0; d < ndim; ++d) square += (x[d] - .5) * (x[d] - .5);
    f[0] = background +
           std::exp(-square / (2 * width * width)) / std::pow(width * std::sqrt(2 * M_PI), ndim);
  };
}

TEST(CarriedError, FallsWithTheNullRulesButNeverToNothing) {
  const CarriedError parent{1, 1, 0};
  EXPECT_EQ(carried_by_half({.5, .25, 0}, parent, -.5), .0625);
  EXPECT_EQ(carried_by_half({.5, 2, 0}, parent, .5), .25);
  EXPECT_EQ(carried_by_half({0, 0, 0}, parent, -1), cuboid::rule::least_kept / 2);
  // What the parent carried goes on, also where nothing is seen any more.
  EXPECT_EQ(carried_by_half({0, 0, 0}, {0, 0, 1}, 0), cuboid::rule::least_kept / 2);
  EXPECT_EQ(carried_by_half({1, 1e-17, 0}, {2, 1e-17, 1}, 0), cuboid::rule::least_kept / 2);
}

// The centre of the cube sees the peak, and for some generations no other point does.
TEST(NativeCuhre, KeepsWhatOnlyAParentHasSeen) {
  for (const int ndim : {1, 2, 3, 4})
    for (const double width : {1e-3, 1e-4})
      for (const double background : {0., 1.}) {
        Integration run = judged(ndim, gaussian(ndim, width, background));
        run.task.goal.maxeval = 200000;
        const Result result = run.cuhre();
        if (!result.converged) continue;
        EXPECT_NEAR(result.integral[0], 1 + background, result.error[0])
            << ndim << ' ' << width << ' ' << background;
      }
}

TEST(NativeCuhre, FindsANarrowPeakInTheMiddle) {
  for (const int ndim : {1, 2}) {
    Integration run = judged(ndim, gaussian(ndim, 1e-3, 1));
    run.task.goal.maxeval = 200000;
    const Result result = run.cuhre();
    EXPECT_TRUE(result.converged) << ndim;
    EXPECT_NEAR(result.integral[0], 2, result.error[0]) << ndim;
  }
}

TEST(NativeCuhre, LooksTwiceAtWhatSeemsExact) {
  Integration run = judged(3, gaussian(3, .01, 1));
  run.task.goal.maxeval = 200000;
  EXPECT_GT(run.cuhre().neval, 5000);
}

// A narrow peak beside the points adds less than the accuracy, and the error says so.
TEST(NativeCuhre, LeavesRoomForWhatLiesBetweenThePoints) {
  for (const double epsrel : {1e-3, 1e-9}) {
    Integration run = judged(2, [](const double *x, double *f) {
      const double a = x[0] - .211, b = x[1] - .337;
      f[0] = 1 + std::exp(-(a * a + b * b) / (2 * 2e-3 * 2e-3));
    });
    run.task.goal = {epsrel, 0, 0, 200000};
    const Result result = run.cuhre();
    if (!result.converged) continue;
    EXPECT_NEAR(result.integral[0], 1 + 2 * M_PI * 4e-6, result.error[0]) << epsrel;
    EXPECT_LE(result.error[0], epsrel * result.integral[0]);
  }
}

// Points near the faces see a jump behind the outermost points of the rule.
TEST(NativeCuhre, SeesAJumpNearAFace) {
  for (const int ndim : {2, 3, 5}) {
    Integration run = judged(ndim, [](const double *x, double *f) { f[0] = x[0] < .9995 ? 1 : 3; });
    run.task.goal = {1e-5, 0, 0, 200000};
    const Result result = run.cuhre();
    EXPECT_NEAR(result.integral[0], 1.001, result.error[0]) << ndim;
  }
}

TEST(NativeCuhre, SaysWhatItHasSeen) {
  Integration odd = judged(2, [](const double *x, double *f) {
    f[0] = std::sqrt(std::fabs(x[0] - .3)) - std::sqrt(std::fabs(x[1] - .3));
  });
  EXPECT_NE(odd.cuhre().remark.find("positive and negative parts cancel"), std::string::npos);
  Integration peak = judged(4, gaussian(4, 1e-5));
  EXPECT_NE(peak.cuhre().remark.find("a narrow peak that only few points saw"), std::string::npos);
}

TEST(NativeCuhre, GoesOnFromItsStateBitForBit) {
  const support::Directory directory;
  const auto start = [&] {
    Integration run = judged(3, gaussian(3, .05, 1));
    run.task.goal.epsrel = 1e-9;
    return run;
  };
  Integration whole = start();
  const Result expected = whole.cuhre();
  Integration run = start();
  run.statefile = directory.file("state");
  run.task.goal.maxeval = 10000;
  run.cuhre();
  run.task.goal.maxeval = 50000;
  const Result resumed = run.cuhre();
  EXPECT_EQ(run.engine.count, expected.neval);
  EXPECT_EQ(resumed.integral, expected.integral);
  EXPECT_EQ(resumed.error, expected.error);
  EXPECT_EQ(resumed.remark, expected.remark);
}

// Cuba's numbers do not know of any of this.
TEST(NativeCuhre, LeavesCubasAlone) {
  Integration run(2, 1, gaussian(2, 1e-3));
  run.task.last_only = true;
  const Result result = run.cuhre();
  EXPECT_TRUE(result.remark.empty());
  EXPECT_EQ(result.neval, cuboid::rule::make_cuhre_rule(2, 0).points * (2 * result.nregions - 1));
}

}  // namespace
