// The parts of Divonne: samples, the border, the search for extremes, and the cuts.
#include <algorithm>
#include <cmath>
#include <limits>
#include <memory>

#include "cuba/divonne/cuts.hpp"
#include "cuba/divonne/descent.hpp"
#include "cuba/divonne/evaluations.hpp"
#include "cuba/divonne/inquiry.hpp"
#include "cuba/divonne/sampler.hpp"
#include "unit/cuba/divonne/divonne_support.hpp"

namespace {

using namespace cuboid::algorithm::divonne_detail;
using divonne_test::Integrand;
using divonne_test::TestEngine;

/// Evaluations of an integrand, outside of an integration.
struct Bench {
  Bench(int ndim, int ncomp, Integrand integrand, double border = 0)
      : engine(ndim, ncomp, std::move(integrand)) {
    task.ndim = ndim;
    task.ncomp = ncomp;
    task.goal.maxeval = 1000000;
    task.engine = &engine;
    evaluations = std::make_unique<Evaluations>(task, border, count);
  }
  TestEngine engine;
  cuboid::algorithm::Task task;
  std::int64_t count = 0;
  std::unique_ptr<Evaluations> evaluations;
};

Box cube(std::size_t ndim, double lower = 0, double upper = 1) {
  return {Coordinates(ndim, lower), Coordinates(ndim, upper)};
}

RegionSample sample_of(Bench &bench, Sampler &sampler, const Box &box, Extremes &extremes) {
  return sampler.sample(Phase::main, {&box}, {&extremes}, *bench.evaluations).front();
}

// ---- samples ----

TEST(Sampler, IntegratesConstantsExactlyWithEveryKey) {
  for (const int ndim : {1, 2, 3, 5, 40})
    for (const int key : {0, 1, 7, 9, 11, 13, 47, 200, 5000, -1, -50, -1000})
      for (const int seed : {0, 5})
        for (const int lattices : {1, 2}) {
          if (is_rule(key, ndim) && ndim > 20) continue;
          Bench bench(ndim, 2, [](const double *, double *f) {
            f[0] = 3;
            f[1] = -2;
          });
          RandomPoints random(ndim, seed, 0);
          const auto sampler = make_sampler(bench.task, key, 47, 1000000, lattices, random);
          const Box box = cube(static_cast<std::size_t>(ndim), 0.25, 0.75);
          Extremes extremes(box.ndim(), 2);
          const RegionSample sample = sample_of(bench, *sampler, box, extremes);
          const double volume = std::pow(0.5, ndim);
          const double scale = is_rule(key, ndim) ? 1e-9 : 1e-13;
          EXPECT_NEAR(sample.estimate[0].integral, 3 * volume, scale * volume) << key;
          EXPECT_NEAR(sample.estimate[1].integral, -2 * volume, scale * volume) << key;
          if (!is_rule(key, ndim)) {
            EXPECT_EQ(sample.estimate[0].error, 0);
          }
          EXPECT_EQ(bench.count, sampler->points());
          EXPECT_EQ(bench.engine.evaluations(), sampler->points());
          EXPECT_EQ(extremes.range(1).low, -2);
          EXPECT_EQ(extremes.range(1).high, -2);
        }
}

TEST(Sampler, HasTheNumberOfPointsThatTheKeyAsksFor) {
  Bench bench(4, 1, [](const double *, double *f) { *f = 1; });
  RandomPoints random(4, 1, 0);
  auto points = [&](int key, std::int64_t base, std::int64_t most, int lattices) {
    return make_sampler(bench.task, key, base, most, lattices, random)->points();
  };
  EXPECT_EQ(points(47, 47, 1000, 1), 24);
  EXPECT_EQ(points(1, 47, 1000, 1), 24);
  EXPECT_EQ(points(0, 47, 1000, 1), 24);
  EXPECT_EQ(points(11, 47, 10000, 1), 261);  // 517 points, the lattice has 521
  EXPECT_EQ(points(-100, 47, 1000, 1), 100);
  EXPECT_EQ(points(-2, 300, 1000, 1), 600);
  EXPECT_EQ(points(-2, 300, 500, 1), 500);
  EXPECT_EQ(points(9, 47, 1000, 1), 153);
  EXPECT_EQ(points(100000, 47, 1000000, 1), 4845);
  EXPECT_EQ(points(std::numeric_limits<int>::min(), 47, 1000, 1), 1000);
  EXPECT_LE(points(200, 47, 1000, 2), 108);
}

TEST(Sampler, LatticesAreNearlyExactForLinearFunctions) {
  Bench bench(3, 1, [](const double *x, double *f) { *f = x[0] + 2 * x[1] - 5 * x[2]; });
  RandomPoints random(3, 0, 0);
  for (const int key : {47, 200, 1000}) {
    const auto sampler = make_sampler(bench.task, key, 47, 100000, 1, random);
    const Box box = cube(3);
    Extremes extremes(3, 1);
    const double integral = sample_of(bench, *sampler, box, extremes).estimate[0].integral;
    EXPECT_NEAR(integral, -1, 0.3 / std::pow(sampler->effective(), 2));
  }
  EXPECT_GT(bench.engine.min_x, 0);
  EXPECT_LT(bench.engine.largest_x, 1);
}

TEST(Sampler, AStandardSampleCountsItsLastPoint) {
  Bench bench(2, 1, [](const double *x, double *f) { *f = x[0]; });
  RandomPoints random(2, 0, 0), again(2, 0, 0);
  const auto sampler = make_sampler(bench.task, -63, 47, 1000, 1, random);
  const Box box = cube(2);
  Extremes extremes(2, 1);
  const double integral = sample_of(bench, *sampler, box, extremes).estimate[0].integral;
  std::vector<double> x(2 * 63);
  again.fill(63, x.data());
  double sum = 0;
  for (int i = 0; i < 63; ++i) sum += x[static_cast<std::size_t>(2 * i)];
  EXPECT_NEAR(integral, sum / 63, 1e-14);
}

TEST(Sampler, ErrorOfRandomPointsIsTheirDeviation) {
  double squares = 0, variances = 0;
  constexpr int runs = 400;
  for (int seed = 1; seed <= runs; ++seed) {
    Bench bench(2, 1, [](const double *x, double *f) { *f = std::exp(x[0] * x[1]); });
    RandomPoints random(2, seed, 0);
    const auto sampler = make_sampler(bench.task, -100, 47, 1000, 1, random);
    const Box box = cube(2);
    Extremes extremes(2, 1);
    const Estimate estimate = sample_of(bench, *sampler, box, extremes).estimate[0];
    const double deviation = estimate.integral - 1.3179021514544038;  // sum of 1/(k k!)
    squares += deviation * deviation;
    variances += estimate.error * estimate.error;
  }
  EXPECT_NEAR(squares / variances, 1, 0.3);
}

TEST(Sampler, PiecesDoNotChangeASample) {
  // With 1024 components, a piece has about a thousand points; with one, all of them.
  auto wave = [](const double *x, double *f, int ncomp) {
    for (int c = 0; c < ncomp; ++c) f[c] = std::sin(10 * x[0] + x[1]);
  };
  for (const int key : {3000, -3000}) {
    double integral[2];
    for (const int ncomp : {1, 1024}) {
      Bench bench(2, ncomp, [&](const double *x, double *f) { wave(x, f, ncomp); });
      RandomPoints random(2, 7, 0);
      const auto sampler = make_sampler(bench.task, key, 47, 100000, 2, random);
      const Box box = cube(2);
      Extremes extremes(2, static_cast<std::size_t>(ncomp));
      integral[ncomp > 1] = sample_of(bench, *sampler, box, extremes).estimate[0].integral;
      EXPECT_EQ(bench.engine.largest_batch<sampler->points(), ncomp> 1);
    }
    EXPECT_EQ(integral[0], integral[1]);
  }
}

TEST(Sampler, BatchesAreNoLargerThanPays) {
  constexpr std::int64_t in_cache = (1 << 15) / 9;  // points of 8 coordinates and a value
  double integral[2];
  for (const bool many : {false, true}) {
    Bench bench(8, 1, [](const double *x, double *f) { *f = std::exp(x[0] * x[7]); });
    bench.engine.worthwhile = many ? 10000 : 256;
    RandomPoints random(8, 7, 0);
    const auto sampler = make_sampler(bench.task, 10000, 47, 100000, 2, random);
    const Box box = cube(8);
    Extremes extremes(8, 1);
    integral[many] = sample_of(bench, *sampler, box, extremes).estimate[0].integral;
    EXPECT_EQ(bench.engine.largest_batch, many ? sampler->points() : in_cache);
  }
  EXPECT_EQ(integral[0], integral[1]);
}

// ---- border ----

TEST(Evaluations, ExtrapolatesLinearFunctionsExactly) {
  Bench bench(
      3, 2,
      [](const double *x, double *f) {
        f[0] = 1 + x[0] - 2 * x[1] + 3 * x[2];
        f[1] = x[1];
      },
      0.1);
  const std::vector<double> x{0, 0.5, 1, 0.5, 0.5, 0.5, 0.05, 1, 0.3};
  std::vector<double> f(6);
  bench.evaluations->evaluate_extrapolated(Phase::partitioning, 3, x.data(), f.data());
  EXPECT_NEAR(f[0], 3, 1e-12);
  EXPECT_NEAR(f[1], 0.5, 1e-12);
  EXPECT_NEAR(f[2], 2, 1e-12);
  EXPECT_NEAR(f[4], -0.05, 1e-12);
  EXPECT_NEAR(f[5], 1, 1e-12);
  EXPECT_EQ(bench.count, 5);
  EXPECT_GE(bench.engine.min_x, 0.1);
  EXPECT_LE(bench.engine.largest_x, 0.9);
}

// ---- search ----

/// The range that searches from the middle and a little beside it find.
Range searched(Bench &bench, const Box &box, std::vector<double> start) {
  const std::size_t ndim = box.ndim();
  Extremes extremes(ndim, 1);
  std::vector<double> x = start;
  x.insert(x.end(), start.begin(), start.end());
  for (std::size_t d = 0; d < ndim; ++d) x[ndim + d] += 1e-3 * box.width(d);
  std::vector<double> f(2);
  bench.evaluations->evaluate(Phase::partitioning, 2, x.data(), f.data());
  extremes.note(2, x.data(), f.data());
  std::vector<double> room(2 * (1 + Descent::rows) * ndim);
  const Descent::Bounds bounds = Descent::bounds_of(box, true, room.data());
  Descent down(bounds, 0, Descent::Direction::down, extremes, &room[2 * ndim]);
  Descent up(bounds, 0, Descent::Direction::up, extremes, &room[(2 + Descent::rows) * ndim]);
  answer_all({&down, &up}, Phase::partitioning, *bench.evaluations);
  return extremes.range(0);
}

TEST(Descent, FindsCornersOfMonotonousFunctions) {
  for (const std::size_t ndim : {1, 2, 5, 10}) {
    Bench bench(static_cast<int>(ndim), 1, [ndim](const double *x, double *f) {
      *f = 1;
      for (std::size_t d = 0; d < ndim; ++d) *f *= d % 2 ? 2 - x[d] : 1 + x[d];
    });
    const Range range = searched(bench, cube(ndim), std::vector<double>(ndim, 0.5));
    EXPECT_NEAR(range.low, 1, 0.01);
    EXPECT_NEAR(range.high, std::pow(2, ndim), 0.01 * std::pow(2, ndim));
    EXPECT_LE(bench.count, static_cast<std::int64_t>(8 * ndim + 20));
  }
}

TEST(Descent, FindsPeaksFromFarDownTheirSides) {
  for (const double width : {0.3, 0.1, 0.03}) {
    Bench bench(3, 1, [width](const double *x, double *f) {
      double sum = 0;
      for (int d = 0; d < 3; ++d) sum += std::pow((x[d] - 0.3 - 0.1 * d) / width, 2);
      *f = std::exp(-sum);
    });
    const Range range = searched(bench, cube(3), {0.7, 0.8, 0.6});
    EXPECT_GT(range.high, 0.9) << width;
    EXPECT_LE(range.high, 1);
  }
}

TEST(Descent, FindsTheBottomOfAValley) {
  Bench bench(4, 1, [](const double *x, double *f) {
    *f = 0;
    for (int d = 0; d < 4; ++d) *f += (d + 1) * std::pow(x[d] - 0.2 * (d + 1), 2);
  });
  const Range range = searched(bench, cube(4), {0.9, 0.1, 0.2, 0.3});
  EXPECT_LT(range.low, 0.1);
}

TEST(Descent, StaysInsideAndWithinItsBudget) {
  const Box box{{0, 0.5}, {0.5, 1}};
  Bench bench(2, 1, [](const double *x, double *f) {
    *f = std::sin(1000 * x[0]) * std::cos(1234 * x[1]) + (x[0] > 0.3);
  });
  searched(bench, box, {0.25, 0.75});
  EXPECT_LE(bench.count, 2 + 2 * 50 * 2);
  EXPECT_GT(bench.engine.min_x, 0);
  EXPECT_LT(bench.engine.largest_x, 1);
}

TEST(Descent, EndsOnConstantsInfinitiesAndNan) {
  for (const double beyond : {1.0, std::numeric_limits<double>::infinity(),
                              std::numeric_limits<double>::quiet_NaN(), 1e300, -1e308}) {
    Bench bench(3, 1, [beyond](const double *x, double *f) { *f = x[0] > 0.6 ? beyond : 1; });
    searched(bench, cube(3), {0.5, 0.5, 0.5});
    EXPECT_LE(bench.count, 2 + 2 * 50 * 3);
    for (const double scale : {1e-300, 1e150, 1e308}) {
      Bench steep(3, 1, [&](const double *x, double *f) { *f = scale * (x[0] - 0.4) * beyond; });
      searched(steep, cube(3), {0.5, 0.5, 0.5});
      EXPECT_LE(steep.count, 2 + 2 * 50 * 3);
    }
  }
}

// ---- cuts ----

/// A region whose extremes are known.
Region region_with(const Box &box, double integral, Range range, Coordinates lowest,
                   Coordinates highest) {
  Region region;
  region.box = box;
  region.first = {{integral, 0, 0}};
  region.range = {range};
  region.lowest = std::move(lowest);
  region.highest = std::move(highest);
  return region;
}

std::vector<Box> parts_of(Bench &bench, const Region &region) {
  Cuts cuts(region);
  answer_all({&cuts}, Phase::partitioning, *bench.evaluations);
  EXPECT_TRUE(cuts.ended());
  return cuts.parts();
}

void expect_partition(const std::vector<Box> &parts, const Box &whole) {
  double volume = 0;
  for (std::size_t i = 0; i < parts.size(); ++i) {
    volume += parts[i].volume();
    for (std::size_t d = 0; d < whole.ndim(); ++d) {
      EXPECT_GE(parts[i].lower[d], whole.lower[d]);
      EXPECT_LE(parts[i].upper[d], whole.upper[d]);
      EXPECT_LT(parts[i].lower[d], parts[i].upper[d]);
    }
    for (std::size_t j = 0; j < i; ++j) {
      bool apart = false;
      for (std::size_t d = 0; d < whole.ndim(); ++d)
        apart = apart || parts[i].lower[d] >= parts[j].upper[d] ||
                parts[j].lower[d] >= parts[i].upper[d];
      EXPECT_TRUE(apart);
    }
  }
  EXPECT_NEAR(volume, whole.volume(), 1e-12 * whole.volume());
}

TEST(Cuts, EncloseAPeakAtEqualValues) {
  Bench bench(2, 1, [](const double *x, double *f) {
    *f = std::exp(-20 * (std::pow(x[0] - 0.5, 2) + std::pow(x[1] - 0.4, 2)));
  });
  const Box box = cube(2);
  const Region region = region_with(box, 0.15, {0, 1}, {1, 1}, {0.5, 0.4});
  const std::vector<Box> parts = parts_of(bench, region);
  expect_partition(parts, box);
  ASSERT_GE(parts.size(), 4U);
  const Box &inner = parts.back();
  EXPECT_TRUE(inner.contains(region.highest.data()));
  // The value on the cuts is that of the level that belongs to the volume.
  const double level = inner.volume();
  for (const double distance : {0.5 - inner.lower[0], inner.upper[0] - 0.5})
    EXPECT_NEAR(std::exp(-20 * distance * distance), level, 0.15);
}

TEST(Cuts, LeaveOutAxesThatDoNotMatter) {
  Bench bench(5, 1, [](const double *x, double *f) { *f = std::exp(-10 * x[2]); });
  const Box box = cube(5);
  Coordinates high(5, 0.5), low(5, 0.5);
  high[2] = 0;
  low[2] = 1;
  const std::vector<Box> parts =
      parts_of(bench, region_with(box, 0.1, {std::exp(-10), 1}, low, high));
  expect_partition(parts, box);
  ASSERT_EQ(parts.size(), 2U);
  EXPECT_LT(parts[1].upper[2], 1);
}

TEST(Cuts, HalveWhereThereIsNothingToGoBy) {
  Bench constant(3, 1, [](const double *, double *f) { *f = 2; });
  Box box = cube(3);
  box.upper[1] = 0.25;
  box.upper[0] = 0.5;
  const Region region = region_with(box, 0.25, {2, 2}, {0, 0, 0}, {0, 0, 0});
  std::vector<Box> parts = parts_of(constant, region);
  expect_partition(parts, box);
  ASSERT_EQ(parts.size(), 2U);
  EXPECT_EQ(parts[0].lower[2], 0.5);
  Bench bent(3, 1, [](const double *x, double *f) { *f = std::fabs(x[1] - 0.125) > 0.1; });
  parts = parts_of(bent, region);
  EXPECT_EQ(parts[0].lower[1], 0.125);
}

TEST(Cuts, SurviveAnyValues) {
  const double inf = std::numeric_limits<double>::infinity();
  for (const Range range :
       {Range{-inf, inf}, Range{0, inf}, Range{0, 1e-320}, Range{-1e308, 1e308}})
    for (const double value : {0.0, 1e-320, 1e308, inf, std::nan("")}) {
      Bench bench(2, 1, [value](const double *x, double *f) { *f = x[0] > 0.4 ? value : 0; });
      const Box box = cube(2);
      const Region region = region_with(box, 0.1, range, {0.1, 0.1}, {0.8, 0.7});
      expect_partition(parts_of(bench, region), box);
    }
}

}  // namespace
