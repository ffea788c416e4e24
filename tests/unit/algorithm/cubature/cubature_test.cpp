// Cuhre: what it counts, when it stops, and what it does with components.
#include <map>

#include "rule/cuhre_rule.hpp"
#include "unit/algorithm/algorithm_support.hpp"

namespace {

using namespace algorithm_test;

// The last null rule has degree 1 with key 7, and 3 or more else: beyond, the error is not zero.
TEST(Cuhre, SeesPolynomialsAtOnce) {
  for (int ndim = 1; ndim <= 10; ++ndim)
    for (const int key : {0, 7, 9}) {
      Integration run(ndim, 1, [=](const double *x, double *f) {
        double sum = 0;
        for (int d = 0; d < ndim; ++d)
          sum += (d + 1) * (key == 7 ? x[d] : x[d] * x[d] * x[(d + 1) % ndim]);
        f[0] = sum + 1;
      });
      run.key = key;
      run.task.last_only = true;
      run.task.goal.mineval = 0;
      const Result result = run.cuhre();
      const double term = key == 7 ? 0.5 : ndim == 1 ? 0.25 : 1 / 6.;
      const double exact = 1 + term * ndim * (ndim + 1) / 2;
      EXPECT_NEAR(result.integral[0], exact, 1e-13 * exact) << ndim << ' ' << key;
      EXPECT_TRUE(result.converged);
      // A result needs more evaluations than one region has.
      const std::int64_t points = cuboid::rule::make_cuhre_rule(ndim, key).points;
      EXPECT_EQ(result.neval, 3 * points);
      EXPECT_EQ(result.nregions, 2);
      EXPECT_EQ(result.dof, 1);
    }
}

// The centre of the cube sees the peak, and no later point does: the errors of the regions are all
// taken away again, and what remains of their sum is rounding.
TEST(Cuhre, ErrorsAreNeverNegative) {
  for (int i = 0; i < 40; ++i) {
    const double width = 1e-4 * (1 + i * 0.137);
    Integration run(1, 1, [=](const double *x, double *f) {
      const double distance = (x[0] - 0.5) / width;
      f[0] = std::exp(-distance * distance / 2) / (width * 2.5);
    });
    run.task.last_only = true;
    run.task.goal = {1e-6, 1e-12, 0, 20000};
    EXPECT_GE(run.cuhre().error[0], 0) << width;
  }
}

TEST(Cuhre, CountsEvaluationsAndStopsAtMaxeval) {
  const std::int64_t points = cuboid::rule::make_cuhre_rule(3, 0).points;
  for (const std::int64_t maxeval :
       {std::int64_t{0}, std::int64_t{1}, points, points + 1, 5 * points, std::int64_t{10000}}) {
    Integration run = integration_of("genz_c0_d03_00");
    run.task.goal.epsrel = 0;
    run.task.goal.maxeval = maxeval;
    const Result result = run.cuhre();
    EXPECT_FALSE(result.converged);
    EXPECT_EQ(result.neval, run.engine.count);
    EXPECT_EQ(result.neval, points * (2 * result.nregions - 1));
    EXPECT_GE(result.neval, maxeval);
    EXPECT_LT(result.neval, std::max(maxeval, std::int64_t{1}) + 2 * points);
  }
}

TEST(Cuhre, MinevalIsReached) {
  Integration run(2, 1, [](const double *x, double *f) { f[0] = x[0]; });
  run.task.goal.mineval = 3000;
  const Result result = run.cuhre();
  EXPECT_TRUE(result.converged);
  EXPECT_GE(result.neval, 3000);
  EXPECT_LT(result.neval, 3000 + 2 * 65);
}

// Components that are multiples of one another by powers of two agree in every bit, and with an
// integration of one of them.
TEST(Cuhre, MultiplesOfOneFunctionHaveMultiplesOfItsResult) {
  const Function one = on_cube(cuboid_test::reference_integral("genz_c0_d03_00"));
  Integration alone(3, 1, one);
  alone.task.goal.epsrel = 1e-5;
  const Result expected = alone.cuhre();
  for (int ncomp = 2; ncomp <= 9; ++ncomp) {
    Integration run(3, ncomp, [&](const double *x, double *f) {
      one(x, f);
      for (int c = 1; c < ncomp; ++c) f[c] = std::ldexp(f[0], c);
    });
    run.task.goal.epsrel = 1e-5;
    const Result result = run.cuhre();
    EXPECT_EQ(result.neval, expected.neval);
    for (int c = 0; c < ncomp; ++c) {
      const auto at = static_cast<std::size_t>(c);
      EXPECT_EQ(result.integral[at], std::ldexp(expected.integral[0], c)) << ncomp << ' ' << c;
      EXPECT_EQ(result.error[at], std::ldexp(expected.error[0], c)) << ncomp << ' ' << c;
    }
  }
}

TEST(Cuhre, ConvergedMeansEveryComponent) {
  Integration run = integration_of("vec_vegasflow_n3");
  run.task.goal.epsrel = 1e-8;
  run.task.goal.maxeval = 1000000;
  run.task.last_only = true;
  const Result result = run.cuhre();
  ASSERT_TRUE(result.converged);
  const auto &exact = cuboid_test::reference_integral("vec_vegasflow_n3").value;
  for (std::size_t c = 0; c < exact.size(); ++c) {
    EXPECT_LE(result.error[c], 1e-8 * result.integral[c]);
    EXPECT_NEAR(result.integral[c], exact[c], result.error[c]);
  }
}

TEST(Cuhre, SquaresOfLargeErrorsDoNotOverflow) {
  Integration run(2, 1,
                  [](const double *x, double *f) { f[0] = x[0] < 0.5 ? 1e308 : 1e308 * x[1]; });
  // The mean over the steps needs the squares of the errors.
  const Result result = run.cuhre();
  EXPECT_EQ(run.status, 0);
  EXPECT_NEAR(result.integral[0] / 1e308, 0.75, result.error[0] / 1e308);
  run.task.last_only = true;
  run.cuhre();
  EXPECT_EQ(run.status, 0) << "large values alone do not overflow";
  Integration large(2, 1,
                    [](const double *x, double *f) { f[0] = x[0] < 0.5 ? 1.7e308 : -1.7e308; });
  large.cuhre();
  EXPECT_EQ(large.status, CUBOID_NONFINITE);
}

TEST(Cuhre, MemoryLimitLeavesTheResultSoFar) {
  Integration run = integration_of("genz_c0_d03_00");
  run.task.goal.epsrel = 0;
  run.task.goal.maxeval = 1000000;
  run.task.memory_limit = 20000;
  const Result result = run.cuhre();
  EXPECT_EQ(run.status, CUBOID_OUT_OF_MEMORY);
  EXPECT_FALSE(result.converged);
  EXPECT_GT(result.nregions, 10);
  EXPECT_EQ(result.neval, run.engine.count);
  const double exact = cuboid_test::reference_integral("genz_c0_d03_00").value[0];
  EXPECT_NEAR(result.integral[0], exact, 0.1 * exact);
}

TEST(Cuhre, FailureOfTheEngineLeavesTheResultSoFar) {
  Integration run = integration_of("genz_c0_d03_00");
  run.task.goal.epsrel = 0;
  run.task.last_only = true;
  run.engine.cancel_at = 20;
  const Result cancelled = run.cuhre();
  EXPECT_EQ(run.status, CUBOID_CANCELLED);
  Integration shorter = integration_of("genz_c0_d03_00");
  shorter.task.goal.epsrel = 0;
  shorter.task.last_only = true;
  shorter.task.goal.maxeval = 19 * 127;
  const Result expected = shorter.cuhre();
  EXPECT_EQ(cancelled.integral, expected.integral);
  EXPECT_EQ(cancelled.error, expected.error);
  EXPECT_EQ(cancelled.nregions, expected.nregions);
}

}  // namespace
