// The time limit of an integration.
#include "call/clock.hpp"

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

TEST(Clock, DoesNotCountWhatLaterEnginesNeedBefore) {
  Clock clock(nullptr, 100);
  clock.prepare();
  const double deadline = clock.start().deadline;
  usleep(20000);
  clock.prepare();
  const double began = monotonic_seconds();
  usleep(30000);
  const double later = clock.start().deadline;
  EXPECT_GE(later, deadline + .03);
  EXPECT_LE(later, deadline + monotonic_seconds() - began + 1e-3);
  EXPECT_EQ(clock.start().deadline, later);
}

TEST(Clock, HasNoDeadlineWithoutALimit) {
  Clock clock(nullptr, 0);
  EXPECT_EQ(clock.start().deadline, 0);
  EXPECT_EQ(clock.start().cancel, nullptr);
}

}  // namespace
