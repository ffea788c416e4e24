// Which regions are worked on where memory is short.
#include "rule/region_slices.hpp"

#include <gtest/gtest.h>

namespace {

using namespace cuboid::rule;

/// Every region has the value 1 and the error 1.
std::vector<RegionSums> sums(long long first, long long last) {
  RegionSums sums;
  sums.value = sums.absolute = sums.unobserved = static_cast<double>(last - first);
  return {sums};
}

/// Slices that fill their room without getting done, until one is given up: the regions of the
/// smallest of them.
long long smallest_slice(long long capacity, long long least) {
  Refinement refinement;
  refinement.goal.epsrel = 1e-12;
  refinement.least = least;
  RegionSlices slices;
  long long end = limit_without_slices(capacity), smallest = end;
  while (slices.finished() == 0) {
    EXPECT_TRUE(slices.next(false, end, capacity, refinement, 5, sums));
    EXPECT_GT(slices.limit(), slices.end());
    EXPECT_LT(slices.limit(), capacity);
    if (slices.finished() == 0) smallest = slices.end() - slices.begin();
    end = slices.limit();
  }
  return smallest;
}

TEST(RegionSlices, AreNotSmallerThanKeepsADeviceBusy) {
  EXPECT_GE(smallest_slice(500'000'000, 4096), 64 * 4096);
  EXPECT_LE(smallest_slice(500'000'000, 4096), 8 * 64 * 4096);
}

TEST(RegionSlices, AreSmallWhereMemoryIsShort) {
  EXPECT_GE(smallest_slice(1'000'000, 4096), 1'000'000 / 1024);
  EXPECT_LE(smallest_slice(1'000'000, 4096), 8 * (1'000'000 / 1024));
  EXPECT_LE(smallest_slice(20'000, 4096), 64);
}

TEST(RegionSlices, EndWhenAllAreDone) {
  Refinement refinement;
  RegionSlices slices;
  const long long capacity = 100'000;
  long long end = limit_without_slices(capacity), before = 0;
  bool done = false;
  while (slices.next(done, end, capacity, refinement, 5, sums)) {
    EXPECT_EQ(slices.finished() + slices.end(), limit_without_slices(capacity));
    EXPECT_GE(slices.finished(), before);
    before = slices.finished();
    end = slices.end();
    done = true;
  }
  EXPECT_EQ(slices.finished(), limit_without_slices(capacity));
}

}  // namespace
