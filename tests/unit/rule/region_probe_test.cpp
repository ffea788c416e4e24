// What a probe between the points makes of the estimate of a region.
#include <gtest/gtest.h>

#include "rule/probe_size.hpp"
#include "rule/region_probe.hpp"

namespace {

using namespace cuboid::rule;

/// Of a region with a volume of 1 that has one line of eight points.
RegionEstimate after_probe(const RegionEstimate &estimate, double height) {
  RegionLines lines;
  lines.count = 1;
  lines.of_point = .125;
  return estimate_after_probe(estimate, height, lines, 1);
}

TEST(RegionProbe, CountsWhatTheRuleDoesNotSee) {
  RegionEstimate smooth;
  smooth.value = 1;
  smooth.null = 1e-9;
  smooth.plain = 1e-6;
  smooth.error = 1e-9;
  EXPECT_EQ(after_probe(smooth, 1e-6).error, smooth.error);
  const double height = 1e-3;
  EXPECT_DOUBLE_EQ(after_probe(smooth, height).error, seen_factor * height / 8);
  EXPECT_TRUE(is_in_sight(after_probe(smooth, height)));
  // Nothing is seen of a region where all values are zero, and each that is not counts.
  EXPECT_DOUBLE_EQ(after_probe({}, height).error, seen_factor * height / 8);
}

TEST(RegionProbe, CountsWhatIsLargerInARoughRegion) {
  RegionEstimate rough;
  rough.value = 1;
  rough.null = rough.plain = .01;
  rough.carried = 1e-4;
  rough.error = 3e-3;
  const double seen = 8 / seen_factor * rough.plain;
  const RegionEstimate after = after_probe(rough, .99 * seen);
  EXPECT_EQ(after.error, rough.error);
  EXPECT_EQ(after.carried, rough.carried);
  // A power singularity in it, of which the rule sees less.
  EXPECT_DOUBLE_EQ(after_probe(rough, 1.01 * seen).error, 1.01 * rough.plain);
}

/// Of one component.
ProbeSize size_of_probe(long long maxeval, long long neval, bool refined, bool found, double value,
                        double error, double tolerance) {
  cuboid::Goal goal;
  goal.maxeval = maxeval;
  Resolution resolution;
  take(resolution, value, error, tolerance);
  return probe_size(goal, neval, refined, found, resolution);
}

TEST(ProbeSize, GrowsWithWhatWasEvaluated) {
  constexpr long long many = 1000000000000;
  EXPECT_EQ(size_of_probe(many, 100, false, false, 1, .1, .1).wanted, min_probe);
  EXPECT_EQ(size_of_probe(many, 8000, false, false, 1, .1, .1).wanted, 4000);
  EXPECT_EQ(size_of_probe(many, 8000, true, false, 1, .1, .1).wanted, 2000);
  EXPECT_EQ(size_of_probe(many, 400000, true, false, 1, .1, .1).wanted, 50000);
  EXPECT_EQ(size_of_probe(many, 100000000, true, false, 1, .1, .1).wanted, 1000000);
  EXPECT_EQ(size_of_probe(many, 100000000, true, true, 1, .1, .1).wanted, 10000000);
  EXPECT_EQ(size_of_probe(many, 400000, true, true, 1, .1, .1).wanted, 400000);
}

TEST(ProbeSize, GoesByTheToleranceWhereFirstRegionsResolveTheIntegrand) {
  EXPECT_EQ(size_of_probe(10000000, 8000, false, false, -1, 1e-9, 1e-3).wanted, 10000);
  EXPECT_EQ(size_of_probe(10000000, 8000, false, false, 1, 1e-15, 1e-9).wanted,
            cuboid::min_for_zero);
  EXPECT_EQ(size_of_probe(10000000, 8000, true, false, 1, 1e-9, 1e-3).wanted, 2000);
  // Of several components, all have to be resolved, and the loosest tolerance counts.
  Resolution resolution;
  take(resolution, 0, 0, 1e-3);
  EXPECT_TRUE(resolution.zeros);
  EXPECT_EQ(resolution.points, 0);
  take(resolution, 1, 1e-5, 1e-3);
  EXPECT_FALSE(resolution.zeros);
  EXPECT_FALSE(resolution.resolved);
}

TEST(ProbeSize, IsNothingWhereThereAreNothingButZerosOrNoRoom) {
  EXPECT_EQ(size_of_probe(10000000, 8000, false, false, 0, 0, 1e-3).wanted, 0);
  EXPECT_FALSE(size_of_probe(8100, 8000, false, false, 1, .1, .1).enough);
  // An eighth of what is wanted will do.
  const ProbeSize small = size_of_probe(8000 + 8 * 72, 8000, false, false, 1, .1, .1);
  EXPECT_EQ(small.left, 504);
  EXPECT_TRUE(small.enough);
}

}  // namespace
