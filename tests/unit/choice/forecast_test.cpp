// What an error that falls like a power lets expect.
#include "choice/forecast.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <vector>

namespace {

using namespace cuboid::router;

TEST(Prediction, FollowsAPower) {
  const Reached earlier{1000, 0.01}, later{4000, 0.08};
  EXPECT_NEAR(power_between(earlier, later), 1.5, 1e-12);
  // 12.5 times the accuracy takes 12.5^(2/3) times the evaluations.
  EXPECT_NEAR(needed_from(later, 1.5), 4000 * std::pow(12.5, 2.0 / 3), 1e-6);
  EXPECT_NEAR(share_after(later, 1.5, needed_from(later, 1.5)), 1, 1e-12);
}

TEST(Prediction, KnowsNothingWithoutAnError) {
  EXPECT_EQ(power_between({}, {1000, 0.1}), 0);
  EXPECT_EQ(power_between({1000, 0.1}, {1000, 0.2}), 0);
  EXPECT_EQ(power_between({1000, std::nan("")}, {2000, 0.2}), 0);
  EXPECT_TRUE(std::isinf(needed_from({1000, 0}, 1)));
  EXPECT_TRUE(std::isinf(needed_from({1000, std::nan("")}, 1)));
}

/// Marks at which it has four times the evaluations of the last one, and fell like these powers.
std::vector<Reached> marks_of(const std::vector<double> &powers) {
  std::vector<Reached> marks = {{2000, 1e-6}};
  for (const double power : powers)
    marks.push_back({4 * marks.back().evaluations, marks.back().share * std::pow(4, power)});
  return marks;
}

TEST(Prediction, SeesThePowerOfTheLastStretch) {
  EXPECT_FALSE(power_seen({}));
  EXPECT_FALSE(power_seen(marks_of({})));
  EXPECT_NEAR(*power_seen(marks_of({1, 2})), 2, 1e-12);
  // Twice the evaluations are too few: it begins a mark earlier.
  const std::vector<Reached> close = {{1000, 0.01}, {2000, 0.02}, {4000, 0.16}};
  EXPECT_NEAR(*power_seen(close), 2, 1e-12);
}

TEST(Prediction, ExpectsAPowerThatRoseToRiseTwiceAsMuch) {
  EXPECT_NEAR(*power_to_come(marks_of({1, 1.5}), 4), 2, 1e-12);
  EXPECT_NEAR(*power_to_come(marks_of({3, 1, 1.5}), 4), 2, 1e-12);
  EXPECT_NEAR(*power_to_come(marks_of({1, 3}), 4), 4, 1e-12) << "no more than can be hoped";
  EXPECT_NEAR(*power_to_come(marks_of({4, 5}), 4), 4, 1e-12) << "whatever was seen";
}

TEST(Prediction, ExpectsNoOtherPowerThanSeenWhereItDidNotRise) {
  EXPECT_FALSE(power_to_come(marks_of({}), 4));
  EXPECT_NEAR(*power_to_come(marks_of({1}), 4), 1, 1e-12);
  EXPECT_NEAR(*power_to_come(marks_of({2, 1}), 4), 1, 1e-12);
  EXPECT_NEAR(*power_to_come(marks_of({-1, 1}), 4), 1, 1e-12) << "it did not fall before";
}

}  // namespace
