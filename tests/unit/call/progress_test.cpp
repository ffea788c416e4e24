// The shares of an accuracy, and the guess of what is still needed.
#include "call/progress.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace cuboid::router {
namespace {

algorithm::Result result_of(std::vector<double> integral, std::vector<double> error) {
  algorithm::Result result(static_cast<int>(integral.size()));
  result.integral = std::move(integral);
  result.error = std::move(error);
  return result;
}

Goal goal_of(double epsrel, double epsabs) {
  Goal goal;
  goal.epsrel = epsrel;
  goal.epsabs = epsabs;
  return goal;
}

TEST(Shares, AreThoseOfTheWorstComponent) {
  const Shares shares = shares_of(result_of({1, -10}, {0.02, 0.4}), goal_of(0.01, 0.01));
  EXPECT_DOUBLE_EQ(shares.relative, 0.25);
  EXPECT_DOUBLE_EQ(shares.absolute, 0.025);
  EXPECT_DOUBLE_EQ(shares.either, 0.25);
}

TEST(Shares, CountTheLargerToleranceOfEachComponent) {
  const Shares shares = shares_of(result_of({1, 100}, {0.1, 2}), goal_of(0.01, 0.1));
  EXPECT_DOUBLE_EQ(shares.relative, 0.1);
  EXPECT_DOUBLE_EQ(shares.absolute, 0.05);
  EXPECT_DOUBLE_EQ(shares.either, 0.5);
}

TEST(Shares, AreAtMostOneAndUnknownWithoutAnEstimate) {
  EXPECT_EQ(shares_of(result_of({0}, {0}), goal_of(0.01, 0)).either, 1);
  EXPECT_EQ(shares_of(result_of({1}, {1e-9}), goal_of(0.01, 0)).either, 1);
  EXPECT_TRUE(std::isnan(shares_of(algorithm::Result(2), goal_of(0.01, 0.1)).either));
}

/// The guess at some number of evaluations, of an error that falls like a power.
double needed_at(double evaluations, double power) {
  Extrapolation extrapolation;
  const auto share = [power](double n) { return 1e-3 * std::pow(n, power); };
  for (double n = 10; n < evaluations; n *= 1.1) extrapolation.note(n, share(n));
  return extrapolation.needed(evaluations, share(evaluations));
}

TEST(Extrapolation, FollowsThePowerOfTheError) {
  for (const double evaluations : {40.0, 100.0, 300.0}) {
    EXPECT_NEAR(needed_at(evaluations, 0.5), 1e6, 1);
    EXPECT_NEAR(needed_at(evaluations, 1), 1e3, 1e-3);
  }
  EXPECT_EQ(needed_at(2e3, 1), 2e3);
}

TEST(Extrapolation, KnowsWhereItKnowsNothing) {
  Extrapolation extrapolation;
  EXPECT_TRUE(std::isnan(extrapolation.needed(100, 0.1)));
  EXPECT_TRUE(std::isnan(extrapolation.needed(100, std::nan(""))));
  EXPECT_TRUE(std::isinf(extrapolation.needed(100, 0)));
  extrapolation.note(100, 0.1);
  EXPECT_TRUE(std::isinf(extrapolation.needed(200, 0.1)));
}

}  // namespace
}  // namespace cuboid::router
