// Limits on evaluations and requested accuracies that make little sense.
#include <limits>

#include "calls.hpp"

namespace {

using namespace edge;

constexpr double infinity = std::numeric_limits<double>::infinity();
constexpr double nan = std::numeric_limits<double>::quiet_NaN();

EDGE_SUITE(Accuracy);

TEST_P(Accuracy, OneUnitOfWorkIsDoneWhateverMaxevalIs) {
  for (const long long maxeval : {0LL, -1LL, -20000LL, -2147483648LL})
    for (const int seed : {0, 1}) {
      Arguments a;
      a.integrand = support::peak;
      a.maxeval = maxeval;
      a.seed = seed;
      a.epsrel = 1e-9;
      const Outcome o = run(a);
      EXPECT_TRUE(o.not_converged()) << o.fail << o.why;
      // Divonne's unit is the exploration of the cube with its smallest lattice.
      if (divonne()) {
        EXPECT_LE(o.neval, 100);
      } else {
        EXPECT_EQ(o.neval, cuhre() ? 127 : 1000);
      }
      EXPECT_EQ(o.prob[0], -999);
      EXPECT_TRUE(std::isfinite(o.integral[0]));
      EXPECT_TRUE(std::isfinite(o.error[0]));
    }
}

TEST_P(Accuracy, FirstIterationMayBeLongerThanMaxeval) {
  Arguments a;
  a.nstart = a.nnew = 10000;
  a.maxeval = 100;
  a.epsrel = 1e-12;
  const Outcome o = run(a);
  EXPECT_NEAR(o.integral[0], 0.5, 1e-3);
  if (!divonne()) {
    EXPECT_EQ(o.neval, cuhre() ? 127 : 10000);
  }
}

// Cuba's table of Sobol numbers overflows here, and its points leave the cube.
TEST_P(Accuracy, HugeMaxevalDoesNoHarm) {
  static double least, greatest;
  least = infinity;
  greatest = -infinity;
  std::vector<long long> limits{1LL << 30, (1LL << 31) - 1};
  if (is_long(GetParam())) {
    limits.push_back(1LL << 62);
    limits.push_back(std::numeric_limits<long long>::max());
  }
  for (const long long maxeval : limits) {
    Arguments a;
    a.maxeval = maxeval;
    a.integrand = [](const int *ndim, const double x[], const int *, double f[], void *) {
      for (int d = 0; d < *ndim; ++d) {
        least = std::fmin(least, x[d]);
        greatest = std::fmax(greatest, x[d]);
      }
      f[0] = x[0];
      return 0;
    };
    const Outcome o = run(a);
    EXPECT_EQ(o.fail, 0) << o.why;
    EXPECT_NEAR(o.integral[0], 0.5, 5e-4);
  }
  EXPECT_GT(least, 0);
  EXPECT_LT(greatest, 1);
}

TEST_P(Accuracy, NothingIsAccurateEnoughForZeroOrNegativeGoals) {
  for (const double goal : {0.0, -1.0, -infinity}) {
    Arguments a;
    a.integrand = support::peak;
    a.epsrel = a.epsabs = goal;
    const Outcome o = run(a);
    EXPECT_TRUE(o.not_converged()) << o.fail << o.why;
    EXPECT_GE(o.neval, divonne() ? 0.9 * static_cast<double>(a.maxeval) : a.maxeval);
    EXPECT_NEAR(o.integral[0], support::peak_integral(3), 5 * o.error[0]);
  }
}

TEST_P(Accuracy, NanIsNoGoal) {
  for (const bool relative : {true, false}) {
    Arguments a;
    (relative ? a.epsrel : a.epsabs) = nan;
    const Outcome o = run(a);
    expect_failure(o, CUBOID_BAD_ARGUMENT, 1);
    EXPECT_NE(o.why.find(relative ? "epsrel = nan" : "epsabs = nan"), std::string::npos) << o.why;
  }
}

TEST_P(Accuracy, EverythingIsAccurateEnoughForInfiniteGoals) {
  Arguments a;
  a.integrand = support::peak;
  a.epsrel = infinity;
  expect_result(run(a), 0, 1);
  a.epsrel = 0;
  a.epsabs = infinity;
  expect_result(run(a), 0, 1);
}

// Zero times infinity is NaN, and no comparison with NaN may end as a success.
TEST_P(Accuracy, InfiniteRelativeGoalOfZeroIsNotReached) {
  Arguments a;
  a.integrand = [](const int *, const double x[], const int *, double f[], void *) {
    f[0] = std::fabs(x[0] - 0.5) < 0.2 ? 1 : -1;
    return 0;
  };
  // Regions that lie on one side of the jump seem to be known exactly.
  if (divonne()) a.integrand = support::peak;
  a.epsrel = -infinity;
  a.epsabs = 1e-15;
  a.maxeval = 3000;
  EXPECT_TRUE(run(a).not_converged());
}

TEST_P(Accuracy, MinevalBeyondMaxeval) {
  Arguments a;
  a.integrand = support::peak;
  a.epsrel = 0.1;
  a.maxeval = 10000;
  a.mineval = 1000000;
  const Outcome o = run(a);
  EXPECT_TRUE(vegas() ? o.fail == 0 : o.not_converged()) << o.fail << o.why;
  EXPECT_GE(o.neval, divonne() ? 0.9 * static_cast<double>(a.maxeval) : a.maxeval);
  EXPECT_LT(o.neval, 2 * a.maxeval);
}

TEST_P(Accuracy, NegativeMinevalIsZero) {
  Arguments a, b;
  a.mineval = -5;
  expect_same(run(a), run(b));
}

}  // namespace
