#include "rule/evaluations_left.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <vector>

namespace {

using cuboid::rule::are_left;
using cuboid::rule::coarse_log2;
using cuboid::rule::Stage;

constexpr double infinity = std::numeric_limits<double>::infinity();

TEST(EvaluationsLeft, GoByLogarithmsThatAreNearlyRight) {
  for (int n = -10; n < 10; ++n) EXPECT_EQ(coarse_log2(std::ldexp(1., n)), n);
  for (double x = .01; x < 100; x *= 1.01) EXPECT_NEAR(coarse_log2(x), std::log2(x), .0861) << x;
}

TEST(EvaluationsLeft, FollowThePowerOfTheLast) {
  // The errors fall with the square of the evaluations: eight times as many in all.
  const std::vector<Stage> stages{{1000, 1024.}, {2000, 256.}, {4000, 64.}};
  EXPECT_TRUE(are_left(stages, 7 * 4000.));
  EXPECT_FALSE(are_left(stages, 7.1 * 4000.));
}

TEST(EvaluationsLeft, ProbeBackToAQuarterOfTheEvaluations) {
  // What came before it, and what was since, do not count.
  const std::vector<Stage> stages{{10, 65.}, {1000, 128.}, {3999, 1e9}, {4000, 64.}};
  EXPECT_TRUE(are_left(stages, 4095 * 4000.));
  EXPECT_FALSE(are_left(stages, 4200 * 4000.));
}

TEST(EvaluationsLeft, AreNotKnownWhereErrorsDoNotFall) {
  EXPECT_FALSE(are_left({}, 1));
  EXPECT_FALSE(are_left({{1000, 5.}}, 1));
  EXPECT_FALSE(are_left({{1000, 5.}, {3000, 4.}}, 1));
  EXPECT_FALSE(are_left({{1000, 5.}, {4000, 5.}}, 1));
  EXPECT_FALSE(are_left({{1000, 5.}, {4000, NAN}}, 1));
  EXPECT_FALSE(are_left({{1000, infinity}, {4000, 5.}}, 1));
  EXPECT_FALSE(are_left({{1000, infinity}, {4000, infinity}}, 1));
}

TEST(EvaluationsLeft, AreNoneWhereTheAccuracyIsReached) {
  EXPECT_FALSE(are_left({{1000, 5.}, {4000, 1.}}, 1));
  EXPECT_FALSE(are_left({{1000, 5.}, {4000, 0.}}, 1));
}

}  // namespace
