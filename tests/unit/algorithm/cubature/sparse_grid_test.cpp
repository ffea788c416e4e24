// Patterson's rules, the sparse grid of their differences, and native cubature that takes it where
// an integrand is smooth.
#include "algorithm/cubature/sparse_grid.hpp"

#include <cmath>
#include <complex>

#include "rule/patterson.hpp"
#include "support/directory.hpp"
#include "unit/algorithm/algorithm_support.hpp"

namespace {

using namespace algorithm_test;
using cuboid::algorithm::SparseGrid;
using cuboid::algorithm::StateReader;
using cuboid::algorithm::StateWriter;
using cuboid::rule::patterson_levels;
using cuboid::rule::patterson_points;
using cuboid::rule::patterson_rules;

TEST(Patterson, IntegratesMonomials) {
  for (int level = 0; level < patterson_levels; ++level) {
    const int points = patterson_points(level);
    const int degree = points < 11 ? 3 + 4 * level : (3 * points + 1) / 2;
    for (int power = 0; power <= degree; ++power) {
      double sum = 0;
      for (int rule = 0; rule <= level; ++rule)
        for (int i = 0; i < patterson_points(rule); ++i)
          sum += patterson_rules.differences[rule][i] * std::pow(patterson_rules.nodes[i], power);
      EXPECT_NEAR(sum * (power + 1), 1, 4e-15) << points << ' ' << power;
    }
  }
}

SparseGrid::Evaluate values_of(int ndim, int ncomp, const Function &function,
                               std::int64_t *count = nullptr) {
  return [=](std::int64_t npoints, const double *x, double *f) {
    if (count != nullptr) *count += npoints;
    for (std::int64_t i = 0; i < npoints; ++i) function(x + i * ndim, f + i * ncomp);
  };
}

const Function two_waves = [](const double *x, double *f) {
  f[0] = std::cos(x[0] + 2 * x[1] - x[2]);
  f[1] = x[0] * x[1] * std::exp(x[2]);
};

constexpr std::int64_t many = std::int64_t{1} << 40;
const std::vector<double> tolerances{1e-9, 1e-9};

TEST(SparseGrid, TakesUpWhatChangesMost) {
  SparseGrid grid(3, 2);
  std::int64_t count = 0;
  while (grid.npoints() == 0 || grid.error()[0] > 1e-11)
    ASSERT_GT(grid.refine(tolerances, false, many, values_of(3, 2, two_waves, &count)), 0);
  EXPECT_EQ(grid.npoints(), count);
  const std::complex<double> i(0, 1);
  const auto axis = [&](double k) { return (std::exp(i * k) - 1.) / (i * k); };
  EXPECT_NEAR(grid.integral()[0], std::real(axis(1) * axis(2) * axis(-1)), 1e-10);
  EXPECT_NEAR(grid.integral()[1], .25 * (std::exp(1) - 1), 1e-10);
  // Together, and by the second component alone, of which two axes are exact at once.
  SparseGrid product(3, 2);
  for (int step = 0; step < 30; ++step)
    product.refine(std::vector<double>{1, 1e-9}, true, many, values_of(3, 2, two_waves));
  EXPECT_LT(product.npoints(), 60 * 30);
  EXPECT_NEAR(product.integral()[1], .25 * (std::exp(1) - 1), 1e-14);
}

TEST(SparseGrid, IsAsBeforeWhereItCannotGoOn) {
  SparseGrid grid(3, 2);
  const SparseGrid::Evaluate evaluate = values_of(3, 2, two_waves);
  for (int step = 0; step < 2; ++step) grid.refine(tolerances, false, many, evaluate);
  const std::vector<double> integral = grid.integral();
  const std::int64_t npoints = grid.npoints();
  EXPECT_EQ(npoints, grid.first_points() + 3 * 3 * 2 * 2);
  const std::int64_t wanted = grid.refine(tolerances, false, 1, evaluate);
  EXPECT_GT(wanted, 1);
  EXPECT_THROW(
      grid.refine(tolerances, false, many, [](std::int64_t, const double *, double *) { throw 1; }),
      int);
  EXPECT_EQ(grid.npoints(), npoints);
  EXPECT_EQ(grid.integral(), integral);
  EXPECT_EQ(grid.refine(tolerances, false, wanted, evaluate), wanted);
}

TEST(SparseGrid, EndsWithItsRules) {
  SparseGrid grid(1, 1);
  const SparseGrid::Evaluate evaluate =
      values_of(1, 1, [](const double *x, double *f) { f[0] = std::fabs(x[0] - .3); });
  while (grid.refine(std::vector<double>{1e-9}, false, many, evaluate) > 0) continue;
  EXPECT_EQ(grid.npoints(), patterson_points(patterson_levels - 1));
}

/// Its two and five points find what is linear between them, and nothing beyond.
TEST(SparseGrid, GoesOnAlongAnAxisThatItSeesNothingOf) {
  SparseGrid grid(2, 2);
  const SparseGrid::Evaluate evaluate = values_of(2, 2, [](const double *x, double *f) {
    f[0] = std::fabs(x[0] - .97) * std::exp(x[1]);
    f[1] = std::exp(x[1]);
  });
  EXPECT_EQ(grid.level(0), -1);
  while (grid.npoints() == 0 || grid.error()[0] + grid.error()[1] > 1e-9)
    grid.refine(tolerances, false, many, evaluate);
  EXPECT_EQ(grid.level(0), 1);
  EXPECT_GT(grid.level(1), 1);
  EXPECT_TRUE(grid.is_blind(0));
  EXPECT_FALSE(grid.is_blind(1));
  EXPECT_FALSE(grid.is_constant(0));
  const std::int64_t before = grid.npoints();
  const std::int64_t count = grid.refine_along(0, many, evaluate);
  EXPECT_EQ(grid.npoints(), before + count);
  EXPECT_EQ(grid.level(0), 2);
  EXPECT_FALSE(grid.is_blind(0));
  EXPECT_GT(grid.error()[0], 1e-5);
  while (grid.level(0) < patterson_levels - 1) ASSERT_GT(grid.refine_along(0, many, evaluate), 0);
  EXPECT_EQ(grid.refine_along(0, many, evaluate), 0);
}

TEST(SparseGrid, IsBuiltAgainFromItsState) {
  SparseGrid grid(3, 2);
  const SparseGrid::Evaluate evaluate = values_of(3, 2, two_waves);
  for (int step = 0; step < 20; ++step) grid.refine(tolerances, false, many, evaluate);
  StateWriter writer;
  grid.save(writer);
  SparseGrid restored(3, 2), other(2, 2);
  StateReader reader(writer.bytes());
  restored.restore(reader);
  EXPECT_TRUE(reader.at_end());
  for (SparseGrid *one : {&grid, &restored})
    for (int step = 0; step < 20; ++step) one->refine(tolerances, true, many, evaluate);
  EXPECT_EQ(restored.npoints(), grid.npoints());
  EXPECT_EQ(restored.integral(), grid.integral());
  EXPECT_EQ(restored.error(), grid.error());
  StateReader again(writer.bytes());
  EXPECT_THROW(other.restore(again), StateReader::BadState);
}

// What vanishes, or nearly so, along axes through the middle is seen beside it.
TEST(SparseGrid, IsNotDeceivedByTheMiddle) {
  const Function fan = [](const double *x, double *f) {
    f[0] = std::exp(2 * x[0] * (1.84 * (x[1] - .5) - .608 * (x[2] - .5)));
  };
  const Function pole = [](const double *x, double *f) {
    f[0] = 1 / (1 - .5 * x[0] * x[1] * x[2]);
  };
  // int_0^1 sinh(1.84 x) sinh(.608 x) / (1.84 .608 x^2) dx, and the sum of .5^k / (k + 1)^3.
  const std::pair<const Function &, double> known[] = {{fan, 1.237053913588602},
                                                       {pole, 1.074426387216080}};
  for (const auto &[f, value] : known) {
    SparseGrid grid(3, 1);
    while (grid.npoints() == 0 || grid.error()[0] > 1e-8)
      ASSERT_GT(grid.refine(std::vector<double>{1e-8}, false, many, values_of(3, 1, f)), 0);
    EXPECT_NEAR(grid.integral()[0], value, 1e-8);
  }
}

Integration wave_in_four_dimensions() {
  Integration run(
      4, 1, [](const double *x, double *f) { f[0] = std::cos(4 * (x[0] + x[1] + x[2] + x[3])); });
  run.native = true;
  run.task.last_only = true;
  run.probing = cuboid::Probing::standard;
  run.task.goal = {1e-9, 0, 0, 1000000};
  return run;
}

// Regions alone take more than a million.
TEST(SparseTrial, IntegratesWhatIsSmooth) {
  Integration run = wave_in_four_dimensions();
  const Result result = run.cuhre();
  EXPECT_TRUE(result.converged);
  EXPECT_LT(result.neval, 40000);
  EXPECT_EQ(result.neval, run.engine.count);
  const std::complex<double> i(0, 1);
  const double value = std::real(std::pow((std::exp(4. * i) - 1.) / (4. * i), 4));
  EXPECT_NEAR(result.integral[0], value, result.error[0]);
  Integration without = wave_in_four_dimensions();
  without.checks.sparse = false;
  EXPECT_FALSE(without.cuhre().converged);
}

// Once it stands for the regions, its error is that of the result.
TEST(SparseTrial, SaysHowFarItIsUntilItStands) {
  Integration run = wave_in_four_dimensions();
  EXPECT_TRUE(run.cuhre().error_beside.empty());
  run.task.goal.maxeval = 14000;
  const Result part = run.cuhre();
  ASSERT_FALSE(part.converged);
  ASSERT_EQ(part.error_beside.size(), 1u);
  EXPECT_LT(part.error_beside[0], .01 * part.error[0]);
}

TEST(SparseTrial, GoesOnFromItsStateBitForBit) {
  const Result expected = wave_in_four_dimensions().cuhre();
  for (const std::int64_t maxeval : {3000, 6000, 9000, 14000, 20000}) {
    const support::Directory directory;
    Integration run = wave_in_four_dimensions();
    run.statefile = directory.file("state");
    run.task.goal.maxeval = maxeval;
    const Result part = run.cuhre();
    EXPECT_LE(part.neval, maxeval + 1000);
    run.task.goal.maxeval = 1000000;
    const Result rest = run.cuhre();
    EXPECT_EQ(rest.integral, expected.integral) << maxeval;
    EXPECT_EQ(rest.error, expected.error) << maxeval;
    EXPECT_EQ(rest.neval, expected.neval) << maxeval;
  }
}

// Of a ridge along the diagonal from -13 to 13 the grid sees the foot, which is smooth.
TEST(SparseTrial, IsNotBelievedWhereRegionsSeeMore) {
  Integration run(4, 1, [](const double *t, double *f) {
    double sum = 0, squares = 0;
    for (int d = 0; d < 4; ++d) {
      const double x = 26 * t[d] - 13;
      sum += x;
      squares += x * x;
    }
    f[0] = std::exp(-50 * (squares - .99 / 3.97 * sum * sum));
  });
  run.native = true;
  run.task.last_only = true;
  run.probing = cuboid::Probing::standard;
  run.task.goal = {1e-3, 0, 0, 20000};
  EXPECT_FALSE(run.cuhre().converged);
}

// Its points miss the peak, and only a probe would find it.
TEST(SparseTrial, TakesNoPartWithoutProbing) {
  Integration run(3, 1, [](const double *x, double *f) {
    double square = 0;
    for (int d = 0; d < 3; ++d) square += (x[d] - .5) * (x[d] - .5);
    f[0] = std::exp(-625 * square);
  });
  run.native = true;
  run.task.last_only = true;
  run.probing = cuboid::Probing::none;
  run.task.goal = {1e-3, 0, 0, 1000000};
  const Result result = run.cuhre();
  EXPECT_TRUE(result.converged);
  EXPECT_NEAR(result.integral[0], std::pow(M_PI / 625, 1.5), result.error[0]);
}

// A grid that sees a constant does not stand for regions that see more.
TEST(SparseTrial, DoesNotHideWhatRegionsSee) {
  Integration run(2, 1, [](const double *x, double *f) {
    f[0] = 1 + (std::fabs(x[0] - .53) < .02 && std::fabs(x[1] - .47) < .03 ? 3 : 0);
  });
  run.native = true;
  run.task.last_only = true;
  run.probing = cuboid::Probing::standard;
  for (const double epsrel : {1e-3, 1e-6}) {
    run.task.goal = {epsrel, 0, 0, 100000};
    const Result result = run.cuhre();
    EXPECT_LE(std::fabs(result.integral[0] - 1.0072), std::max(result.error[0], 1e-12)) << epsrel;
  }
}

}  // namespace
