// What is decided about one integral, and about one region.
#include "rule/decision.hpp"

#include <gtest/gtest.h>

#include <limits>
#include <vector>

#include "rule/region_axis.hpp"
#include "rule/region_marking.hpp"
#include "rule/region_sums.hpp"

namespace {

using namespace cuboid::rule;

/// Sums over many regions without an observation, whose error is what is said.
RegionSums sums_of(double value, double error) {
  RegionSums sums;
  sums.value = value;
  sums.unobserved = error;
  return sums;
}

Refinement asking(double epsrel, double epsabs, std::int64_t mineval = 0) {
  Refinement refinement;
  refinement.goal = {epsrel, epsabs, mineval, 1000000};
  return refinement;
}

constexpr int ndim = 4;
constexpr Extent extent{1000, 50000, 1};

ComponentState state_of(const Refinement &refinement, const RegionSums &sums,
                        const SliceGoal *slice = nullptr) {
  Changes changes;
  ComponentState state = component_state(refinement, ndim, extent, sums, slice, changes);
  judge(state, state, refinement, extent, slice);
  return state;
}

TEST(ComponentState, ComparesTheErrorWithTheLargerTolerance) {
  const ComponentState late = state_of(asking(1e-3, 0), sums_of(-2, 3e-3));
  EXPECT_DOUBLE_EQ(late.error, 3e-3);
  EXPECT_TRUE(late.late && late.open);
  EXPECT_DOUBLE_EQ(late.aim, 2e-3);
  EXPECT_DOUBLE_EQ(late.scale, 500);
  const ComponentState reached = state_of(asking(1e-3, 3e-3), sums_of(-2, 3e-3));
  EXPECT_FALSE(reached.late || reached.open);
  EXPECT_EQ(reached.scale, 0);
  // An error that is not a number is never small enough.
  EXPECT_TRUE(state_of(asking(1, 1), sums_of(1, std::numeric_limits<double>::quiet_NaN())).late);
}

TEST(ComponentState, GivesWorkForMinevalToAllComponents) {
  const ComponentState reached = state_of(asking(1e-1, 0, 50001), sums_of(1, 1e-3));
  EXPECT_FALSE(reached.open);
  EXPECT_DOUBLE_EQ(reached.scale, 1e3);
  EXPECT_EQ(state_of(asking(1e-1, 0, 50000), sums_of(1, 1e-3)).scale, 0);
  // Slices do not look at mineval.
  SliceGoal slice;
  slice.error = 1e-2;
  EXPECT_EQ(state_of(asking(1e-1, 0, 50001), sums_of(1, 1e-3), &slice).scale, 0);
}

TEST(ComponentState, HoldsASliceToItsOwnShare) {
  SliceGoal slice;
  slice.rest = sums_of(9, 1e-2);
  slice.error = 2e-3;
  const ComponentState within = state_of(asking(1e-3, 0), sums_of(1, 1e-3), &slice);
  EXPECT_DOUBLE_EQ(within.value, 10);
  EXPECT_DOUBLE_EQ(within.error, 1.1e-2);
  EXPECT_TRUE(within.late);
  EXPECT_FALSE(within.open);
  const ComponentState beyond = state_of(asking(1e-3, 0), sums_of(1, 4e-3), &slice);
  EXPECT_TRUE(beyond.open);
  EXPECT_DOUBLE_EQ(beyond.current, 4e-3);
  EXPECT_DOUBLE_EQ(beyond.aim, 2e-3);
}

TEST(Needs, AreThoseOfTheComponentFurthestFromItsAim) {
  Needs needs;
  take(needs, state_of(asking(1e-3, 0), sums_of(10, 1e-3)));
  EXPECT_FALSE(needs.late || needs.open);
  take(needs, state_of(asking(1e-3, 0), sums_of(1, 4e-3)));
  take(needs, state_of(asking(1e-3, 0), sums_of(100, .2)));
  EXPECT_TRUE(needs.late && needs.open);
  EXPECT_DOUBLE_EQ(needs.error / needs.aim, 4);
  const MarkingGoal goal = marking_goal(asking(1e-3, 0), needs, 50000, 100);
  EXPECT_DOUBLE_EQ(goal.share, .5);
  EXPECT_EQ(goal.least, 1);
  EXPECT_EQ(goal.most, 950000 / 200);
  EXPECT_EQ(marked_regions(goal, 4751), 4750);
  EXPECT_EQ(marked_regions(goal, 3), 3);
}

TEST(MarkedRegions, AreMultiplesOfTheLeastNumber) {
  const MarkingGoal goal{.5, 4, 18};
  EXPECT_EQ(marked_regions(goal, 3), 3);
  EXPECT_EQ(marked_regions(goal, 4), 4);
  EXPECT_EQ(marked_regions(goal, 11), 8);
  EXPECT_EQ(marked_regions(goal, 1000), 16);
}

TEST(RegionStatus, FollowsFromTheSums) {
  const Needs none;
  Needs late;
  late.late = late.open = true;
  Needs waiting = late;
  waiting.open = false;
  const auto status = [](const Needs &needs, long long neval, bool sliced) {
    return status_of_sums({1e-3, 0, 1000, 2000}, needs, {1, neval, 1}, 100, sliced);
  };
  EXPECT_EQ(status(none, 1000, false), RegionStatus::converged);
  EXPECT_EQ(status(none, 999, false), RegionStatus::running);
  EXPECT_EQ(status(none, 999, true), RegionStatus::converged);
  EXPECT_EQ(status(late, 1800, false), RegionStatus::running);
  EXPECT_EQ(status(late, 1801, false), RegionStatus::budget);
  EXPECT_EQ(status(late, 3000, true), RegionStatus::budget);
  EXPECT_EQ(status(waiting, 1500, true), RegionStatus::done);
  EXPECT_EQ(status(late, 1500, true), RegionStatus::running);
}

TEST(RegionStatus, FollowsFromTheMarking) {
  EXPECT_EQ(status_of_marking(0, 10, false), RegionStatus::final);
  EXPECT_EQ(status_of_marking(0, 10, true), RegionStatus::done);
  EXPECT_EQ(status_of_marking(10, 10, false), RegionStatus::running);
  EXPECT_EQ(status_of_marking(11, 10, true), RegionStatus::full);
}

TEST(RegionTerms, AddUpToTheSums) {
  RegionEstimate first;
  first.value = -2;
  first.error = 3;
  first.null = 5;
  RegionEstimate second;
  second.value = 1;
  second.error = 7;
  second.carried = -4;
  second.null = 11;
  second.plain = 12;
  RegionSums sums = region_terms(first);
  add(sums, region_terms(second));
  const double expected[nregion_sums] = {-1, 3, 3, 4, -4, 16, 16, 5};
  for (int i = 0; i < nregion_sums; ++i) EXPECT_EQ(region_sum(sums, i), expected[i]) << i;
}

TEST(MarkingError, IsThatOfTheWorstComponentInItsUnit) {
  const double error[] = {3, 5};
  const double scale[] = {2, 1};
  EXPECT_EQ(marking_error(0, 2, error, scale), 6);
  EXPECT_EQ(marking_error(1, 1, error + 1, scale), 10);
  EXPECT_EQ(marking_error(-1, 2, error, scale), -1);
}

TEST(AxisChoice, TakesTheFirstOfTheLargestDifferences) {
  AxisChoice even{0, 4}, odd{0, 4};
  const double differences[] = {1, 3, 3, 2};
  for (int d = 0; d < 4; ++d) consider(d % 2 == 0 ? even : odd, differences[d], d);
  EXPECT_EQ(even.axis, 2);
  EXPECT_EQ(odd.axis, 1);
  AxisChoice other = odd;
  merge(other, even);
  merge(even, odd);
  EXPECT_EQ(even.axis, 1);
  EXPECT_EQ(other.axis, 1);
  // Without a difference there is no choice.
  AxisChoice none{0, 4};
  consider(none, 0, 0);
  EXPECT_EQ(none.axis, 4);
  // One component needs no unit; several are added up in theirs.
  const double scale[] = {10, 100};
  EXPECT_EQ(add_difference(1, 2, 1, scale, 0), 3);
  EXPECT_EQ(add_difference(1, 2, 2, scale, 1), 201);
}

TEST(SplittableAxis, IsTheChosenOneOrTheOneHalvedLeast) {
  const std::vector<int> depth{max_halvings, 3, 2, 2};
  EXPECT_EQ(splittable_axis(4, 1, depth), 1);
  EXPECT_EQ(splittable_axis(4, 0, depth), 2);
  EXPECT_EQ(splittable_axis(4, 4, depth), 2);
  EXPECT_EQ(splittable_axis(4, -1, depth), 2);
  EXPECT_EQ(splittable_axis(2, 0, std::vector<int>(2, max_halvings)), -1);
}

}  // namespace
