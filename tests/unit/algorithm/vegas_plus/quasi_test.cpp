// VEGAS+ with quasi-random points: the error that the spread of the iterations gives.
#include <gtest/gtest.h>

#include <cmath>
#include <vector>

#include "algorithm/common/iterations.hpp"
#include "algorithm/vegas_plus/vegas_plus.hpp"
#include "engine/cpu/samples/samples.hpp"
#include "unit/engine/cpu/samples/samples_support.hpp"

namespace {

using namespace cuboid;
using namespace cuboid::algorithm;
using namespace cuboid::test;

int cusp(const int *ndim, const double *x, const int *, double *f, void *) {
  double sum = 0;
  for (int d = 0; d < *ndim; ++d) sum += std::fabs(x[d] - 0.5);
  f[0] = std::exp(-10 * sum);
  return 0;
}

VegasPlusResult integrate(cuboid_function function, int ndim, std::uint64_t seed, bool quasi,
                          std::int64_t samples, int iterations) {
  engine::SamplesProblem one = problem(ndim, 1, seed);
  one.quasi = quasi;
  engine::cpu::ThreadedSamples engine(one, host(function, ndim), {}, 1);
  VegasPlusTask task;
  task.goal.epsrel = task.goal.epsabs = 0;
  task.samples = samples;
  task.goal.maxeval = samples * iterations;
  VegasPlusResult result(1);
  task.engine = &engine;
  vegas_plus(task, result);
  return result;
}

struct Pulls {
  double mean = 0, width = 0, error = 0;
  int beyond_4 = 0;
};

Pulls pulls(cuboid_function function, int ndim, double value, bool quasi, int seeds) {
  Pulls result;
  for (int seed = 1; seed <= seeds; ++seed) {
    const VegasPlusResult one =
        integrate(function, ndim, static_cast<std::uint64_t>(seed), quasi, 1 << 14, 20);
    EXPECT_TRUE(one.trusted) << one.remark;
    const double pull = (one.integral[0] - value) / one.error[0];
    result.mean += pull / seeds;
    result.width += pull * pull / seeds;
    result.error += one.error[0] / seeds;
    result.beyond_4 += std::fabs(pull) > 4 ? 1 : 0;
  }
  result.width = std::sqrt(result.width);
  return result;
}

TEST(Quasi, ErrorsAreRightAndFarLessThanThoseOfRandomPoints) {
  constexpr int seeds = 60;
  struct Row {
    const char *name;
    cuboid_function function;
    int ndim;
    double value;
  };
  for (const Row &row : {Row{"gaussian", gaussian, 3, gaussian_integral(3)},
                         Row{"cusp", cusp, 5, std::pow((1 - std::exp(-5.0)) / 5, 5)}}) {
    const Pulls quasi = pulls(row.function, row.ndim, row.value, true, seeds);
    EXPECT_LT(std::fabs(quasi.mean), 3.5 / std::sqrt(seeds)) << row.name;
    EXPECT_GT(quasi.width, 0.7) << row.name;
    EXPECT_LT(quasi.width, 1.3) << row.name;
    EXPECT_LE(quasi.beyond_4, 1) << row.name;
    const Pulls random = pulls(row.function, row.ndim, row.value, false, 4);
    EXPECT_LT(4 * quasi.error, random.error) << row.name;
  }
}

IterationEstimate estimate(double integral, double other) {
  IterationEstimate result;
  result.integral = {integral, other};
  result.error = {1, 1};
  result.correlation = {1, 0, 1};
  result.dominance = {0, 0};
  result.samples = 1000;
  return result;
}

TEST(Quasi, TheSpreadOfTheIterationsIsTheErrorIfThereAreEnoughOfThem) {
  const std::vector<double> deviations{1, -2, 0.5, 1.5, -1, -0.5, 2, -1.5, 1, -1};
  Iterations iterations(2, Combination::samples, true);
  VegasPlusResult result(2);
  double squares = 0;
  double products = 0;
  for (std::size_t i = 0; i < deviations.size(); ++i) {
    const double other = deviations[(i + 3) % deviations.size()];
    iterations.add(estimate(100 + 0.01 * deviations[i], 50 + 0.01 * other));
    squares += 1e-4 * deviations[i] * deviations[i];
    products += 1e-4 * deviations[i] * other;
    iterations.combine(result);
    if (i == 5) {
      // Too few: the errors of the iterations, on the safe side.
      EXPECT_NEAR(result.error[0], 1 / std::sqrt(6.0), 1e-12);
    }
  }
  // With equal weights the variance of the mean of n values, times that of Student's distribution.
  const double student = 9.0 / 7;
  EXPECT_NEAR(result.integral[0], 100, 1e-12);
  EXPECT_NEAR(result.error[0], std::sqrt(squares / 90 * student), 1e-9);
  EXPECT_NEAR(result.covariance[1], products / 90 * student, 1e-9);
  EXPECT_LT(result.chi2[0], 0.1);
}

TEST(Quasi, IterationsOfABadMapStayOutThoughFewAreLeft) {
  Iterations iterations(2, Combination::samples, true);
  VegasPlusResult result(2);
  for (int i = 0; i < 10; ++i) {
    const double scatter = i < 4 ? 60 : 0.01;
    const double deviation = i % 2 == 0 ? scatter : -scatter;
    IterationEstimate one = estimate(100 + deviation, 50 - deviation);
    if (i < 4) one.error = {100, 100};
    iterations.add(std::move(one));
  }
  iterations.combine(result);
  EXPECT_EQ(result.left_out, 4);
  EXPECT_NEAR(result.integral[0], 100, 0.01);
  EXPECT_NEAR(result.error[0], 1 / std::sqrt(6.0), 1e-12);

  // With two more of the others there are enough for the spread.
  for (int i = 0; i < 2; ++i) iterations.add(estimate(100, 50));
  iterations.combine(result);
  EXPECT_EQ(result.left_out, 4);
  EXPECT_LT(result.error[0], 0.01);
}

}  // namespace
