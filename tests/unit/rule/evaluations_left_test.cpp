#include "rule/evaluations_left.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <vector>

namespace {

using cuboid::rule::evaluations_left;
using cuboid::rule::Stage;

TEST(EvaluationsLeft, FollowThePowerOfTheLast) {
  // The errors fall with the square of the evaluations.
  const std::vector<Stage> stages{{1000, 1600.}, {2000, 400.}, {4000, 100.}};
  EXPECT_NEAR(evaluations_left(stages), 36000, 1e-6);
}

TEST(EvaluationsLeft, LookBackToAQuarterOfTheEvaluations) {
  // What came before it, and what was since, do not count.
  const std::vector<Stage> stages{{10, 101.}, {1000, 200.}, {3999, 1e9}, {4000, 100.}};
  EXPECT_NEAR(evaluations_left(stages), 4000 * (std::pow(100., 2) - 1), 1e-3);
}

TEST(EvaluationsLeft, AreNotKnownWhereErrorsDoNotFall) {
  EXPECT_EQ(evaluations_left({}), 0);
  EXPECT_EQ(evaluations_left({{1000, 5.}}), 0);
  EXPECT_EQ(evaluations_left({{1000, 5.}, {3000, 4.}}), 0);
  EXPECT_EQ(evaluations_left({{1000, 5.}, {4000, 5.}}), 0);
  EXPECT_EQ(evaluations_left({{1000, 5.}, {4000, NAN}}), 0);
}

TEST(EvaluationsLeft, AreNoneWhereTheAccuracyIsReached) {
  EXPECT_EQ(evaluations_left({{1000, 5.}, {4000, 1.}}), 0);
  EXPECT_EQ(evaluations_left({{1000, 5.}, {4000, 0.}}), 0);
}

}  // namespace
