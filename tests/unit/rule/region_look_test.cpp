// What a look between the points makes of the estimate of a region.
#include <gtest/gtest.h>

#include "rule/look_size.hpp"
#include "rule/region_look.hpp"

namespace {

using namespace cuboid::rule;

/// Of a region with a volume of 1 that has one line of eight points.
RegionEstimate after_look(const RegionEstimate &estimate, double height) {
  RegionLines lines;
  lines.count = 1;
  lines.of_point = .125;
  return estimate_after_look(estimate, height, lines, 1);
}

TEST(RegionLook, CountsWhatTheRuleDoesNotSee) {
  RegionEstimate smooth;
  smooth.value = 1;
  smooth.null = 1e-9;
  smooth.plain = 1e-6;
  smooth.error = 1e-9;
  EXPECT_EQ(after_look(smooth, 1e-6).error, smooth.error);
  const double height = 1e-3;
  EXPECT_DOUBLE_EQ(after_look(smooth, height).error, seen_factor * height / 8);
  EXPECT_TRUE(is_in_sight(after_look(smooth, height)));
  // Nothing is seen of a region where all values are zero, and each that is not counts.
  EXPECT_DOUBLE_EQ(after_look({}, height).error, seen_factor * height / 8);
}

TEST(RegionLook, CountsWhatIsLargerInARoughRegion) {
  RegionEstimate rough;
  rough.value = 1;
  rough.null = rough.plain = .01;
  rough.carried = 1e-4;
  rough.error = 3e-3;
  const double seen = 8 / seen_factor * rough.plain;
  const RegionEstimate after = after_look(rough, .99 * seen);
  EXPECT_EQ(after.error, rough.error);
  EXPECT_EQ(after.carried, rough.carried);
  // A power singularity in it, of which the rule sees less.
  EXPECT_DOUBLE_EQ(after_look(rough, 1.01 * seen).error, 1.01 * rough.plain);
}

/// Of one component.
LookSize size_of_look(long long maxeval, long long neval, bool refined, bool found, double value,
                      double error, double tolerance) {
  cuboid::Goal goal;
  goal.maxeval = maxeval;
  Resolution resolution;
  take(resolution, value, error, tolerance);
  return look_size(goal, neval, refined, found, resolution);
}

TEST(LookSize, GrowsWithWhatWasEvaluated) {
  constexpr long long many = 1000000000000;
  EXPECT_EQ(size_of_look(many, 100, false, false, 1, .1, .1).wanted, min_look);
  EXPECT_EQ(size_of_look(many, 8000, false, false, 1, .1, .1).wanted, 4000);
  EXPECT_EQ(size_of_look(many, 8000, true, false, 1, .1, .1).wanted, 2000);
  EXPECT_EQ(size_of_look(many, 400000, true, false, 1, .1, .1).wanted, 50000);
  EXPECT_EQ(size_of_look(many, 100000000, true, false, 1, .1, .1).wanted, 1000000);
  EXPECT_EQ(size_of_look(many, 100000000, true, true, 1, .1, .1).wanted, 10000000);
  EXPECT_EQ(size_of_look(many, 400000, true, true, 1, .1, .1).wanted, 400000);
}

TEST(LookSize, GoesByTheToleranceWhereFirstRegionsResolveTheIntegrand) {
  EXPECT_EQ(size_of_look(10000000, 8000, false, false, -1, 1e-9, 1e-3).wanted, 10000);
  EXPECT_EQ(size_of_look(10000000, 8000, false, false, 1, 1e-15, 1e-9).wanted,
            cuboid::min_for_zero);
  EXPECT_EQ(size_of_look(10000000, 8000, true, false, 1, 1e-9, 1e-3).wanted, 2000);
  // Of several components, all have to be resolved, and the loosest tolerance counts.
  Resolution resolution;
  take(resolution, 0, 0, 1e-3);
  EXPECT_TRUE(resolution.zeros);
  EXPECT_EQ(resolution.points, 0);
  take(resolution, 1, 1e-5, 1e-3);
  EXPECT_FALSE(resolution.zeros);
  EXPECT_FALSE(resolution.resolved);
}

TEST(LookSize, IsNothingWhereThereAreNothingButZerosOrNoRoom) {
  EXPECT_EQ(size_of_look(10000000, 8000, false, false, 0, 0, 1e-3).wanted, 0);
  EXPECT_FALSE(size_of_look(8100, 8000, false, false, 1, .1, .1).enough);
  // An eighth of what is wanted will do.
  const LookSize small = size_of_look(8000 + 8 * 72, 8000, false, false, 1, .1, .1);
  EXPECT_EQ(small.left, 504);
  EXPECT_TRUE(small.enough);
}

}  // namespace
