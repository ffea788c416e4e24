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

/// The sum of signed numbers is that of those above 0, less that of the sizes of the others.
struct SignedSum {
  ExactSum above{};
  ExactSum below{};

  void add(double term, bool away = false) {
    cuboid::rule::add(term < 0 ? below : above, exact_term(term), away);
  }
  double rounded() const { return cuboid::rule::rounded(above, below, -1); }
};

double exact_sum(const std::vector<double> &terms) {
  SignedSum sum;
  for (const double term : terms) sum.add(term);
  return sum.rounded();
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

TEST(ExactSum, LosesNoMoreThanAPartOfTheLargestTerm) {
  EXPECT_EQ(exact_sum({0x1p900, 0x1p820, -0x1p900}), 0x1p820);
  EXPECT_EQ(exact_sum({-1, -0x1p-80, 1}), -0x1p-80);
  EXPECT_EQ(exact_sum({0x1p-1000, -0x1p-1074, -0x1p-1000}), -0x1p-1074);
  EXPECT_EQ(exact_sum({1e308, 1e308, -1e308}), 1e308);
  EXPECT_EQ(exact_sum({1, -0x1p-60}), 1);
  std::vector<double> many(100000, .1);
  EXPECT_NEAR(exact_sum(many), 1e4, 1e-11);
  // A million of terms that are all but left out.
  many.assign(1000001, 0x1.fffffffffffffp-60);
  many[500000] = 1;
  EXPECT_NEAR(exact_sum(many), 1 + 1e6 * 0x1p-59, 0x1p-52);
}

TEST(ExactSum, IsThatOfTheDigitsThatCountBesideTheLargestTerm) {
  // Digits are left out term by term, whatever comes first: of two sums alone, neither would be.
  const std::vector<double> small(1 << 14, 0x1.8p-95);
  std::vector<double> terms = small;
  terms.insert(terms.begin() + 5000, 1);
  terms.push_back(-1);
  EXPECT_EQ(exact_sum(small), 0x1.8p-81);
  EXPECT_EQ(exact_sum(terms), 0);
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
    SignedSum parts[3];
    for (std::size_t i = 0; i < terms.size(); ++i) parts[i % 3].add(terms[i]);
    for (int k = 0; k < ExactSum::nlimbs; ++k) {
      parts[0].above.limb[k] += parts[1].above.limb[k] + parts[2].above.limb[k];
      parts[0].below.limb[k] += parts[1].below.limb[k] + parts[2].below.limb[k];
    }
    EXPECT_EQ(parts[0].rounded(), expected);
  }
}

TEST(ExactSum, ForgetsWhatIsTakenAway) {
  constexpr double infinity = std::numeric_limits<double>::infinity();
  SignedSum sum;
  for (const double gone : {1e300, -3e-310, infinity, -infinity, std::nan("")}) {
    sum.add(.7);
    sum.add(gone);
    EXPECT_EQ(std::isfinite(sum.rounded()), std::isfinite(gone)) << gone;
    sum.add(gone, true);
    EXPECT_EQ(sum.rounded(), .7) << gone;
    sum.add(.7, true);
    EXPECT_EQ(sum.rounded(), 0);
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
    region.plain = i % 4 == 0 ? region.null : 2 * region.null;
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
  const MarkedBins all = marked_bins(goal, 7, 40, 60, false);
  EXPECT_TRUE(all.whole);
  EXPECT_EQ(all.above + all.part, 100);
  const MarkedBins higher = marked_bins(goal, 7, 50, 60, false);
  EXPECT_TRUE(higher.whole);
  EXPECT_EQ(higher.threshold, 8);
  EXPECT_EQ(higher.above + higher.part, 50);
  const MarkedBins part = marked_bins(goal, 7, 49, 60, false);
  EXPECT_FALSE(part.whole);
  EXPECT_EQ(part.threshold, 7);
  EXPECT_EQ(part.above + part.part, 100);
}

TEST(MarkedBins, AreNotFilledUpWithFarMoreThanTheNumber) {
  const MarkingGoal goal{.5, 10, 100};
  const auto split = [&](long long above, long long inside, bool carried) {
    const MarkedBins marked = marked_bins(goal, 7, above, inside, carried);
    EXPECT_EQ(marked.threshold, marked.part > 0 ? 7 : 8);
    EXPECT_TRUE(marked.whole);
    return marked.above + marked.part;
  };
  EXPECT_EQ(split(4, 16, true), 20);
  EXPECT_EQ(split(4, 17, true), 4);
  EXPECT_EQ(split(4, 500, true), 4);
  EXPECT_EQ(split(4, 17, false), 21);  // they carry what is missing,
  EXPECT_EQ(split(0, 50, true), 50);   // or there are no others
}

std::vector<unsigned long long> keys_of_grid() {
  std::vector<unsigned long long> keys;
  for (int x = 0; x < 40; ++x)
    for (int y = 0; y < 50; ++y) {
      const double corner[] = {x / 64., y / 64.};
      keys.push_back(region_key(2, corner));
    }
  return keys;
}

/// How many keys were chosen, and how often all were looked at.
struct Chosen {
  std::int64_t keys = 0;
  int probes = 0;
};

Chosen choose(const std::vector<unsigned long long> &keys, KeyChoice choice) {
  Chosen chosen;
  for (; choice.open(); ++chosen.probes) {
    std::array<long long, KeyChoice::ndigits> counts{};
    for (const unsigned long long key : keys) {
      const int digit = choice.digit(key);
      if (digit >= 0) ++counts[digit];
    }
    choice.take(counts);
  }
  chosen.keys = std::count_if(keys.begin(), keys.end(),
                              [&](unsigned long long key) { return key < choice.bound; });
  return chosen;
}

TEST(KeyChoice, FindsAsManyAsAreWanted) {
  const auto keys = keys_of_grid();
  for (const long long wanted : {1ll, 2ll, 700ll, 1999ll}) {
    KeyChoice choice;
    choice.wanted = wanted;
    EXPECT_EQ(choose(keys, choice).keys, wanted);
  }
}

TEST(KeyChoice, ProbesLessOftenWhereSomeAreSpared) {
  const auto keys = keys_of_grid();
  for (const long long wanted : {640ll, 701ll, 1999ll}) {
    KeyChoice exact, choice;
    exact.wanted = choice.wanted = wanted;
    choice.spare = wanted / 64;
    const Chosen chosen = choose(keys, choice);
    EXPECT_LE(chosen.keys, wanted);
    EXPECT_GE(chosen.keys, wanted - choice.spare);
    EXPECT_EQ(chosen.probes, 1);
    EXPECT_GT(choose(keys, exact).probes, 1);
  }
}

}  // namespace
