// Vegas: estimates, schedule, components, and the grid.
#include "unit/algorithm/algorithm_support.hpp"

namespace {

using namespace algorithm_test;

// Three sides: not farther off than its error allows, accurate enough, and consistent.
TEST(Vegas, IntegratesTheReferenceIntegrals) {
  for (const char *id : {"cuba_demo01", "cuba_demo02", "cuba_demo05", "cuba_demo09", "cuba_demo10",
                         "cuba_demo11", "genz_oscillatory_d05_00", "genz_product_peak_d05_00",
                         "genz_corner_peak_d08_00", "genz_gaussian_d05_00", "genz_c0_d05_00",
                         "gsl_gauss_d03", "gsl_tsuda_d10", "hard_dim1_semiinf", "hard_logsum_d06",
                         "oneloop_box", "vec_gauss_n5_d04", "vec_vegasflow_n3"})
    for (const int seed : {0, 1}) {
      const cuboid_test::ReferenceIntegral &integral = cuboid_test::reference_integral(id);
      Integration run = integration_of(id);
      run.task.goal.maxeval = 300000;
      run.task.goal.epsrel = 0;
      run.options.seed = seed;
      run.options.nstart = 10000;
      run.options.nincrease = 5000;
      const Result result = run.vegas();
      const std::vector<double> prob = result.prob();
      for (std::size_t c = 0; c < integral.value.size(); ++c) {
        EXPECT_LT(std::fabs(result.integral[c] - integral.value[c]), 5 * result.error[c])
            << id << " seed " << seed << " component " << c;
        EXPECT_LT(result.error[c], 0.02 * integral.magnitude) << id;
        EXPECT_LT(prob[c], 1 - 1e-4) << id << " seed " << seed << " component " << c;
      }
    }
}

TEST(Vegas, SamplesGrowFromIterationToIteration) {
  struct Row {
    std::int64_t nstart, nincrease, maxeval, neval, iterations;
  };
  for (const Row &row :
       {Row{1000, 500, 10000, 10000, 5}, Row{1000, 500, 10001, 13500, 6}, Row{1, 0, 10, 10, 10},
        Row{700, 0, 2000, 2100, 3}, Row{1000, -300, 100000, 2200, 4}, Row{5000, 100, 1, 5000, 1}}) {
    Integration run = integration_of("genz_gaussian_d03_00");
    run.task.goal.epsrel = 0;
    run.task.goal.maxeval = row.maxeval;
    run.options.nstart = row.nstart;
    run.options.nincrease = row.nincrease;
    const Result result = run.vegas();
    EXPECT_EQ(result.neval, row.neval) << row.nstart << ' ' << row.nincrease;
    EXPECT_EQ(result.niterations, row.iterations);
    EXPECT_EQ(result.dof, row.iterations - 1);
    EXPECT_EQ(run.engine.count, row.neval);
    EXPECT_FALSE(result.converged);
  }
}

TEST(Vegas, BatchesDoNotChangeTheResult) {
  const auto prepare = [](std::int64_t nbatch) {
    Integration run = integration_of("vec_gauss_n2_d03");
    run.task.goal.epsrel = 0;
    run.task.goal.maxeval = 20000;
    run.options.nbatch = nbatch;
    return run;
  };
  const Result expected = prepare(1000).vegas();
  for (const std::int64_t nbatch : {1, 7, 64, 999, 4096, 1000000})
    expect_same(prepare(nbatch).vegas(), expected, "nbatch " + std::to_string(nbatch));
}

// The mean of all iterations has the weights of the last ones, and last_only has only these.
TEST(Vegas, LastOnlyReportsTheLastIteration) {
  const auto prepare = [](std::int64_t maxeval, bool last_only) {
    Integration run = integration_of("genz_gaussian_d03_00");
    run.task.goal.epsrel = 0;
    run.task.goal.maxeval = maxeval;
    run.task.last_only = last_only;
    return run;
  };
  const Result first = prepare(1, false).vegas();
  const Result second = prepare(2000, true).vegas();
  const Result both = prepare(2000, false).vegas();
  const double w1 = 1 / (first.error[0] * first.error[0]);
  const double w2 = 1 / (second.error[0] * second.error[0]);
  EXPECT_NEAR(both.integral[0], (w1 * first.integral[0] + w2 * second.integral[0]) / (w1 + w2),
              1e-14);
  EXPECT_NEAR(both.error[0], 1 / std::sqrt(w1 + w2), 1e-14);
  const double difference = first.integral[0] - second.integral[0];
  EXPECT_NEAR(both.chi2[0], difference * difference / (1 / w1 + 1 / w2), 1e-10);
}

// The first iteration knows nothing of other components, and those that are multiples of one
// another refine the grid as one of them does.
TEST(Vegas, MultiplesOfOneFunctionHaveMultiplesOfItsResult) {
  const Function one = on_cube(cuboid_test::reference_integral("genz_gaussian_d03_00"));
  for (const int iterations : {1, 8}) {
    const auto prepare = [&](int ncomp) {
      Integration run(3, ncomp, [&one, ncomp](const double *x, double *f) {
        one(x, f);
        for (int c = 1; c < ncomp; ++c) f[c] = std::ldexp(f[0], c);
      });
      run.task.goal.epsrel = 0;
      run.options.nincrease = 0;
      run.task.goal.maxeval = iterations * run.options.nstart;
      return run;
    };
    const Result expected = prepare(1).vegas();
    for (int ncomp = 2; ncomp <= 9; ++ncomp) {
      const Result result = prepare(ncomp).vegas();
      const double tolerance = iterations == 1 ? 0 : 1e-10;
      for (int c = 0; c < ncomp; ++c) {
        const auto at = static_cast<std::size_t>(c);
        EXPECT_NEAR(std::ldexp(result.integral[at], -c), expected.integral[0],
                    tolerance * expected.integral[0]);
        EXPECT_NEAR(std::ldexp(result.error[at], -c), expected.error[0],
                    tolerance * expected.error[0]);
      }
    }
  }
}

TEST(Vegas, WeightsOfASampleAddUpToTheVolume) {
  // Each iteration integrates 1 with the map's Jacobian: exact on the uniform grid, within its
  // error on a refined one.
  Integration run(2, 2, [](const double *x, double *f) {
    f[0] = std::exp(-50 * (x[0] - 0.3) * (x[0] - 0.3));
    f[1] = 1;
  });
  run.task.goal.epsrel = 0;
  run.task.goal.maxeval = 50000;
  run.options.seed = 4;
  run.options.nstart = 5000;
  const Result result = run.vegas();
  EXPECT_NEAR(result.integral[1], 1, 5 * result.error[1]);
}

TEST(Vegas, AConstantIsExactAfterOneIteration) {
  Integration run(4, 1, [](const double *, double *f) { f[0] = 2.5; });
  const Result result = run.vegas();
  EXPECT_TRUE(result.converged);
  EXPECT_EQ(result.neval, run.options.nstart);
  EXPECT_NEAR(result.integral[0], 2.5, 1e-13);
  // The square root of a difference that is rounding.
  EXPECT_LT(result.error[0], 1e-7);
}

TEST(Vegas, MinevalIsReached) {
  Integration run(4, 1, [](const double *, double *f) { f[0] = 2.5; });
  run.task.goal.mineval = 5000;
  EXPECT_GE(run.vegas().neval, 5000);
}

TEST(Vegas, TheGridComesBackAndGoesIn) {
  const auto prepare = [](std::int64_t maxeval) {
    Integration run = integration_of("genz_gaussian_d03_00");
    run.task.goal.epsrel = 0;
    run.task.goal.maxeval = maxeval;
    run.options.nincrease = 0;
    return run;
  };
  Integration first = prepare(10000);
  first.vegas();
  ASSERT_EQ(first.grid.size(), 3u * 128);
  for (std::size_t d = 0; d < 3; ++d) EXPECT_EQ(first.grid[128 * d + 127], 1);
  Integration cold = prepare(1);
  Integration warm = prepare(1);
  warm.grid = first.grid;
  EXPECT_LT(warm.vegas().error[0], 0.5 * cold.vegas().error[0]);
  EXPECT_EQ(warm.grid, first.grid) << "the grid of the last iteration, which was the given one";
}

TEST(Vegas, GridsThatAreNoneAreReplaced) {
  const auto prepare = [] {
    Integration run = integration_of("genz_gaussian_d03_00");
    run.task.goal.maxeval = 5000;
    return run;
  };
  const Result expected = prepare().vegas();
  std::vector<double> falling(3 * 128, 1);
  falling[5] = 0.5;
  falling[6] = 0.25;
  std::vector<double> nan(3 * 128, 1);
  nan[7] = std::numeric_limits<double>::quiet_NaN();
  for (const std::vector<double> &grid : {std::vector<double>(10, 1), falling, nan}) {
    Integration run = prepare();
    run.grid = grid;
    expect_same(run.vegas(), expected);
  }
}

TEST(Vegas, SquaresOfLargeValuesDoNotOverflow) {
  Integration run(2, 1, [](const double *x, double *f) { f[0] = 1e200 * x[0]; });
  const Result result = run.vegas();
  EXPECT_EQ(run.status, 0);
  EXPECT_NEAR(result.integral[0] / 1e200, 0.5, 5 * result.error[0] / 1e200);
}

TEST(Vegas, NoResultIsInfinite) {
  constexpr double most = std::numeric_limits<double>::max();
  Integration run(2, 1, [](const double *, double *f) { f[0] = most; });
  const Result result = run.vegas();
  EXPECT_TRUE(run.status == CUBOID_NONFINITE || std::isfinite(result.integral[0]));
}

TEST(Vegas, MemoryLimitIsHeeded) {
  Integration run(30, 1000, [](const double *, double *f) { std::fill_n(f, 1000, 1.0); });
  run.task.memory_limit = 1000000;
  run.vegas();
  EXPECT_EQ(run.status, CUBOID_OUT_OF_MEMORY);
  EXPECT_EQ(run.engine.batches, 0);
}

TEST(Vegas, OneSampleHasNoVariance) {
  Integration run(2, 1, [](const double *x, double *f) { f[0] = x[0]; });
  run.options.nstart = 1;
  run.options.nincrease = 0;
  run.task.goal.maxeval = 1;
  const Result result = run.vegas();
  EXPECT_FALSE(result.converged);
  EXPECT_EQ(result.integral[0], 0.5);
  EXPECT_TRUE(std::isinf(result.error[0]));
}

// Sobol points as they are keep away from (1, ..., 1), where these have their greatest values.
TEST(Vegas, QuasiRandomPointsMeetTheFarCorner) {
  constexpr int ndim = 10;
  for (const double level : {7.0, 8.0, 9.0, 10.0}) {
    const double height = std::exp(-level);
    Integration run(ndim, 1, [height](const double *x, double *f) {
      double product = 1;
      for (int d = 0; d < ndim; ++d) product *= x[d];
      *f = std::fabs(product - height);
    });
    // -log of the product has the gamma distribution: the part above x is this.
    const auto above = [](double x) {
      double sum = 0, term = std::exp(-x);
      for (int k = 0; k < ndim; term *= x / ++k) sum += term;
      return sum;
    };
    const double mean = std::ldexp(1.0, -ndim);
    const double integral = mean - height + 2 * (height * above(level) - mean * above(2 * level));
    run.native = true;
    run.options.seed = 0;
    run.task.goal.epsrel = 1e-3;
    run.task.goal.maxeval = 200000;
    const Result result = run.vegas();
    EXPECT_LT(std::fabs(result.integral[0] - integral), 3 * result.error[0]) << level;
  }
}

}  // namespace
