// What an error that falls like a power lets expect.
#include "router/prediction.hpp"

#include <gtest/gtest.h>

#include <cmath>

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

}  // namespace
