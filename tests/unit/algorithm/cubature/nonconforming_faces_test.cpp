// What small regions have resolved may run on behind their faces.
#include "algorithm/cubature/nonconforming_faces.hpp"

#include <cmath>
#include <random>

#include "unit/algorithm/algorithm_support.hpp"

namespace {

using namespace algorithm_test;
using cuboid::algorithm::NonconformingFaces;
using cuboid::algorithm::RegionStore;
using cuboid::algorithm::RegionTree;
using cuboid::algorithm::Sight;

/// The number of the upper half; the lower one keeps that of the region.
std::int64_t bisect(RegionStore &regions, std::int64_t region, int axis) {
  const double middle = .5 * (regions.lower(region)[axis] + regions.upper(region)[axis]);
  const std::int64_t upper = regions.add(region);
  regions.upper(region)[axis] = regions.lower(upper)[axis] = middle;
  regions.depth(upper) = ++regions.depth(region);
  return upper;
}

/// The square, bisected along both axes in turn around a place to the right of its middle.
RegionStore around(const double *place, int bisections) {
  RegionStore regions(2, 1);
  std::int64_t region = regions.add(0);
  for (int i = 0; i < bisections; ++i) {
    const int axis = i % 2;
    const std::int64_t upper = bisect(regions, region, axis);
    if (place[axis] >= regions.lower(upper)[axis]) region = upper;
  }
  return regions;
}

void set_errors(RegionStore &regions, double error) {
  cuboid::algorithm::RuleEstimate estimate;
  estimate.error = error;
  for (std::int64_t region = 0; region < regions.size(); ++region)
    regions.set_estimate(region, 0, estimate);
}

constexpr double centre[2] = {.503, .77};
constexpr double width = 1e-3;

/// A peak, three of whose widths lie between it and the middle of the square.
void peak(const double *x, double *f) {
  const double a = (x[0] - centre[0]) / width;
  const double b = (x[1] - centre[1]) / width;
  f[0] = 1 + std::exp(-.5 * (a * a + b * b));
}

TEST(RegionTree, FindsTheRegionOfAPlace) {
  RegionStore regions = around(centre, 17);
  const RegionTree tree(regions, 2);
  for (std::int64_t region = 0; region < regions.size(); ++region) {
    const double *const lower = regions.lower(region);
    const double *const upper = regions.upper(region);
    const double inside[2] = {.25 * lower[0] + .75 * upper[0], .5 * (lower[1] + upper[1])};
    EXPECT_EQ(tree.region_at(inside), region);
    EXPECT_EQ(tree.region_at({lower, 2}), region);
  }
}

// What lies between two neighbouring numbers cannot be told apart.
TEST(RegionTree, EndsWhereNumbersDo) {
  const double place[2] = {1. / 3, 1. / 3};
  RegionStore regions = around(place, 120);
  const RegionTree tree(regions, 2);
  const double far[2] = {.9, .9};
  EXPECT_EQ(regions.lower(tree.region_at(far))[0], .5);
}

struct Followed {
  std::vector<Sight> sights;
  std::int64_t evaluated;  ///< as the faces say
  std::int64_t points;     ///< as the integrand has seen them
};

/// least: that matters.
Followed followed_around_the_peak(double least) {
  RegionStore regions = around(centre, 16);
  set_errors(regions, 1e-12);
  Integration run(2, 1, peak);
  run.task.engine = &run.engine;
  NonconformingFaces faces(run.task, regions, 0);
  std::vector<Sight> sights;
  faces.follow(4000, {least}, sights);
  return {sights, faces.evaluated(), run.engine.count};
}

TEST(NonconformingFaces, SeeWhatRunsOnIntoALargeRegion) {
  const auto [sights, evaluated, points] = followed_around_the_peak(1e-12);
  EXPECT_EQ(evaluated, points);
  EXPECT_LE(evaluated, 4000);
  const auto left = std::find_if(sights.begin(), sights.end(),
                                 [](const Sight &sight) { return sight.region == 0; });
  ASSERT_NE(left, sights.end());
  EXPECT_NEAR(left->x[0], .5, width);
  EXPECT_NEAR(left->x[1], centre[1], 8 * width);
  EXPECT_GT(left->height[0], 1e-6);
}

// Where nothing that matters is to be expected, nothing is looked at.
TEST(NonconformingFaces, AreLeftAloneWhereTheyDoNotMatter) {
  const Followed followed = followed_around_the_peak(1e-3);
  EXPECT_EQ(followed.evaluated, 0);
  EXPECT_TRUE(followed.sights.empty());
}

// Three and a half widths from a face, behind which no rule has a point in its tail.
TEST(NativeCuhre, FollowsAPeakBehindAFace) {
  constexpr double place[2] = {.2539, .7634};
  constexpr double widths[2] = {.0011, .00094};
  Integration run(2, 1, [&](const double *x, double *f) {
    double square = 0;
    for (int d = 0; d < 2; ++d) square += std::pow((x[d] - place[d]) / widths[d], 2);
    f[0] = 1 + 4 * std::exp(-.5 * square);
  });
  run.native = true;
  run.task.last_only = true;
  run.task.goal = {1e-9, 0, 0, 1000000};
  const Result result = run.cuhre();
  ASSERT_TRUE(result.converged);
  EXPECT_NEAR(result.integral[0], 1 + 8 * M_PI * widths[0] * widths[1], result.error[0]);
}

// At the standard price: without this check, more than a tenth of such results are wrong
// (tests/bench/narrow_peaks).
TEST(NativeCuhre, FindsAllOfANarrowPeak) {
  std::mt19937 draw(1);
  for (int i = 0; i < 20; ++i) {
    double place[3];
    for (double &x : place) x = .05 + .9 * std::ldexp(draw(), -32);
    Integration run(3, 1, [&](const double *x, double *f) {
      double square = 0;
      for (int d = 0; d < 3; ++d) square += std::pow((x[d] - place[d]) / .005, 2);
      f[0] = std::exp(-.5 * square);
    });
    run.native = true;
    run.task.last_only = true;
    run.probing = cuboid::Probing::standard;
    run.task.goal = {1e-2, 0, 0, 1000000};
    const Result result = run.cuhre();
    EXPECT_TRUE(result.converged) << i;
    EXPECT_NEAR(result.integral[0], std::pow(2 * M_PI, 1.5) * std::pow(.005, 3), result.error[0])
        << i;
  }
}

}  // namespace
