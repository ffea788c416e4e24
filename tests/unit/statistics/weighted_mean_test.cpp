// Weighted means and chi-square against their definitions in higher precision.
#include "statistics/weighted_mean.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <random>
#include <vector>

namespace {

using cuboid::statistics::WeightedMean;

struct Estimate {
  double value, inverse_variance;
};

struct Moments {
  long double weight = 0, mean = 0, chi2 = 0;
};

Moments by_definition(const std::vector<Estimate> &estimates) {
  Moments moments;
  for (const Estimate &e : estimates) moments.weight += e.inverse_variance;
  for (const Estimate &e : estimates)
    moments.mean += static_cast<long double>(e.inverse_variance) * e.value / moments.weight;
  for (const Estimate &e : estimates)
    moments.chi2 += e.inverse_variance * (e.value - moments.mean) * (e.value - moments.mean);
  return moments;
}

TEST(WeightedMean, FollowsTheDefinition) {
  std::mt19937_64 random(3);
  std::normal_distribution<double> normal;
  for (const double offset : {0., 1., -1e3})
    for (const int count : {1, 2, 3, 20, 500}) {
      std::vector<Estimate> estimates;
      WeightedMean mean;
      for (int k = 0; k < count; ++k) {
        const double sigma = std::exp(normal(random));
        estimates.push_back({offset + sigma * normal(random), 1 / (sigma * sigma)});
        mean.add(estimates.back().value, estimates.back().inverse_variance);
      }
      const Moments expected = by_definition(estimates);
      const auto chi2 = static_cast<double>(expected.chi2);
      const double average = mean.weighted / mean.weight;
      EXPECT_NEAR(mean.weight, static_cast<double>(expected.weight), 1e-13 * mean.weight);
      EXPECT_NEAR(average, static_cast<double>(expected.mean), 1e-13 * (1 + std::fabs(offset)));
      EXPECT_NEAR(mean.chi2(average), chi2, 1e-11 * (1 + std::fabs(offset)) * (1 + chi2))
          << offset << ' ' << count;
    }
}

// Sums of squares would have lost everything here.
TEST(WeightedMean, KeepsDigitsWhereEstimatesAgree) {
  const std::vector<Estimate> estimates{{1 + 1e-9, 1e18}, {1 - 1e-9, 1e18}, {1, 2e18}};
  WeightedMean mean;
  for (const Estimate &e : estimates) mean.add(e.value, e.inverse_variance);
  EXPECT_NEAR(mean.chi2(mean.weighted / mean.weight),
              static_cast<double>(by_definition(estimates).chi2), 1e-6);
}

TEST(WeightedMean, OneEstimateHasNoChi2) {
  WeightedMean mean;
  mean.add(-7.25, 3);
  EXPECT_EQ(mean.weight, 3);
  EXPECT_EQ(mean.weighted, -21.75);
  EXPECT_EQ(mean.chi2(-7.25), 0);
}

TEST(WeightedMean, OfSeveralUnitsIsThatInTheLargest) {
  WeightedMean mean, same;
  const double large = 0x1p20;
  mean.add(3, 4, 1);
  mean.add(5, 2, large);
  mean.add(7, 8, 1);
  same.add(3 / large, 4 * large * large);
  same.add(5, 2);
  same.add(7 / large, 8 * large * large);
  EXPECT_EQ(mean.unit, large);
  EXPECT_EQ(mean.weight, same.weight);
  EXPECT_EQ(mean.weighted, same.weighted);
  EXPECT_EQ(mean.chi2(1), same.chi2(1));
}

TEST(WeightedMean, OfUnitsThatAreFarApartIsANumber) {
  for (const double first : {0x1p-1000, 1., 0x1p1000})
    for (const double second : {0x1p-1000, 1., 0x1p1000}) {
      WeightedMean mean;
      mean.add(1.5, 100, first);
      mean.add(1.25, 200, second);
      mean.add(1.5, 100, first);
      EXPECT_TRUE(mean.sound()) << first << ' ' << second;
      EXPECT_TRUE(std::isfinite(mean.weighted / mean.weight * mean.unit));
    }
}

}  // namespace
