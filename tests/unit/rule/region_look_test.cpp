// What a look between the points makes of the estimate of a region.
#include <gtest/gtest.h>

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

}  // namespace
