// Error estimates and the choice of regions.
#include "rule/region_error.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <cstdint>
#include <limits>
#include <vector>

#include "rule/orbit_rule.hpp"
#include "rule/region_division.hpp"
#include "rule/region_marking.hpp"
#include "rule/region_slices.hpp"

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

TEST(NullRuleError, IsRoundingOfAConstant) {
  for (int ndim = 1; ndim <= 10; ++ndim)
    for (const int key : {0, 7, 9}) {
      const OrbitRule rule = make_orbit_rule(ndim, key);
      for (double value = .1; value < 10; value *= 1.01) {
        double s[nsums] = {};
        for (const Orbit &orbit : rule.orbit) {
          double sum = 0;
          for (std::int64_t i = 0; i < orbit.npoints; ++i) sum += value;
          for (int k = 0; k < nsums; ++k) s[k] += orbit.weight[k] * sum;
        }
        ASSERT_LE(null_rule_error(rule.null, s).plain, constant_rounding * value)
            << ndim << ' ' << key;
      }
    }
}

TEST(NullRuleError, MistrustsNullRulesWhereOnlyAFaceIsSeen) {
  const OrbitRule rule = make_orbit_rule(4, 0);
  double s[nsums] = {1, 1e-15, 1e-12, 1e-9, 1e-6};
  const NullRuleError smooth = null_rule_error(rule.null, s);
  ASSERT_TRUE(smooth.decaying);
  // As large as the first null rule would be.
  s[face_sum] = 1e-12;
  EXPECT_EQ(null_rule_error(rule.null, s).asymptotic, smooth.asymptotic);
  s[face_sum] = -1;
  const NullRuleError hidden = null_rule_error(rule.null, s);
  EXPECT_FALSE(hidden.decaying);
  EXPECT_DOUBLE_EQ(hidden.plain, rule.null.plain * rule.null.face);
}

TEST(EstimateInGrid, TrustsNullRulesThatDecay) {
  const OrbitRule rule = make_orbit_rule(4, 0);
  const double decaying[nsums] = {1, 1e-15, 1e-12, 1e-9, 1e-6};
  const NullRuleError error = null_rule_error(rule.null, decaying);
  ASSERT_TRUE(error.decaying);
  ASSERT_LT(grid_factor * error.asymptotic, error.plain);
  const RegionEstimate smooth = estimate_in_grid(4, rule.null, decaying);
  EXPECT_DOUBLE_EQ(smooth.error, grid_factor * error.asymptotic);
  EXPECT_DOUBLE_EQ(smooth.null, error.asymptotic);
  EXPECT_DOUBLE_EQ(smooth.plain, error.plain);
  // Never more than what is said of null rules that do not decay.
  const double hardly[nsums] = {1, 1e-7, 1e-6, 1e-5, 1e-4};
  const NullRuleError slow = null_rule_error(rule.null, hardly);
  EXPECT_LE(estimate_in_grid(4, rule.null, hardly).error, slow.plain);
  const double rough[nsums] = {1, 1e-6, 1e-6, 1e-6, 1e-6};
  EXPECT_DOUBLE_EQ(estimate_in_grid(4, rule.null, rough).error,
                   null_rule_error(rule.null, rough).plain);
  EXPECT_DOUBLE_EQ(estimate_first(1, error).error, error.plain);
  EXPECT_DOUBLE_EQ(estimate_in_grid(3, 1, error).error, error.plain);
  // What is exact to rounding is not so by trust.
  NullRuleError exact = error;
  exact.asymptotic = 0;
  EXPECT_DOUBLE_EQ(estimate_in_grid(4, -1, exact).error, std::min(grid_rounding, exact.plain));
}

