// Error estimates and the choice of regions.
#include "rule/region_error.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "rule/orbit_rule.hpp"
#include "rule/region_marking.hpp"

namespace {

using namespace cuboid::rule;

TEST(NullRuleError, IsZeroForAConstantAndScales) {
  const OrbitRule rule = make_orbit_rule(4, 0);
  const double none[nsums] = {3, 0, 0, 0, 0};
  EXPECT_EQ(null_rule_error(rule.null, none).plain, 0);
  const double some[nsums] = {3, 1e-6, -1e-4, 1e-3, 1e-2};
  const double twice[nsums] = {6, 2e-6, -2e-4, 2e-3, 2e-2};
  const NullRuleError error = null_rule_error(rule.null, some);
  EXPECT_GT(error.plain, 0);
  EXPECT_LE(error.asymptotic, error.plain);
  EXPECT_DOUBLE_EQ(null_rule_error(rule.null, twice).plain, 2 * error.plain);
}

TEST(EstimateHalf, KeepsTheObservedErrorInProportion) {
  const OrbitRule rule = make_orbit_rule(4, 0);
  const double s[nsums] = {1, 1e-6, 1e-6, 1e-6, 1e-6};
  RegionEstimate parent;
  parent.value = 2;
  parent.null = 4 * estimate_first(rule.null, s).null;
  parent.plain = 4 * estimate_first(rule.null, s).plain;
  const RegionEstimate half = estimate_half(rule.null, s, parent, -1e-5);
  EXPECT_DOUBLE_EQ(half.carried, -2.5e-6);
  // What was observed before fades where a split changes nothing.
  parent.carried = 1e-3;
  EXPECT_DOUBLE_EQ(estimate_half(rule.null, s, parent, 1e-9).carried,
                   observation_memory * 1e-3 / 4);
  // Null rules that grow do not make the error grow.
  parent.null *= 1e-6;
  parent.plain *= 1e-6;
  parent.carried = 0;
  EXPECT_DOUBLE_EQ(estimate_half(rule.null, s, parent, 1e-5).carried, 1e-5);
}

TEST(EstimateHalf, MistrustsTheBeginningOfDecay) {
  const OrbitRule rule = make_orbit_rule(4, 0);
  const double decaying[nsums] = {1, 1e-15, 1e-12, 1e-9, 1e-6};
  const NullRuleError error = null_rule_error(rule.null, decaying);
  ASSERT_TRUE(error.decaying);
  RegionEstimate parent;
  parent.value = 2;
  parent.plain = parent.null = 4 * error.plain;
  const double begins = error.asymptotic / parent.null;
  EXPECT_NEAR(estimate_half(rule.null, decaying, parent, 1e-5).carried,
              1e-5 * std::cbrt(begins * begins / 4), 1e-18);
  parent.null = 4 * error.asymptotic;
  EXPECT_NEAR(estimate_half(rule.null, decaying, parent, 1e-5).carried, 1e-5 / 4, 1e-20);
}

TEST(TotalError, LetsErrorsCancelNoMoreThanValues) {
  RegionSums sums;
  sums.value = sums.absolute = 100;
  sums.observed = 1;
  sums.signed_sum = 0;
  sums.squares = 1e-6;
  EXPECT_NEAR(total_error(sums, 5, 1000), observed_factor, 1e-9);
  sums.value = 0;
  EXPECT_NEAR(total_error(sums, 5, 1000), observed_factor * scatter_factor * 1e-3, 1e-9);
  sums.signed_sum = -.5;
  const double partly = observed_factor * (.5 + scatter_factor * 1e-3);
  EXPECT_NEAR(total_error(sums, 5, 1000), partly, 1e-9);
  sums.unobserved = 3;
  sums.null = 10;
  EXPECT_NEAR(total_error(sums, 5, 1000), 3 + partly, 1e-9);
  EXPECT_NEAR(total_error(sums, 3, 1000), 4 + partly, 1e-9);
  EXPECT_NEAR(total_error(sums, 5, 100), 3 + few_regions_factor * (40 + observed_factor), 1e-9);
}

TEST(ConfirmedError, IsNotBelowWhatTheLastIterationHasChanged) {
  RegionSums sums;
  LastChange last;
  sums.value = sums.absolute = 1;
  // The first iteration has changed nothing yet.
  EXPECT_EQ(confirmed_error(last, sums, 1e-6, 1), 1e-6);
  sums.value = .75;
  EXPECT_EQ(confirmed_error(last, sums, 1e-6, 2), change_factor * .25);
  EXPECT_EQ(confirmed_error(last, sums, 10, 2), 10);
  // The same iteration again, and then one that changes nothing.
  EXPECT_EQ(confirmed_error(last, sums, 1e-6, 2), change_factor * .25);
  EXPECT_EQ(confirmed_error(last, sums, 1e-6, 3), 1e-6);
}

TEST(ConfirmedError, FollowsNullRulesWhileNothingIsResolved) {
  RegionSums sums;
  LastChange last;
  sums.value = sums.absolute = 1;
  sums.null = 1;
  EXPECT_EQ(confirmed_error(last, sums, 1e-6, 1), 1e-6);
  sums.null = 3;
  EXPECT_EQ(confirmed_error(last, sums, 1e-6, 1), 3);
  EXPECT_EQ(confirmed_error(last, sums, 4, 1), 4);
}

TEST(ErrorBin, CountsHalfOctaves) {
  EXPECT_EQ(error_bin(0), -1);
  EXPECT_EQ(error_bin(-1), -1);
  EXPECT_EQ(error_bin(std::numeric_limits<double>::quiet_NaN()), -1);
  EXPECT_EQ(error_bin(1e-300), 0);
  EXPECT_EQ(error_bin(std::numeric_limits<double>::infinity()), nbins - 1);
  EXPECT_EQ(error_bin(1), 128);
  EXPECT_EQ(error_bin(1.49), 128);
  EXPECT_EQ(error_bin(1.5), 129);
  EXPECT_EQ(error_bin(2), 130);
  for (int bin = 0; bin < nbins - 1; ++bin) EXPECT_EQ(error_bin(bin_error(bin)), bin);
  EXPECT_DOUBLE_EQ(bin_error(128), 1.25);
  EXPECT_DOUBLE_EQ(bin_error(131), 3.5);
}

TEST(Marking, TakesWhatIsNeeded) {
  EXPECT_DOUBLE_EQ(needed_share(.5, 1, 1e-3), .5);
  EXPECT_DOUBLE_EQ(needed_share(.9, 1, .8), .6);
  MarkingGoal goal;
  goal.share = .5;
  goal.least = 10;
  goal.most = 100;
  EXPECT_FALSE(enough_marked(goal, 9, 1, 1));
  EXPECT_FALSE(enough_marked(goal, 99, .4, 1));
  EXPECT_TRUE(enough_marked(goal, 100, .4, 1));
  EXPECT_TRUE(enough_marked(goal, 10, .5, 1));
}

TEST(ComponentGoal, HasAUnitForEveryTolerance) {
  EXPECT_DOUBLE_EQ(component_goal(1e-3, 0, -2, 1, 1).tolerance, 2e-3);
  EXPECT_DOUBLE_EQ(component_goal(1e-3, 1, -2, 5, 5).tolerance, 1);
  EXPECT_DOUBLE_EQ(component_goal(1e-3, 0, -2, 1, 1).scale, 500);
  EXPECT_EQ(component_goal(1e-3, 1, -2, 1, 1).scale, 0);
  const ComponentGoal zero = component_goal(1e-3, 0, 0, 1, 4);
  EXPECT_EQ(zero.tolerance, 0);
  EXPECT_DOUBLE_EQ(zero.scale, 0x1p58);
}

}  // namespace
