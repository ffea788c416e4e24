#include "statistics/scaling.hpp"

#include <gtest/gtest.h>

#include <bit>
#include <cstdint>
#include <limits>

namespace cuboid::statistics {
namespace {

uint32 upper_word(double value) {
  return static_cast<uint32>(std::bit_cast<std::uint64_t>(value) >> 32);
}

TEST(ScalingExponent, IsThatOfTheGreatestValue) {
  EXPECT_EQ(scaling_exponent(upper_word(1.5), 1, 0, 100), 0);
  EXPECT_EQ(scaling_exponent(upper_word(0x1.8p31), 2, 0, 100), 6);
  EXPECT_EQ(scaling_exponent(upper_word(0x1p-300), 1, 0, 100), -300);
  EXPECT_EQ(scaling_exponent(upper_word(0x1p300), 0x1p297, 0, 100), 300);
}

TEST(ScalingExponent, IsBoundedByTheUsualSize) {
  // 32 times a mean of 1, with a variance that adds nothing, as much, and more.
  const uint32 far = upper_word(1e6);
  EXPECT_EQ(scaling_exponent(far, 1, 0, 100), 5);
  EXPECT_EQ(scaling_exponent(far, -1, 0, 100), 5);
  EXPECT_EQ(scaling_exponent(far, 1, .1, 100), 6);
  EXPECT_EQ(scaling_exponent(far, 0, 1.6, 100), 9);
}

TEST(ScalingExponent, NeedsAUsualSize) {
  constexpr double infinity = std::numeric_limits<double>::infinity();
  const uint32 far = upper_word(0x1p40);
  EXPECT_EQ(scaling_exponent(far, 0, 0, 100), 40);
  EXPECT_EQ(scaling_exponent(far, infinity, 0, 100), 40);
  EXPECT_EQ(scaling_exponent(far, 1, std::numeric_limits<double>::quiet_NaN(), 100), 40);
}

TEST(InverseSquare, TakesAMeanForNoSmallerThanItIsKnown) {
  EXPECT_EQ(inverse_square(2, 0), 0.25);
  EXPECT_EQ(inverse_square(3, 4), 0.04);
  EXPECT_EQ(inverse_square(0, 2), 0.25);
  // What has no size has no weight.
  EXPECT_EQ(inverse_square(0, 0), 0);
  EXPECT_EQ(inverse_square(1e-300, 0), 0);
  EXPECT_EQ(inverse_square(1, std::numeric_limits<double>::infinity()), 0);
}

}  // namespace
}  // namespace cuboid::statistics
