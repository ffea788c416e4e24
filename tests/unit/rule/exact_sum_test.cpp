// Sums that do not depend on the order of their terms, and the choice of regions by keys.
#include "rule/exact_sum.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <random>
#include <vector>

#include "rule/region_marking.hpp"
#include "rule/region_sums.hpp"

namespace {

using namespace cuboid::rule;

double exact_sum(const std::vector<double> &terms) {
  ExactSum sum{};
  for (const double term : terms) add(sum, exact_term(term), false);
  return rounded(sum);
}

TEST(ExactSum, IsTheNumberForASingleOne) {
  std::mt19937_64 random(1);
  for (int i = 0; i < 100000; ++i) {
    const double x = std::ldexp(1 + static_cast<double>(random() >> 12) * 0x1p-52,
                                static_cast<int>(random() % 2046) - 1022);
    EXPECT_EQ(exact_sum({x}), x);
    EXPECT_EQ(exact_sum({-x}), -x);
  }
  for (const double x : {0., 1., 4.9e-324, -4.9e-324, 2.2e-308, 1e-310, 1.7976931348623157e308})
    EXPECT_EQ(exact_sum({x}), x);
}

TEST(ExactSum, LosesNothing) {
  EXPECT_EQ(exact_sum({1e300, 1, -1e300}), 1);
  EXPECT_EQ(exact_sum({1e300, 1e-300, -1e300}), 1e-300);
  EXPECT_EQ(exact_sum({-1e300, -4.9e-324, 1e300}), -4.9e-324);
  EXPECT_EQ(exact_sum({1e308, 1e308, -1e308}), 1e308);
  EXPECT_EQ(exact_sum({1, -0x1p-60}), 1);
  std::vector<double> many(100000, .1);
  EXPECT_NEAR(exact_sum(many), 1e4, 1e-11);
}

TEST(ExactSum, IsCloseToThatInLongDouble) {
  std::mt19937_64 random(2);
  for (int run = 0; run < 200; ++run) {
    std::vector<double> terms;
    long double sum = 0, size = 0;
    for (int i = 0; i < 500; ++i) {
      terms.push_back(
          std::ldexp(static_cast<double>(random()) - 0x1p63, -static_cast<int>(random() % 90)));
      sum += terms.back();
      size += std::fabs(terms.back());
    }
    EXPECT_NEAR(
        exact_sum(terms), static_cast<double>(sum),
        std::fabs(static_cast<double>(sum)) * 0x1p-52 + static_cast<double>(size) * 0x1p-58);
  }
}

TEST(ExactSum, DependsNeitherOnTheOrderNorOnWhoAdds) {
  std::mt19937_64 random(3);
  std::vector<double> terms;
  for (int i = 0; i < 2000; ++i)
    terms.push_back(
        std::ldexp(static_cast<double>(random()) - 0x1p63, static_cast<int>(random() % 300) - 200));
  const double expected = exact_sum(terms);
  for (int run = 0; run < 20; ++run) {
    std::shuffle(terms.begin(), terms.end(), random);
    EXPECT_EQ(exact_sum(terms), expected);
    ExactSum parts[3] = {};
    for (std::size_t i = 0; i < terms.size(); ++i) add(parts[i % 3], exact_term(terms[i]), false);
    for (int k = 0; k < ExactSum::nlimbs; ++k)
      parts[0].limb[k] += parts[1].limb[k] + parts[2].limb[k];
    EXPECT_EQ(rounded(parts[0]), expected);
  }
}

TEST(ExactSum, ForgetsWhatIsTakenAway) {
  constexpr double infinity = std::numeric_limits<double>::infinity();
  ExactSum sum{};
  for (const double gone : {1e300, -3e-310, infinity, -infinity, std::nan("")}) {
    add(sum, exact_term(.7), false);
    add(sum, exact_term(gone), false);
    EXPECT_EQ(std::isfinite(rounded(sum)), std::isfinite(gone)) << gone;
    add(sum, exact_term(gone), true);
    EXPECT_EQ(rounded(sum), .7) << gone;
    add(sum, exact_term(.7), true);
    EXPECT_EQ(rounded(sum), 0);
  }
}

TEST(ExactRegionSums, AreThoseOfTheTerms) {
  std::mt19937_64 random(4);
  const auto number = [&] { return std::ldexp(static_cast<double>(random()) - 0x1p63, -70); };
  ExactRegionSums exact{};
  RegionSums plain;
  for (int i = 0; i < 1000; ++i) {
    RegionEstimate region;
    region.value = number();
    region.null = std::fabs(number());
    region.carried = i % 3 == 0 ? 0 : number();
    region.error = std::fabs(number());
    add(exact, region);
    add(plain, region_terms(region));
  }
  RegionSums sums = rounded(exact);
  for (int i = 0; i < nregion_sums; ++i)
    EXPECT_NEAR(region_sum(sums, i), region_sum(plain, i), 1e-13 * plain.absolute) << i;
}

TEST(MarkedBins, AreThoseThatFit) {
  const MarkingGoal goal{.5, 10, 100};
  const MarkedBins all = marked_bins(goal, 7, 40, 60);
  EXPECT_TRUE(all.whole);
  EXPECT_EQ(all.above + all.part, 100);
  const MarkedBins higher = marked_bins(goal, 7, 50, 60);
  EXPECT_TRUE(higher.whole);
  EXPECT_EQ(higher.threshold, 8);
  EXPECT_EQ(higher.above + higher.part, 50);
  const MarkedBins part = marked_bins(goal, 7, 49, 60);
  EXPECT_FALSE(part.whole);
  EXPECT_EQ(part.threshold, 7);
  EXPECT_EQ(part.above + part.part, 100);
}

TEST(KeyChoice, FindsAsManyAsAreWanted) {
  std::vector<unsigned long long> keys;
  for (int x = 0; x < 40; ++x)
    for (int y = 0; y < 50; ++y) {
      const double corner[] = {x / 64., y / 64.};
      keys.push_back(region_key(2, corner));
    }
  for (const long long wanted : {1ll, 2ll, 700ll, 1999ll}) {
    KeyChoice choice;
    choice.wanted = wanted;
    while (choice.open()) {
      std::array<long long, KeyChoice::ndigits> counts{};
      for (const unsigned long long key : keys) {
        const int digit = choice.digit(key);
        if (digit >= 0) ++counts[digit];
      }
      choice.take(counts);
    }
    EXPECT_EQ(std::count_if(keys.begin(), keys.end(),
                            [&](unsigned long long key) { return key < choice.bound; }),
              wanted);
  }
}

}  // namespace
