// From the tails of a peak to its top.
#include "algorithm/cubature/ascent.hpp"

#include <cmath>

#include "unit/algorithm/algorithm_support.hpp"

namespace {

using namespace algorithm_test;
using cuboid::algorithm::Ascent;
using cuboid::algorithm::RegionStore;
using cuboid::algorithm::Sight;

/// A peak on a smooth function, and its centre.
constexpr double centre[2] = {.71, .33};
constexpr double width = .004;

void peak_on_wave(const double *x, double *f) {
  const double a = (x[0] - centre[0]) / width;
  const double b = (x[1] - centre[1]) / width;
  f[0] = std::cos(x[0] + x[1]) + std::exp(-.5 * (a * a + b * b));
}

/// Two halves of the square, in none of which the rules see anything.
RegionStore halves(double middle) {
  RegionStore regions(2, 1);
  regions.add(0);
  regions.add(0);
  regions.upper(0)[0] = regions.lower(1)[0] = middle;
  for (const std::int64_t region : {0, 1}) {
    regions.depth(region) = 1;
    cuboid::algorithm::RuleEstimate estimate;
    estimate.error = 1e-12;
    regions.set_estimate(region, 0, estimate);
  }
  return regions;
}

/// Of a point in the tails of the peak, four widths from its top on both axes.
Sight in_tails(std::int64_t region) {
  Sight sight;
  sight.region = region;
  sight.x = {centre[0] - 4 * width, centre[1] + 4 * width};
  sight.height = {std::exp(-16.)};
  sight.amount = {1e-3 * sight.height[0]};
  return sight;
}

TEST(Ascent, ClimbsToTheTop) {
  Integration run(2, 1, peak_on_wave);
  run.task.engine = &run.engine;
  RegionStore regions = halves(.5);
  Ascent ascent(run.task, regions);
  std::vector<Sight> sights{in_tails(1)};
  ascent.climb(sights, Ascent::max_points(2));
  EXPECT_EQ(run.engine.count, ascent.evaluated());
  EXPECT_GT(ascent.evaluated(), 0);
  EXPECT_LE(ascent.evaluated(), Ascent::max_points(2));
  // Four for each sweep: two with lines of four lengths, the best places, and where they meet.
  EXPECT_LE(run.engine.batches, 8);
  ASSERT_EQ(sights.size(), 1u);
  EXPECT_GT(sights[0].height[0], .3);
  EXPECT_NEAR(sights[0].amount[0], 1e-3 * sights[0].height[0], 1e-12);
  EXPECT_NEAR(sights[0].x[0], centre[0], 2 * width);
  EXPECT_NEAR(sights[0].x[1], centre[1], 2 * width);
}

// From places where it is a hundred-thousandth of what it is at the top, and less.
TEST(Ascent, ClimbsFromFarOutInFiveDimensions) {
  constexpr int ndim = 5;
  constexpr double top[ndim] = {.71, .33, .6, .4, .55};
  constexpr double broad = .05;
  const auto squares = [&](const double *x) {
    double sum = 0;
    for (int d = 0; d < ndim; ++d) sum += std::pow((x[d] - top[d]) / broad, 2);
    return sum;
  };
  Integration run(ndim, 1,
                  [&](const double *x, double *f) { f[0] = 1 + std::exp(-.5 * squares(x)); });
  run.task.engine = &run.engine;
  RegionStore regions(ndim, 1);
  regions.add(0);
  cuboid::algorithm::RuleEstimate estimate;
  estimate.error = 1e-12;
  regions.set_estimate(0, 0, estimate);
  int arrived = 0;
  int begun = 0;
  for (std::uint64_t key = 0; begun < 40; ++key) {
    Sight far;
    for (int d = 0; d < ndim; ++d)
      far.x.push_back(top[d] + broad * (6 * cuboid::rule::drawn_fraction(key, d) - 3));
    const double square = squares(far.x.data());
    if (square < 24 || square > 36) continue;
    ++begun;
    far.height = {std::exp(-.5 * square)};
    far.amount = {1e-4 * far.height[0]};
    Ascent ascent(run.task, regions);
    std::vector<Sight> sights{far};
    ascent.climb(sights, Ascent::max_points(ndim));
    EXPECT_LE(ascent.evaluated(), Ascent::max_points(ndim));
    arrived += squares(sights[0].x.data()) < 8 && sights[0].height[0] > .02;
  }
  EXPECT_GE(arrived, 36);
}

// What was seen first stays a sight of its own region.
TEST(Ascent, ArrivesInTheRegionOfTheTop) {
  Integration run(2, 1, peak_on_wave);
  run.task.engine = &run.engine;
  RegionStore regions = halves(centre[0] - 3 * width);
  Ascent ascent(run.task, regions);
  std::vector<Sight> sights{in_tails(0)};
  ascent.climb(sights, Ascent::max_points(2));
  ASSERT_EQ(sights.size(), 2u);
  EXPECT_EQ(sights[0].region, 0);
  EXPECT_EQ(sights[0].height[0], std::exp(-16.));
  EXPECT_EQ(sights[1].region, 1);
  EXPECT_GT(sights[1].height[0], .3);
}

// Nor does it take more points than it is given, or climb where regions know of an error.
TEST(Ascent, StaysWhereItHasNoReasonToClimb) {
  Integration run(2, 1, peak_on_wave);
  run.task.engine = &run.engine;
  RegionStore regions = halves(.5);
  std::vector<Sight> sights{in_tails(1)};
  Ascent poor(run.task, regions);
  poor.climb(sights, 100);
  EXPECT_EQ(poor.evaluated(), 0);
  cuboid::algorithm::RuleEstimate estimate;
  estimate.error = 1;
  regions.set_estimate(1, 0, estimate);
  Ascent informed(run.task, regions);
  informed.climb(sights, Ascent::max_points(2));
  EXPECT_EQ(informed.evaluated(), 0);
}

}  // namespace
