// Refined grids against what they are for: bins of equal importance.
#include "map/refine.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <random>
#include <vector>

namespace {

using cuboid::map::refine;
using Values = std::vector<double>;

constexpr int bins = 128;
constexpr double infinity = std::numeric_limits<double>::infinity();

Values uniform() {
  Values edge;
  for (int b = 0; b < bins; ++b) edge.push_back((b + 1.0) / bins);
  return edge;
}

Values random_grid(unsigned seed) {
  std::mt19937_64 random(seed);
  std::exponential_distribution<double> width;
  Values edge;
  double sum = 0;
  for (int b = 0; b < bins; ++b) edge.push_back(sum += width(random));
  for (double &e : edge) e /= sum;
  edge.back() = 1;
  return edge;
}

Values random_marginal(unsigned seed) {
  std::mt19937_64 random(seed);
  std::uniform_real_distribution<double> exponent(-12, 6);
  Values marginal;
  for (int b = 0; b < bins; ++b) marginal.push_back(std::exp(exponent(random)));
  return marginal;
}

/// Importance of each old bin: ((r - 1) / log r)^1.5 of its share r in the sum of the marginal
/// averaged over neighbours.
std::vector<long double> importance(const Values &marginal) {
  std::vector<long double> mean;
  long double sum = 0;
  for (int b = 0; b < bins; ++b) {
    long double around = 0;
    int count = 0;
    for (int k = std::max(b - 1, 0); k <= std::min(b + 1, bins - 1); ++k, ++count)
      around += marginal[static_cast<std::size_t>(k)];
    mean.push_back(around / count);
    sum += mean.back();
  }
  for (long double &m : mean) {
    const long double r = m / sum;
    m = m > 0 ? std::pow((r - 1) / std::log(r), 1.5L) : 0;
  }
  return mean;
}

/// Importance below x, spread evenly over each old bin.
long double importance_below(long double x, const Values &edge,
                             const std::vector<long double> &of_bin) {
  long double sum = 0;
  long double lower = 0;
  for (std::size_t b = 0; b < edge.size(); ++b) {
    const long double width = edge[b] - lower;
    if (x >= edge[b])
      sum += of_bin[b];
    else if (x > lower)
      sum += of_bin[b] * (x - lower) / width;
    lower = edge[b];
  }
  return sum;
}

TEST(Refine, MakesBinsOfEqualImportance) {
  for (unsigned seed = 1; seed <= 50; ++seed) {
    const Values old = seed % 2 == 0 ? random_grid(seed) : uniform();
    const Values marginal = random_marginal(seed);
    Values edge = old;
    refine(edge.data(), marginal.data(), bins, false, 0);
    const std::vector<long double> of_bin = importance(marginal);
    const long double total = importance_below(1, old, of_bin);
    for (std::size_t k = 0; k < bins; ++k) {
      const long double below = importance_below(edge[k], old, of_bin) / total;
      EXPECT_NEAR(static_cast<double>(below), (k + 1.0) / bins, 1e-12)
          << "seed " << seed << " edge " << k;
    }
  }
}

// Smooth: an excess is taken off with the mean density of the bin and of the one before, and no
// edge falls below the one before.
TEST(Refine, SmoothEdgesDivideByTheMeanOfTwoBins) {
  for (unsigned seed = 1; seed <= 50; ++seed) {
    const Values old = random_grid(seed);
    const Values marginal = random_marginal(seed);
    Values edge = old;
    refine(edge.data(), marginal.data(), bins, true, 0);
    const std::vector<long double> of_bin = importance(marginal);
    const long double share = importance_below(1, old, of_bin) / bins;
    long double last = 0;
    for (std::size_t k = 0; k + 1 < bins; ++k) {
      // The old bin in which the share k + 1 is full.
      std::size_t b = 0;
      long double collected = of_bin[0];
      while (collected < share * static_cast<long double>(k + 1)) collected += of_bin[++b];
      const long double excess = collected - share * static_cast<long double>(k + 1);
      const long double low = b == 0 ? 0 : old[b - 1];
      const long double density = (of_bin[b] + of_bin[b == 0 ? 0 : b - 1]) / 2;
      last = std::max(last, old[b] - (old[b] - low) * excess / density);
      EXPECT_NEAR(edge[k], static_cast<double>(last), 1e-12) << "seed " << seed << " edge " << k;
    }
    EXPECT_EQ(edge.back(), 1);
  }
}

TEST(Refine, EdgesRiseFromZeroToOne) {
  for (unsigned seed = 1; seed <= 200; ++seed)
    for (const bool smooth : {false, true}) {
      Values edge = random_grid(seed);
      for (unsigned step = 0; step < 20; ++step) {
        refine(edge.data(), random_marginal(seed + step).data(), bins, smooth, 0);
        double last = 0;
        for (const double e : edge) {
          EXPECT_GE(e, last - (smooth ? 0 : 1e-15));
          EXPECT_LE(e, 1);
          last = e;
        }
        EXPECT_EQ(edge.back(), 1);
      }
    }
}

TEST(Refine, MarginKeepsSmoothEdgesApart) {
  constexpr double margin = 1e-5;
  Values marginal(bins, 1e-8);
  marginal[64] = 1;
  Values edge = uniform();
  for (int step = 0; step < 30; ++step) refine(edge.data(), marginal.data(), bins, true, margin);
  for (std::size_t b = 1; b + 1 < bins; ++b) EXPECT_GE(edge[b] - edge[b - 1], 0.99 * margin);
}

TEST(Refine, EqualImportanceLeavesTheGrid) {
  for (const bool smooth : {false, true}) {
    Values edge = random_grid(4);
    const Values old = edge;
    refine(edge.data(), Values(bins, 3.5).data(), bins, smooth, 0);
    for (std::size_t b = 0; b < bins; ++b) EXPECT_NEAR(edge[b], old[b], 1e-13);
  }
}

TEST(Refine, AllImportanceInOneBinGoesToItAndItsNeighbours) {
  for (const bool smooth : {false, true})
    for (const std::size_t at : {std::size_t{0}, std::size_t{40}, std::size_t{bins - 1}}) {
      Values marginal(bins, 0);
      marginal[at] = 1e300;
      Values edge = uniform();
      refine(edge.data(), marginal.data(), bins, smooth, 0);
      // The mean over neighbours puts importance into a bin on either side.  A smooth edge may lie
      // one more below, since its bin counts with half the importance after an empty one.
      const double first = static_cast<double>(at) - (smooth ? 2 : 1);
      const double lower = std::max(0.0, first / bins);
      const double upper = std::min(1.0, (static_cast<double>(at) + 2) / bins);
      for (std::size_t b = 0; b + 1 < bins; ++b) {
        EXPECT_GE(edge[b], lower - 1e-15) << at;
        EXPECT_LE(edge[b], upper + 1e-15) << at;
      }
      EXPECT_EQ(edge.back(), 1);
    }
}

TEST(Refine, NothingToGoByLeavesTheGrid) {
  const Values old = random_grid(9);
  for (const double value : {0., infinity, std::numeric_limits<double>::quiet_NaN()}) {
    Values edge = old;
    Values marginal(bins, 0);
    marginal[5] = value;
    refine(edge.data(), marginal.data(), bins, true, 0);
    EXPECT_EQ(edge, old) << value;
  }
  Values edge = old;
  refine(edge.data(), Values(bins, 1e307).data(), bins, true, 0);
  EXPECT_EQ(edge, old) << "a sum that overflows";
}

// Only shares count.
TEST(Refine, ScaleOfTheMarginalDoesNotMatter) {
  Values marginal = random_marginal(11);
  Values edge = uniform();
  refine(edge.data(), marginal.data(), bins, true, 0);
  for (const int exponent : {-900, 900}) {
    Values scaled;
    for (const double m : marginal) scaled.push_back(std::ldexp(m, exponent));
    Values other = uniform();
    refine(other.data(), scaled.data(), bins, true, 0);
    EXPECT_EQ(edge, other);
  }
}

TEST(ReduceNoise, FewSamplesLeaveNothingOfDeviationsAndManyNearlyAll) {
  using cuboid::map::reduce_noise;
  const Values before{1, 3, 0, 4};
  // The relative variance of these is 0.625, and of one sample a bin 2.
  Values few = before;
  reduce_noise(few, 1, 1);
  for (const double value : few) EXPECT_EQ(value, 2);
  Values some = before;
  reduce_noise(some, 6.4, 1);
  for (std::size_t i = 0; i < before.size(); ++i)
    EXPECT_NEAR(some[i], 2 + 0.5 * (before[i] - 2), 1e-15);
  Values shorter = before;
  reduce_noise(shorter, 6.4, 0.5);
  for (std::size_t i = 0; i < before.size(); ++i)
    EXPECT_NEAR(shorter[i], 2 + 0.25 * (before[i] - 2), 1e-15);
  Values nothing(4, 0.0);
  reduce_noise(nothing, 1, 1);
  EXPECT_EQ(nothing, Values(4, 0.0));
}

}  // namespace
