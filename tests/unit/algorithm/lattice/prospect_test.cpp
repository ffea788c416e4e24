// When VEGAS+ is to go on instead of lattices.
#include "algorithm/lattice/prospect.hpp"

#include <gtest/gtest.h>

#include <limits>

namespace {

using namespace cuboid;
using algorithm::LatticeEstimate;
using algorithm::needed_by_vegas_plus;
using algorithm::vegas_plus_does_better;

constexpr Goal endless{0, 0, 0, 1 << 30};

LatticeEstimate estimate_of(double error, bool skewed = false) {
  LatticeEstimate estimate;
  estimate.integral = {1};
  estimate.error = {error};
  estimate.skewed = skewed;
  return estimate;
}

TEST(Prospect, IsThatOfTheSmallerErrorAtTheEnd) {
  const std::vector<double> deviation{1};
  const auto better = [&](double error, double rate, double remaining) {
    const LatticeEstimate estimate = estimate_of(error);
    return vegas_plus_does_better({estimate, 1e4, rate, deviation, remaining}, endless);
  };
  // Half of the deviation over 1000 is 5e-4 for VEGAS+.
  EXPECT_TRUE(better(5.1e-3, 0.5, 1e6));
  EXPECT_FALSE(better(4.9e-3, 0.5, 1e6));
  // An error that falls faster makes up for more.
  EXPECT_FALSE(better(4.9e-2, 1, 1e6));
  EXPECT_TRUE(better(5.1e-2, 1, 1e6));
  // And with next to nothing left nobody gets better.
  EXPECT_FALSE(better(1e-2, 0.5, 100));
  EXPECT_FALSE(better(1e-2, 0.5, 0));
  EXPECT_FALSE(better(1e-2, 0.5, -100));
}

TEST(Prospect, EndsAtTheTolerance) {
  const std::vector<double> deviation{1};
  const LatticeEstimate estimate = estimate_of(4e-3);
  Goal goal = endless;
  EXPECT_FALSE(vegas_plus_does_better({estimate, 1e4, 1, deviation, 1e8}, goal));
  // That needs few evaluations, in which the error of the lattice would not fall far.
  goal.epsrel = 3e-3;
  EXPECT_NEAR(needed_by_vegas_plus({estimate, 1e4, 1, deviation, 1e8}, goal), 1e6 / 36, 1);
  EXPECT_TRUE(vegas_plus_does_better({estimate_of(1e-2), 1e4, 1, deviation, 1e8}, goal));
  EXPECT_FALSE(vegas_plus_does_better({estimate_of(1e-2), 1e4, 1, deviation, 1e8}, endless));
}

TEST(Prospect, IsUnknownWithoutSamples) {
  const LatticeEstimate bad = estimate_of(0.5, true);
  EXPECT_FALSE(vegas_plus_does_better({bad, 1e4, 0, {}, 1e8}, endless));
  const LatticeEstimate good = estimate_of(1e-3);
  EXPECT_FALSE(vegas_plus_does_better({good, 1e4, 0.5, {0}, 1e8}, endless));
  EXPECT_FALSE(vegas_plus_does_better(
      {good, 1e4, 0.5, {std::numeric_limits<double>::infinity()}, 1e8}, endless));
}

TEST(Prospect, IsPoorWhereNoDigitCanBeBelieved) {
  const std::vector<double> large{1e9};
  const auto better = [&](double error, bool skewed, double rate) {
    const LatticeEstimate estimate = estimate_of(error, skewed);
    return vegas_plus_does_better({estimate, 1e4, rate, large, 1e6}, endless);
  };
  EXPECT_TRUE(better(0.05, true, 1));
  EXPECT_TRUE(better(0.05, false, 0.3));
  EXPECT_FALSE(better(0.05, false, 0.5));
  EXPECT_FALSE(better(0.005, true, 0.3));
}

}  // namespace