TEST(EstimateHalf, KeepsTheObservedErrorInProportion) {
  const OrbitRule rule = make_orbit_rule(4, 0);
  const double s[nsums] = {1, 1e-6, 1e-6, 1e-6, 1e-6};
  RegionEstimate parent;
  parent.value = 2;
  parent.null = 4 * estimate_in_grid(4, rule.null, s).null;
  parent.plain = 4 * estimate_in_grid(4, rule.null, s).plain;
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

TEST(EstimateHalf, ForgetsSoonerWhereNullRulesDecay) {
  const OrbitRule rule = make_orbit_rule(4, 0);
  const double decaying[nsums] = {1, 1e-15, 1e-12, 1e-9, 1e-6};
  RegionEstimate parent = estimate_in_grid(4, rule.null, decaying);
  ASSERT_LT(parent.null, parent.plain);
  parent.value = 2;
  parent.carried = 1e-3;
  EXPECT_DOUBLE_EQ(estimate_half(rule.null, decaying, parent, 1e-9).carried,
                   decaying_memory * 1e-3);
  const double rough[nsums] = {1, 1e-6, 1e-6, 1e-6, 1e-6};
  EXPECT_DOUBLE_EQ(estimate_half(rule.null, rough, parent, 1e-9).carried,
                   observation_memory * 1e-3);
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
  EXPECT_NEAR(total_error(sums, 3, 1000), 3 + null_share * 10 + partly, 1e-9);
  EXPECT_NEAR(total_error(sums, 5, 100), 3 + few_regions_factor * (40 + observed_factor), 1e-9);
}

TEST(TotalError, RestsOnObservedErrorsEarlierWithAFactor) {
  RegionSums sums;
  sums.value = sums.absolute = 100;
  sums.observed = 1;
  sums.null = 10;
  const FewRegions few{64, 8};
  EXPECT_NEAR(total_error(sums, 5, 63, few), 8 * (40 + observed_factor), 1e-9);
  EXPECT_NEAR(total_error(sums, 5, 64, few), 8 * observed_factor, 1e-9);
  EXPECT_NEAR(total_error(sums, 5, reliable_regions - 1, few), 8 * observed_factor, 1e-9);
  EXPECT_NEAR(total_error(sums, 5, reliable_regions, few), observed_factor, 1e-9);
}

/// Sums whose total_error in five dimensions is `error`, in many regions of an integrand of one
/// sign.
RegionSums sums_with_error(double value, double error) {
  RegionSums sums;
  sums.value = sums.absolute = value;
  sums.observed = sums.signed_sum = (error - relative_rounding * value) / observed_factor;
  return sums;
}

constexpr long long many_regions = 1000;

TEST(ConfirmedError, IsNotBelowWhatTheLastIterationHasChanged) {
  Changes changes;
  const auto confirmed = [&](double value, double error, long long iteration) {
    return confirmed_error(changes, sums_with_error(value, error), 5, many_regions, iteration);
  };
  // The first iteration has changed nothing yet.
  EXPECT_NEAR(confirmed(1, 1e-4, 1), 1e-4, 1e-16);
  EXPECT_EQ(confirmed(.75, 1e-4, 2), change_factor * .25);
  EXPECT_NEAR(confirmed(.75, 10, 2), 10, 1e-12);
  // The same iteration again, and then one that changes nothing.
  EXPECT_EQ(confirmed(.75, 1e-4, 2), change_factor * .25);
  EXPECT_NEAR(confirmed(.75, 1e-4, 3), 1e-4, 1e-16);
}

TEST(ConfirmedError, KeepsWhatParentsSawUntilTheChildrenAreAskedTwice) {
  Changes changes;
  const auto confirmed = [&](double value, double error, long long iteration) {
    return confirmed_error(changes, sums_with_error(value, error), 5, many_regions, iteration);
  };
  confirmed(1.25, 1e-1, 1);
  // A peak that the children do not see, and an estimate that says that nothing is left.
  EXPECT_EQ(confirmed(1, 1e-9, 2), change_factor * .25);
  EXPECT_EQ(confirmed(1, 1e-9, 3), change_factor * .25);
  EXPECT_NEAR(confirmed(1, 1e-9, 4), 1e-9, 1e-16);
}

TEST(ConfirmedError, FollowsNullRulesWhileNothingIsResolved) {
  Changes changes;
  RegionSums sums = sums_with_error(1, 1e-6);
  sums.null = 1;
  EXPECT_NEAR(confirmed_error(changes, sums, 5, many_regions, 1), 1e-6, 1e-18);
  sums.null = 3;
  EXPECT_EQ(confirmed_error(changes, sums, 5, many_regions, 1), 3);
  sums = sums_with_error(1, 4);
  sums.null = 3;
  EXPECT_NEAR(confirmed_error(changes, sums, 5, many_regions, 1), 4, 1e-12);
}

TEST(ConfirmedError, OfRegionsThatErrAlikeIsThatOfNullRulesThatDoNotDecay) {
  const auto confirmed = [](const RegionSums &sums) {
    Changes changes;
    return confirmed_error(changes, sums, 5, many_regions, 1);
  };
  RegionSums sums = sums_with_error(1, 1e-6);
  sums.null = 1e-3;
  EXPECT_NEAR(confirmed(sums), 1e-6, 1e-18);
  sums.unresolved = 1e-4;
  EXPECT_EQ(confirmed(sums), unresolved_factor * 1e-4);
  // A few regions have observed it.
  sums.squares = sums.observed * sums.observed / (1.1 * regions_alike);
  EXPECT_EQ(confirmed(sums), unresolved_factor * 1e-4);
  sums.squares = sums.observed * sums.observed / (.9 * regions_alike);
  EXPECT_LT(confirmed(sums), 1e-5);
  sums.squares = 0;
  // Both signs were observed.
  sums.signed_sum *= .99;
  EXPECT_LT(confirmed(sums), 1.1e-6);
  // Nothing was observed yet.
  sums.signed_sum = sums.observed = 0;
  EXPECT_EQ(confirmed(sums), unresolved_factor * 1e-4);
}

/// An integration of which two iterations, each lowering the estimate to 0.7, make a stage.
struct Integration {
  Changes changes;
  long long iteration = 0;
  double value = 1;
  double error = 4e-3;

  /// The confirmed error, as a part of the estimate.
  double after(double change, double factor) {
    value += change;
    error *= factor;
    return confirmed_error(changes, sums_with_error(value, error), 5, many_regions, ++iteration) /
           error;
  }

  /// A stage in which the sum changes by that part of what the estimate falls.
  double after_stage(double part) {
    after(part * .3 * error, .7);
    return after(part * .3 * error, .7);
  }
};

// A comparison with NaN is false, and must not take the other number for the larger one.
TEST(ConfirmedError, OfNumbersThatAreNoneIsNone) {
  for (const long long nregions : {reliable_regions - 1, many_regions}) {
    RegionSums sums;
    sums.value = sums.absolute = 1;
    sums.unobserved = std::nan("");
    Changes changes;
    EXPECT_TRUE(std::isnan(confirmed_error(changes, sums, 3, nregions, 1))) << nregions;
  }
}

TEST(ConfirmedError, FallsWithTheLargestPartOfTheRememberedStages) {
  Integration integration;
  integration.after(0, 1);
  // One stage changes more of what the estimate falls than others, and counts while remembered.
  const double large = .16;
  const double small = .1;
  integration.after_stage(large);
  for (int i = 1; i < remembered_stages - 1; ++i) {
    EXPECT_NEAR(integration.after_stage(small), 1, 1e-9) << i;
  }
  EXPECT_NEAR(integration.after_stage(small), part_factor * large, 1e-3);
  EXPECT_NEAR(integration.after_stage(small), part_factor * small, 1e-3);
  // It never falls below what was observed, counted twice.
  for (int i = 1; i < remembered_stages; ++i) integration.after_stage(1e-4);
  EXPECT_NEAR(integration.after_stage(1e-4), min_observed_factor / observed_factor, 1e-3);
}

TEST(ConfirmedError, CountsAllChangesSinceTheStageBegan) {
  Integration integration;
  integration.after(0, 1);
  for (int i = 0; i < remembered_stages; ++i) integration.after_stage(1e-4);
  // The estimate falls slowly, while the sum goes to and fro.
  const double begin = integration.error;
  integration.after(.06 * begin, .9);
  EXPECT_NEAR(integration.after(-.04 * begin, .9), part_factor * .1, 1e-3);
}

TEST(ConfirmedError, IsTheWholeEstimateAfterSomethingNewWasMet) {
  Integration integration;
  integration.after(0, 1);
  for (int i = 0; i < remembered_stages; ++i) integration.after_stage(1e-4);
  EXPECT_NEAR(integration.after(0, 3), 1, 1e-9);
  EXPECT_NEAR(integration.after_stage(1e-4), 1, 1e-9);
}

TEST(ConfirmedError, DoesNotFallWithFewRegions) {
  Changes changes;
  double error = 1;
  for (int iteration = 1; iteration < 9; ++iteration, error /= 4) {
    const RegionSums sums = sums_with_error(1, error);
    EXPECT_EQ(confirmed_error(changes, sums, 5, reliable_regions - 1, iteration),
              total_error(sums, 5, reliable_regions - 1));
  }
}

TEST(ConfirmedError, FallsAsFarAsValuesCancel) {
  Changes changes;
  double error = 1;
  RegionSums sums;
  double confirmed = 0;
  for (int iteration = 1; iteration < 9; ++iteration, error /= 4) {
    sums = sums_with_error(1, error);
    sums.absolute = 100;
    confirmed = confirmed_error(changes, sums, 5, many_regions, iteration);
  }
  EXPECT_NEAR(confirmed, min_observed_factor * sums.observed / 100 + 100 * relative_rounding,
              1e-6 * confirmed);
  EXPECT_EQ(confirmed, min_error(sums, 5));
}

TEST(LeastError, CountsAShareOfTheNullRules) {
  RegionSums sums = sums_with_error(1, 1e-3);
  const double without = min_error(sums, 5);
  sums.null = 1e-2;
  EXPECT_NEAR(min_error(sums, 5) - without, falling_null_share * sums.null, 1e-12);
  EXPECT_NEAR(min_error(sums, 5, reliable_regions - 1) - without,
              few_falling_null_share * sums.null, 1e-12);
  EXPECT_NEAR(min_error(sums, 3) - without, null_share * sums.null, 1e-12);
  // Signs cancel as those of the values.
  sums.absolute = 10;
  EXPECT_NEAR(min_error(sums, 5), .1 * (without + falling_null_share * sums.null), 1e-9);
  EXPECT_NEAR(min_error(sums, 3), .1 * without + null_share * sums.null, 1e-9);
}

TEST(AxisPart, CoverTheAxis) {
  for (const bool shifted : {false, true}) {
    for (const int cuts : {0, 1, 3}) {
      double end = 0;
      for (long long part = 0; part < axis_parts(cuts, shifted); ++part) {
        const AxisPart here = axis_part(cuts, shifted, part);
        EXPECT_EQ(here.lower, end) << shifted << " " << cuts << " " << part;
        end = here.lower + std::ldexp(1., -here.depth);
      }
      EXPECT_EQ(end, 1) << shifted << " " << cuts;
    }
  }
  // Half a part aside.
  EXPECT_EQ(axis_parts(2, true), 5);
  EXPECT_EQ(axis_part(2, true, 2).lower, .375);
}

TEST(RegionSlices, TakeOffWhatIsDone) {
  // Each region has an error of 1, all but the first ten one of 1/8.
  const auto sum = [](long long first, long long last) {
    RegionSums sums;
    for (long long region = first; region < last; ++region) {
      sums.value += 1;
      sums.unobserved += region < 10 ? 1 : .125;
    }
    return std::vector<RegionSums>{sums};
  };
  Refinement request;
  request.goal.epsrel = .01;
  request.goal.epsabs = 0;
  RegionSlices slices;
  EXPECT_FALSE(slices.active());
  // Half full: the slice is an eighth of the room.
  ASSERT_TRUE(slices.next(false, 1000, 2000, request, 5, sum));
  EXPECT_TRUE(slices.active());
  EXPECT_EQ(slices.begin(), 875);
  EXPECT_EQ(slices.end(), 1000);
  EXPECT_EQ(slices.limit(), 1750);
  EXPECT_DOUBLE_EQ(slices.goals()[0].rest.value, 875);
  // Of .8 times the tolerance, half by errors, half by numbers.
  const double share = .5 * 15.625 / 133.75 + .5 * .125;
  EXPECT_NEAR(slices.goals()[0].error, .8 * 10 * share, 1e-12);
  // It fills the memory, and is narrowed.
  ASSERT_TRUE(slices.next(false, 1740, 2000, request, 5, sum));
  EXPECT_EQ(slices.begin(), 1740 - 32);
  EXPECT_EQ(slices.finished(), 0);
  // It is done: the next one begins below.
  ASSERT_TRUE(slices.next(true, 1900, 2000, request, 5, sum));
  EXPECT_EQ(slices.finished(), 1900 - 1708);
  EXPECT_EQ(slices.end(), 1708);
  EXPECT_DOUBLE_EQ(slices.goals()[0].rest.value, 1900 - (1708 - slices.begin()));
  // No slice is larger than what is left, and the last one leaves nothing.
  ASSERT_TRUE(slices.next(true, 1708, 100000, request, 5, sum));
  EXPECT_EQ(slices.begin(), 0);
  EXPECT_FALSE(slices.next(true, slices.end(), 100000, request, 5, sum));
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
  EXPECT_EQ(bin_error(0), 1.25 * 0x1p-64);
  EXPECT_EQ(bin_error(nbins - 1), 1.75 * 0x1p63);
}

TEST(Marking, TakesWhatIsNeeded) {
  EXPECT_DOUBLE_EQ(needed_share(1, 1e-3), .5);
  EXPECT_DOUBLE_EQ(needed_share(1, 1.2), .4);
  const MarkingGoal goal{.5, 10, 100};
  EXPECT_FALSE(enough_marked(goal, 9, 1, 1));
  EXPECT_FALSE(enough_marked(goal, 99, .4, 1));
  EXPECT_TRUE(enough_marked(goal, 100, .4, 1));
  EXPECT_TRUE(enough_marked(goal, 10, .5, 1));
}

TEST(ComponentGoal, HasAUnitForEveryTolerance) {
  EXPECT_DOUBLE_EQ(component_goal({1e-3, 0, 0, 0}, {-2, 1}, {{-2, 1}, {}}, 1).tolerance, 2e-3);
  EXPECT_DOUBLE_EQ(component_goal({1e-3, 1, 0, 0}, {-2, 5}, {{-2, 5}, {}}, 5).tolerance, 1);
  EXPECT_DOUBLE_EQ(component_goal({1e-3, 0, 0, 0}, {-2, 1}, {{-2, 1}, {}}, 1).scale, 500);
  EXPECT_EQ(component_goal({1e-3, 1, 0, 0}, {-2, 1}, {{-2, 1}, {}}, 1).scale, 0);
  const ComponentGoal zero = component_goal({1e-3, 0, 0, 0}, {0, 1}, {{0, 1}, {}}, 4);
  EXPECT_EQ(zero.tolerance, 0);
  EXPECT_DOUBLE_EQ(zero.scale, 0x1p58);
}

}  // namespace
