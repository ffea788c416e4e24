// Chi-square of estimates against its definition in higher precision.
#include "statistics/running_chi2.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <random>
#include <vector>

#include "statistics/scaled_chi2.hpp"

namespace {

using cuboid::statistics::RunningChi2;

struct Estimate {
  double value, inverse_variance;
};

double chi2_of(const std::vector<Estimate> &estimates) {
  RunningChi2 scatter;
  for (const Estimate &one : estimates) {
    const double before = scatter.chi2;
    scatter.add(one.value, one.inverse_variance);
    EXPECT_GE(scatter.chi2, before);
  }
  return scatter.chi2;
}

double by_definition(const std::vector<Estimate> &estimates) {
  long double weight = 0, mean = 0, chi2 = 0;
  for (const Estimate &one : estimates) weight += one.inverse_variance;
  for (const Estimate &one : estimates)
    mean += static_cast<long double>(one.inverse_variance) * one.value / weight;
  for (const Estimate &one : estimates)
    chi2 += one.inverse_variance * (one.value - mean) * (one.value - mean);
  return static_cast<double>(chi2);
}

std::vector<Estimate> some(int count, double offset, double sigma) {
  std::mt19937_64 random(5);
  std::normal_distribution<double> normal;
  std::vector<Estimate> estimates;
  for (int i = 0; i < count; ++i)
    estimates.push_back({offset + sigma * normal(random), 1 / (sigma * sigma)});
  return estimates;
}

TEST(RunningChi2, FollowsTheDefinition) {
  for (const double offset : {0., 1., -1e3})
    for (const int count : {1, 2, 3, 20, 500}) {
      const std::vector<Estimate> estimates = some(count, offset, .3);
      const double expected = by_definition(estimates);
      EXPECT_NEAR(chi2_of(estimates), expected, 1e-10 * expected + 1e-25);
    }
}

// The first iterations of PAGANI on a peak are far off, and the last ones agree in nine digits.
TEST(RunningChi2, KeepsItsDigitsWhereTheFirstEstimatesAreFarOff) {
  std::vector<Estimate> estimates{{0, 1e-26}, {5e12, 1e-25}};
  for (const Estimate &one : some(300, 1.28689e13, 1e4)) estimates.push_back(one);
  const double expected = by_definition(estimates);
  EXPECT_NEAR(chi2_of(estimates), expected, 1e-3 * expected);
}

TEST(RunningChi2, OfEqualEstimatesIsZero) {
  EXPECT_EQ(chi2_of({{.1, 7}, {.1, 11}, {.1, 3e7}}), 0);
}

TEST(ScaledChi2, HangsOnNoUnit) {
  // As cubature has them: far off at first, and with errors that fall.
  const double values[] = {0, 3, 1.25, 1.0625, 1.0078125};
  const double errors[] = {0, 2, 0.5, 0.0625, 0.015625};
  const auto chi2 = [&](double unit) {
    cuboid::statistics::ScaledChi2 scatter;
    for (int i = 1; i < 5; ++i) scatter.add(values[i] * unit, errors[i] * unit);
    return scatter.chi2();
  };
  for (const int exponent : {-1000, -700, -500, 400, 500, 700, 1000})
    EXPECT_EQ(chi2(std::ldexp(1, exponent)), chi2(1)) << exponent;
}

TEST(ScaledChi2, TakesWhatGrowsByAllThatADoubleHolds) {
  cuboid::statistics::ScaledChi2 scatter;
  for (const double size : {0., 1e-300, 1e-10, 1e150, 1e300, 1e300}) scatter.add(size, size / 8);
  EXPECT_TRUE(scatter.sound());
  EXPECT_TRUE(std::isfinite(scatter.chi2()));
}

}  // namespace
