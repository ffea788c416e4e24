// The time limit of an integration.
#include "router/clock.hpp"

#include <gtest/gtest.h>
#include <unistd.h>

namespace {

using cuboid::monotonic_seconds;
using cuboid::router::Clock;

TEST(Clock, StartsWithTheFirstEngineAndNotAgain) {
  const int cancel = 0;
  Clock clock(&cancel, 100);
  usleep(20000);
  const double before = monotonic_seconds();
  const double deadline = clock.start().deadline;
  EXPECT_GE(deadline, before + 100);  // what was before the start is not counted
  EXPECT_LE(deadline, monotonic_seconds() + 100);
  usleep(20000);
  EXPECT_EQ(clock.start().deadline, deadline);
  EXPECT_EQ(clock.start().cancel, &cancel);
}

TEST(Clock, HasNoDeadlineWithoutALimit) {
  Clock clock(nullptr, 0);
  EXPECT_EQ(clock.start().deadline, 0);
  EXPECT_EQ(clock.start().cancel, nullptr);
}

}  // namespace
