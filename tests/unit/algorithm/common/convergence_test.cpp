// When a result that is looked at again and again is called converged.
#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <random>
#include <string>
#include <tuple>
#include <utility>

#include "algorithm/common/convergence.hpp"
#include "algorithm/common/iterations.hpp"
#include "statistics/student.hpp"

namespace {

using namespace cuboid;
using namespace cuboid::algorithm;

Result result_of(double integral, double error, std::int64_t neval) {
  Result result(1);
  result.integral = {integral};
  result.error = {error};
  result.neval = neval;
  result.niterations = 5;
  return result;
}

constexpr Goal percent{1e-2, 0, 0, 1000000};

TEST(Convergence, ASuccessThatSingleSamplesDecideIsConfirmed) {
  Convergence convergence(percent);
  Result result = result_of(1, 0.009, 10000);
  convergence.decide(result, {8000, false, true}, false);
  EXPECT_FALSE(result.converged);
  EXPECT_EQ(convergence.due(), 14000);
  // A look in between says nothing, whatever it sees.
  result = result_of(1, 0.5, 12000);
  convergence.decide(result, {8000, false, true}, false);
  EXPECT_EQ(convergence.due(), 14000);
  result = result_of(1, 0.008, 14000);
  convergence.decide(result, {12000, false, true}, false);
  EXPECT_TRUE(result.converged);
}

TEST(Convergence, AdvisesMoreEvaluationsThanWereSpent) {
  const auto advice = [](double error) {
    Result result = result_of(1, error, 1002700);
    remark_on_effort(result, percent);
    return result.remark;
  };
  EXPECT_NE(advice(0.02).find("takes about 4e+06 evaluations"), std::string::npos) << advice(0.02);
  EXPECT_NE(advice(0.0101).find("takes about 1.02e+06 evaluations"), std::string::npos)
      << advice(0.0101);
}

TEST(Convergence, AMissIsALookThatMisses) {
  for (const std::int64_t later : {12000, 14000}) {
    Convergence decisions(percent), misses(percent);
    Result result = result_of(1, 0.009, 10000);
    for (Convergence *one : {&decisions, &misses}) one->decide(result, {8000, false, true}, false);
    result = result_of(1, 0.5, later);
    decisions.decide(result, {8000, false, true}, false);
    result.converged = true;
    misses.miss(result);
    EXPECT_FALSE(result.converged);
    EXPECT_EQ(decisions.due(), misses.due());
    EXPECT_EQ(misses.due(), later < 14000 ? 14000 : 0);
  }
}

// Also where iterations at the beginning have seen little, or little varied in them.
TEST(Iterations, AreCertainToMissOnlyWhatTheyMiss) {
  std::mt19937_64 random(1);
  std::uniform_real_distribution<double> uniform(0, 1);
  std::normal_distribution<double> normal;
  int certain = 0, missed = 0;
  for (int list = 0; list < 3000; ++list) {
    Iterations iterations(1);
    const double scale = std::pow(10, 20 * uniform(random) - 10);
    const int count = 1 + static_cast<int>(12 * uniform(random));
    for (int i = 0; i < count; ++i) {
      const bool blind = i < 3 && uniform(random) < .3;
      const double error = scale * std::pow(10, -3 * uniform(random)) * (blind ? 1e-3 : 1);
      const double value = scale * (blind ? .2 : 1) + error * normal(random);
      iterations.add({{value}, {error}, {1}, {.3 * uniform(random)}, 1000 + 500 * i});
    }
    Goal goal = percent;
    goal.epsrel = std::pow(10, -4 * uniform(random));
    if (list % 3 == 0) goal.epsabs = goal.epsrel * scale;
    Result result(1);
    iterations.combine(result);
    const bool misses = !accurate(result, goal);
    if (iterations.certain_to_miss(goal)) {
      EXPECT_TRUE(misses) << list;
      ++certain;
    }
    missed += misses;
  }
  EXPECT_GT(certain, .7 * missed);
  EXPECT_LT(certain, 2900);
}

TEST(Convergence, CertaintyIsAskedForWhereFurtherSamplesMayFollow) {
  Goal sure = percent;
  sure.certainty = 1.5;
  Convergence convergence(sure);
  Result result = result_of(1, 0.009, 10000);
  convergence.decide(result, {8000, true, true}, false);
  EXPECT_FALSE(result.converged);
  result = result_of(1, 0.006, 20000);
  convergence.decide(result, {18000, true, true}, false);
  EXPECT_TRUE(result.converged);
  // Of what maxeval ends no more is asked than the tolerance.
  Convergence exhausted(sure);
  result = result_of(1, 0.009, 10000);
  exhausted.decide(result, {8000, true, true}, true);
  EXPECT_TRUE(result.converged);
  sure.goes_on = true;
  Convergence going_on(sure);
  going_on.decide(result, {8000, true, true}, true);
  EXPECT_FALSE(result.converged);
}

TEST(Convergence, ASuccessThatIsNotConfirmedIsNone) {
  Convergence convergence(percent);
  Result result = result_of(1, 0.009, 10000);
  convergence.decide(result, {8000, false, true}, false);
  result = result_of(1, 0.02, 14000);
  convergence.decide(result, {12000, false, true}, false);
  EXPECT_FALSE(result.converged);
  EXPECT_EQ(convergence.due(), 0);
  // The next one has to be confirmed as well.
  result = result_of(1, 0.009, 20000);
  convergence.decide(result, {18000, false, true}, false);
  EXPECT_FALSE(result.converged);
  EXPECT_EQ(convergence.due(), 29000);
}

TEST(Convergence, NothingIsConfirmedThatWasSettledOrFixedBefore) {
  Convergence settled(percent);
  Result result = result_of(1, 0.009, 10000);
  settled.decide(result, {8000, true, true}, false);
  EXPECT_TRUE(result.converged);
  Convergence exhausted(percent);
  exhausted.decide(result, {8000, false, true}, true);
  EXPECT_TRUE(result.converged);
  result.trusted = false;
  exhausted.decide(result, {8000, true, true}, true);
  EXPECT_FALSE(result.converged);
}

TEST(Convergence, ZerosEndARunAfterManyOfThem) {
  Convergence convergence(percent);
  Result result = result_of(0, 0, min_for_zeros_alone - 1);
  convergence.decide(result, {10000, true, true}, false);
  EXPECT_FALSE(result.converged);
  EXPECT_TRUE(only_zeros(result));
  result = result_of(0, 0, min_for_zeros_alone);
  convergence.decide(result, {10000, true, true}, false);
  EXPECT_TRUE(result.converged);
  // The caller says how many are enough.
  Goal told = percent;
  told.epsabs = 1e-9;
  told.mineval = 1000;
  Convergence by_caller(told);
  result = result_of(0, 0, 1000);
  by_caller.decide(result, {1000, true, true}, true);
  EXPECT_FALSE(too_few_zeros(result, told));
}

TEST(Convergence, AZeroBesideOthersPreventsNoSuccess) {
  Convergence convergence(percent);
  Result result(2);
  result.integral = {1, 0};
  result.error = {0.001, 0};
  result.niterations = 5;
  result.neval = 20000;
  convergence.decide(result, {10000, true, true}, false);
  EXPECT_FALSE(result.converged);
  convergence.decide(result, {10000, true, true}, true);
  EXPECT_TRUE(result.converged);
  remark_on_values(result, percent);
  EXPECT_NE(result.remark.find("of a component were zero"), std::string::npos) << result.remark;
}

TEST(Convergence, AValueBelowItsErrorIsRemarkedOn) {
  Convergence convergence({1e-2, 1, 0, 1000000});
  Result result = result_of(0.1, 0.2, 10000);
  convergence.decide(result, {10000, true, true}, false);
  EXPECT_TRUE(result.converged);
  Result of_vector = result;
  Goal vector;
  vector.norm = ErrorNorm::vector_l2;
  remark_on_values(of_vector, vector);
  EXPECT_EQ(of_vector.remark, "");
  remark_on_values(result, Goal{});
  EXPECT_NE(result.remark.find("smaller than its error"), std::string::npos) << result.remark;
  EXPECT_STREQ(tolerance_met(result, {1e-2, 1}), " (absolute)");
  EXPECT_STREQ(tolerance_met(result, {2, 0}), " (relative)");
}

TEST(Convergence, ErrorsLeaveRoomForWhatMayHide) {
  const Goal goal{1e-3, 0, 0, 1000000};
  Convergence convergence(goal);
  // Values that have hardly varied say nothing of what was not met.
  Result result = result_of(-2, 1e-9, 2000);
  convergence.decide(result, {2000, true, true}, false);
  EXPECT_NEAR(result.error[0], 3 * 2 / 2000., 1e-9);
  EXPECT_FALSE(result.converged);
  result = result_of(-2, 1e-9, 4000);
  convergence.decide(result, {4000, true, true}, false);
  EXPECT_NEAR(result.error[0], 3 * 2 / 4000., 1e-9);
  EXPECT_TRUE(result.converged);
  EXPECT_NE(result.remark.find("what so many may have missed"), std::string::npos) << result.remark;
  // An error that says something stays, but proves nothing before so many samples.
  result = result_of(-2, 1.5e-3, 4000);
  convergence.decide(result, {4000, true, true}, false);
  EXPECT_EQ(result.error[0], 1.5e-3);
  EXPECT_TRUE(result.converged);
  EXPECT_EQ(result.remark, "");
  result = result_of(-2, 1.5e-3, 2000);
  convergence.decide(result, {2000, true, true}, false);
  EXPECT_FALSE(result.converged);
  // One that is too large says so by itself.
  result = result_of(-2, 1, 20);
  convergence.decide(result, {20, true, true}, false);
  EXPECT_EQ(result.error[0], 1);
}

TEST(Convergence, OfSmoothIntegrandsLessMayHide) {
  Convergence convergence({1e-3, 0, 0, 1000000});
  const ConvergenceState state{2000, true, true, Allowance::part_of_tolerance};
  Result result = result_of(1, 1e-9, 2000);
  convergence.decide(result, state, false);
  EXPECT_NEAR(result.error[0], 0.5e-3, 1e-9);
  EXPECT_TRUE(result.converged);
  EXPECT_EQ(result.remark, "");
}

TEST(Convergence, WhereSamplesAreSparseMoreMayHide) {
  Convergence convergence({1e-2, 0, 0, 1000000});
  ConvergenceState state{4000, true, true};
  state.even_samples = 1000;
  Result result = result_of(1, 1e-9, 4000);
  convergence.decide(result, state, false);
  EXPECT_NEAR(result.error[0], 3e-3, 1e-9);
}

TEST(Convergence, ComponentsHaveInCommonWhatMayHide) {
  Convergence convergence({1e-2, 0, 0, 1000000});
  Result result(2);
  result.integral = {1, -2};
  result.error = {0, 0};
  result.covariance = {0, 0, 0};
  result.neval = 3000;
  convergence.decide(result, {3000, true, true}, false);
  EXPECT_NEAR(result.error[0], 1e-3, 1e-12);
  EXPECT_NEAR(result.covariance[0], 1e-6, 1e-15);
  EXPECT_NEAR(result.covariance[1], -2e-6, 1e-15);
  EXPECT_NEAR(result.covariance[2], 4e-6, 1e-15);
}

IterationEstimate estimate(double integral, double error, double dominance) {
  return {{integral}, {error}, {1}, {dominance}, 1000};
}

TEST(Iterations, OfAConstantAreNotLeftOutForTheirRounding) {
  Iterations iterations(1);
  const double rounding[] = {3.7e-9, 0, 2.2e-9, 2.9e-9, 2.4e-9, 0};
  for (const double error : rounding) iterations.add(estimate(1, error, 1e-3));
  Result result(1);
  iterations.combine(result);
  EXPECT_EQ(result.left_out, 0);
}

TEST(Iterations, HaveTheSkewnessOfTheirMean) {
  Iterations even(1);
  Iterations skewed(1);
  constexpr int count = 24;
  for (int i = 0; i < count; ++i) {
    even.add(estimate(i % 2, 1, 0));
    skewed.add(estimate(i % 8 == 0 ? 1 : 0, 1, 0));
  }
  EXPECT_EQ(even.skewness()[0], 0);
  // Of a number that is 1 in one case of eight it is 3 / 4 / sqrt(1 / 8 * 7 / 8).
  const double one = 0.75 / std::sqrt(7 / 64.0);
  EXPECT_NEAR(skewed.skewness()[0], std::sqrt(one * one / count - 6.0 / (count * count)), 1e-12);
}

TEST(Iterations, ThatHangOnSingleSamplesAreNotTrusted) {
  // Shares of the largest sample as a tail of infinite variance has them: the last one is small.
  Iterations heavy(1);
  for (const double dominance : {0.5, 0.6, 0.3, 0.7, 0.02})
    heavy.add(estimate(1, dominance > 0.1 ? 0.02 : 0.01, dominance));
  Result result(1);
  heavy.combine(result);
  EXPECT_FALSE(result.trusted);
  EXPECT_NE(result.remark.find("single samples"), std::string::npos) << result.remark;
  // Where each iteration has the same variance, what dominates it is no chance.
  Iterations kink(1);
  for (int i = 0; i < 5; ++i) kink.add(estimate(1 + 0.01 * i, 0.02, 0.9));
  kink.combine(result);
  EXPECT_TRUE(result.trusted) << result.remark;
  // A sample no larger than others is no sign of anything.
  Iterations smooth(1);
  for (const double error : {1e-4, 2e-4, 1e-4, 2e-4, 1e-4}) smooth.add(estimate(1, error, 0.9));
  EXPECT_TRUE(smooth.combine(result).settled);
  EXPECT_TRUE(result.trusted) << result.remark;
  // Shares that say nothing against the error are no reason to stop at the first good look.
  Iterations skewed(1);
  for (const double error : {0.1, 0.2, 0.1, 0.2, 0.1}) skewed.add(estimate(1, error, 0.08));
  EXPECT_FALSE(skewed.combine(result).settled);
  EXPECT_TRUE(result.trusted) << result.remark;
}

TEST(Convergence, IsNotClaimedWithoutSupport) {
  Convergence convergence(percent);
  Result result = result_of(1, 0.001, 100000);
  convergence.decide(result, {80000, true, false}, true);
  EXPECT_FALSE(result.converged);
  EXPECT_NE(result.remark.find("relied on"), std::string::npos) << result.remark;
  convergence.decide(result, {80000, true, true}, true);
  EXPECT_TRUE(result.converged);
}

TEST(Iterations, WithAGreatValueAreNotLeftOutForIt) {
  const auto left_out = [](double share_of_greatest) {
    Iterations spike(1);
    for (const double error : {0.01, 0.011, 0.01, 0.011, 0.2, 0.01, 0.011, 0.01, 0.011})
      spike.add(estimate(1, error, error > 0.1 ? share_of_greatest : 0));
    Result result(1);
    spike.combine(result);
    return result.left_out;
  };
  EXPECT_EQ(left_out(0.9), 0);
  // What many samples make up is the map.
  EXPECT_EQ(left_out(0.01), 5);
  // What comes before all others may be the map that was not yet good.
  Iterations falling(1);
  for (const double error : {0.2, 0.1, 0.01, 0.011, 0.01, 0.011})
    falling.add(estimate(1, error, 0));
  Result result(1);
  falling.combine(result);
  EXPECT_EQ(result.left_out, 2);
}

TEST(Iterations, SupportTheirResult) {
  Result result(1);
  // The last two of five.
  Iterations few(1);
  for (const double error : {0.2, 0.2, 0.2, 0.01, 0.01}) few.add(estimate(1, error, 0));
  const ConvergenceState state = few.combine(result);
  EXPECT_EQ(result.left_out, 3);
  ASSERT_EQ(state.error_at_worst.size(), 1u);
  EXPECT_NEAR(state.error_at_worst[0], 0.0693, 1e-4);
  few.add(estimate(1, 0.01, 0));
  EXPECT_EQ(few.combine(result).error_at_worst, result.error);
}

/// The error of the mean over that of an iteration, and what a success needs over it.
std::pair<double, double> widening_of(const std::vector<double> &errors, double dominance) {
  Iterations iterations(1);
  double square = 0;
  for (const double error : errors) {
    iterations.add(estimate(1, error, dominance));
    square += error * error;
  }
  Result result(1);
  const ConvergenceState state = iterations.combine(result);
  EXPECT_TRUE(state.supported);
  EXPECT_EQ(result.left_out, 0);
  return {result.error[0] * static_cast<double>(errors.size()) / std::sqrt(square),
          state.error_at_worst[0] / result.error[0]};
}

TEST(Iterations, SayHowLittleIsKnownOfTheirVariance) {
  // Variances that say little of the variance, and such as fall with a map that gets better.
  auto [of_error, at_worst] = widening_of({0.01, 0.02, 0.01}, 0);
  EXPECT_NEAR(of_error, statistics::three_sigma_factor(2 / 0.375), 1e-9);
  EXPECT_EQ(at_worst, 1);
  std::tie(of_error, at_worst) = widening_of({0.014, 0.0125, 0.0115, 0.0105, 0.01}, 0);
  EXPECT_LT(of_error, 1.05);
  EXPECT_EQ(at_worst, 1);
  // One of which the others are nothing, and one alone.
  std::tie(of_error, at_worst) = widening_of({0.01, 0.03, 0.01}, 1);
  EXPECT_NEAR(of_error, statistics::three_sigma_factor(2 / (0.81 * 0.81)), 1e-9);
  EXPECT_NEAR(of_error * at_worst, 78.6, 1e-9);
  EXPECT_EQ(widening_of({0.01}, 0).second, std::numeric_limits<double>::infinity());
  // However well three iterations agree, half a variance may be one sample.
  EXPECT_LT(widening_of({1e-4, 1e-4, 1e-4}, 0.2).first, 1.05);
  EXPECT_GT(widening_of({1e-4, 1e-4, 1e-4}, 0.5).first, 1.1);
}

TEST(Convergence, NeedsAnErrorThatIsSmallEnoughAtWorst) {
  for (const double error_at_worst : {0.009, 0.011}) {
    Convergence convergence(percent);
    Result result = result_of(1, 0.001, 100000);
    ConvergenceState state{80000, true, true};
    state.error_at_worst = {error_at_worst};
    convergence.decide(result, state, true);
    EXPECT_EQ(result.converged, error_at_worst < 0.01);
  }
}

TEST(Iterations, HaveALargerErrorWhereItsVarianceIsUncertain) {
  // Shares of 0.3 in four iterations: uncertain by 0.15, which are 89 degrees of freedom.
  Iterations iterations(1);
  for (int i = 0; i < 4; ++i) iterations.add(estimate(1, 1e-3, 0.3));
  Result result(1);
  iterations.combine(result);
  const double factor = statistics::three_sigma_factor(2 / (0.15 * 0.15));
  EXPECT_GT(factor, 1.028);
  EXPECT_NEAR(result.error[0], 1e-3 / 2 * factor, 1e-12);
  EXPECT_NEAR(result.covariance[0], result.error[0] * result.error[0], 1e-12);
}

// With chi2 = 4.5 for 2 degrees of freedom beside 20: the error grows by the root of 24.5 / 22.
TEST(Iterations, ThatDifferMoreThanTheirErrorsHaveALargerOne) {
  const auto error_of = [](double difference) {
    Iterations iterations(1);
    for (const double value : {1 - difference, 1.0, 1 + difference})
      iterations.add({{value}, {0.01}, {1}, {0}, 1000});
    Result result(1);
    iterations.combine(result);
    return result.error[0];
  };
  const double alike = error_of(0.005);
  EXPECT_NEAR(alike, 0.01 / std::sqrt(3.0), 1e-6);
  EXPECT_NEAR(error_of(0.015), alike * std::sqrt(24.5 / 22), 1e-6);
  EXPECT_DOUBLE_EQ(error_of(0.01), alike);  // chi2 = dof
}

TEST(Iterations, ThatHangOnHypercubesAreNotTrusted) {
  const auto trusted = [](double dominance, bool of_cubes) {
    Iterations iterations(1);
    iterations.set_shares_of_cubes(of_cubes);
    for (int i = 0; i < 12; ++i) iterations.add(estimate(1, i % 3 == 0 ? 2e-4 : 1e-4, dominance));
    Result result(1);
    iterations.combine(result);
    return result.trusted;
  };
  EXPECT_FALSE(trusted(0.3, true));
  EXPECT_TRUE(trusted(0.1, true));
  EXPECT_TRUE(trusted(0.3, false));
}

TEST(Iterations, HaveAnErrorThatCoversWhatEarlierOnesSawMore) {
  // A map that leaves next to no samples behind a jump.
  Iterations blind(1);
  for (const double integral : {1.0, 1.01, 0.99}) blind.add(estimate(integral, 0.01, 0));
  for (const double integral : {0.5, 0.501, 0.499, 0.5}) blind.add(estimate(integral, 0.001, 0));
  Result result(1);
  blind.combine(result);
  EXPECT_EQ(result.missed, 3);
  EXPECT_NEAR(result.error[0], 0.51, 1e-3);
  EXPECT_NEAR(result.covariance[0], result.error[0] * result.error[0], 1e-12);
  // Each of those that are left out agrees with the others, but not all of them together.
  Iterations slowly(1);
  for (int i = 0; i < 12; ++i) slowly.add(estimate(1.02, 0.01, 0));
  for (const double integral : {0.98, 0.981, 0.979}) slowly.add(estimate(integral, 0.001, 0));
  slowly.combine(result);
  EXPECT_EQ(result.missed, 0);
  EXPECT_EQ(result.left_out, 12);
  EXPECT_NEAR(result.error[0], 0.04, 1e-3);
  // What is no larger was missed, and found later.
  Iterations late(1);
  for (const double integral : {0.5, 0.501, 0.499}) late.add(estimate(integral, 0.001, 0));
  for (const double integral : {1.0, 1.01, 0.99, 1.0}) late.add(estimate(integral, 0.01, 0));
  late.combine(result);
  EXPECT_EQ(result.missed, 3);
  EXPECT_LT(result.error[0], 0.01);
}

TEST(Iterations, AreLeftOutOnlyWhereItPays) {
  Iterations iterations(1);
  for (const double error : {0.02, 0.0102, 0.01, 0.0102, 0.01})
    iterations.add(estimate(1, error, 0));
  Result result(1);
  iterations.combine(result);
  EXPECT_EQ(result.left_out, 1);
}

}  // namespace
