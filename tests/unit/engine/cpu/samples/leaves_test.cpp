// Random numbers, maps, chunks and allocations of the samples engines.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <limits>
#include <numeric>
#include <vector>

#include "map/importance_map.hpp"
#include "map/refine_importance.hpp"
#include "map/refinement.hpp"
#include "rng/philox.hpp"
#include "statistics/strata.hpp"
#include "statistics/stratify.hpp"

namespace {

using namespace cuboid;

template <int rounds>
std::array<std::uint32_t, 4> philox(std::array<std::uint32_t, 4> counter, std::uint32_t key_0,
                                    std::uint32_t key_1) {
  const auto keys = rng::make_philox_keys<rounds>(std::uint64_t{key_1} << 32 | key_0);
  const rng::PhiloxBlock block =
      rng::philox<rounds>({{counter[0], counter[1], counter[2], counter[3]}}, keys);
  return {block.word[0], block.word[1], block.word[2], block.word[3]};
}

TEST(Philox, GivesThePublishedNumbers) {
  // Known answers of the authors' library.
  constexpr std::uint32_t ones = 0xFFFFFFFF;
  EXPECT_EQ(philox<7>({0, 0, 0, 0}, 0, 0),
            (std::array<std::uint32_t, 4>{0x5f6fb709, 0x0d893f64, 0x4f121f81, 0x4f730a48}));
  EXPECT_EQ(philox<10>({0, 0, 0, 0}, 0, 0),
            (std::array<std::uint32_t, 4>{0x6627e8d5, 0xe169c58d, 0xbc57ac4c, 0x9b00dbd8}));
  EXPECT_EQ(philox<10>({ones, ones, ones, ones}, ones, ones),
            (std::array<std::uint32_t, 4>{0x408f276d, 0x41c83b0e, 0xa20bc7c6, 0x6d5451fd}));
  EXPECT_EQ(philox<10>({0x243f6a88, 0x85a308d3, 0x13198a2e, 0x03707344}, 0xa4093822, 0x299f31d0),
            (std::array<std::uint32_t, 4>{0xd16cfe09, 0x94fdcceb, 0x5001e420, 0x24126ea1}));
}

TEST(Philox, NeighbouringSamplesAxesAndIterationsAreUniformAndIndependent) {
  // Two words that differ by one in one word of the counter, in 64 x 64 cells.
  for (int word = 0; word < 4; ++word) {
    constexpr int cells = 64;
    constexpr int draws = 1 << 20;
    std::vector<int> count(cells * cells);
    for (std::uint32_t i = 0; i < draws; ++i) {
      std::array<std::uint32_t, 4> counter{2 * i, 0, 0, 1};
      if (word != 0) counter = {i, 0, 0, 1};
      const auto a = philox<7>(counter, 12345, 0);
      ++counter[static_cast<std::size_t>(word)];
      const auto b = philox<7>(counter, 12345, 0);
      ++count[static_cast<std::size_t>((a[0] >> 26) * cells + (b[0] >> 26))];
    }
    double chi2 = 0;
    constexpr double expected = double(draws) / (cells * cells);
    for (const int n : count) chi2 += (n - expected) * (n - expected) / expected;
    // 4095 degrees of freedom: five standard deviations.
    EXPECT_NEAR(chi2, 4095, 5 * std::sqrt(2.0 * 4095)) << "word " << word;
  }
}

TEST(ImportanceMap, PointsLieInTheirIntervalsAndInTheOpenUnitInterval) {
  constexpr std::uint64_t whole = std::uint64_t{1} << 32;
  const std::vector<std::uint64_t> edges{0, 1, 1000, whole / 2, whole - 1, whole};
  for (std::size_t i = 0; i + 1 < edges.size(); ++i) {
    const map::MapInterval interval = map::make_map_interval(edges[i], edges[i + 1]);
    EXPECT_EQ(map::interval_width(interval), edges[i + 1] - edges[i]);
    double last = -1;
    for (const std::uint32_t fraction : {0u, 1u, 1u << 16, 1u << 31, 0xFFFFFFFEu, 0xFFFFFFFFu}) {
      const double x = map::map_point(interval, fraction);
      if (i + 2 == edges.size() && fraction == 0xFFFFFFFFu) {
        // The last point of all, which would be 1.
        EXPECT_EQ(x, 1 - 0x1p-21);
        continue;
      }
      EXPECT_GE(x, static_cast<double>(edges[i]) * 0x1p-32);
      EXPECT_LE(x, static_cast<double>(edges[i + 1]) * 0x1p-32);
      EXPECT_GT(x, 0.0);
      EXPECT_LT(x, 1.0);
      EXPECT_GE(x, last);
      last = x;
    }
  }
}

TEST(ImportanceMap, RandomWordsFillTheStratumEvenly) {
  for (const std::uint32_t intervals : {2u, 4u, 64u, 1024u}) {
    // Words in all parts of their range, so that intervals and fractions take all values.
    constexpr std::uint32_t draws = 1 << 20;
    std::vector<int> count(intervals);
    std::vector<double> fraction(intervals);
    for (std::uint32_t i = 0; i < draws; ++i) {
      const auto position = map::map_position(i * 0x9E3779B9u, intervals);
      ASSERT_LT(position.interval, intervals);
      ++count[position.interval];
      fraction[position.interval] += position.fraction * 0x1p-32;
    }
    const double expected = static_cast<double>(draws) / intervals;
    for (std::uint32_t k = 0; k < intervals; ++k) {
      EXPECT_NEAR(count[k], expected, 2 * std::sqrt(expected)) << intervals;
      EXPECT_NEAR(fraction[k] / count[k], 0.5, 2 / std::sqrt(expected)) << intervals;
    }
  }
}

std::vector<std::uint64_t> equal_edges(std::size_t n) {
  std::vector<std::uint64_t> edges;
  for (std::size_t i = 0; i <= n; ++i) edges.push_back((std::uint64_t{i} << 32) / n);
  return edges;
}

void expect_valid(const std::vector<std::uint64_t> &edges) {
  EXPECT_EQ(edges.front(), 0u);
  EXPECT_EQ(edges.back(), std::uint64_t{1} << 32);
  for (std::size_t i = 1; i < edges.size(); ++i) EXPECT_GT(edges[i], edges[i - 1]) << i;
}

TEST(ImportanceMap, OrderedWordsKeepTheIntervalAndShiftNoFraction) {
  for (const std::uint32_t bits : {1u, 5u, 10u, 20u}) {
    for (const std::uint32_t interval : {0u, 1u, (1u << bits) / 3, (1u << bits) - 1}) {
      const std::uint32_t below = (1u << (32 - bits)) - 1;
      const double places = std::ldexp(1.0, 32 - static_cast<int>(bits));
      constexpr int count = 1 << 12;
      double shift = 0;
      for (std::uint32_t k = 0; k < count; ++k) {
        const std::uint32_t place = (k * 0x9E3779B9u) & below;
        const std::uint32_t word = map::ordered_word(interval << (32 - bits) | place, bits);
        const map::MapPosition position = map::map_position(word, 1u << bits);
        ASSERT_EQ(position.interval, interval);
        const double difference = position.fraction * 0x1p-32 - (place + 0.5) / places;
        ASSERT_LE(std::abs(difference), std::ldexp(1.2, static_cast<int>(bits) - 29));
        shift += difference / count;
      }
      EXPECT_LT(std::abs(shift), std::ldexp(0.02, static_cast<int>(bits) - 29)) << bits;
    }
  }
}

TEST(Refinement, LeavesAFlatAndAnEmptyHistogramAlone) {
  const auto before = equal_edges(100);
  auto edges = before;
  map::refine_importance(edges, std::vector<double>(100, 7.0), {1.5});
  EXPECT_EQ(edges, before);
  map::refine_importance(edges, std::vector<double>(100, 0.0), {1.5});
  EXPECT_EQ(edges, before);
  std::vector<double> ramp(100);
  std::iota(ramp.begin(), ramp.end(), 1.0);
  map::refine_importance(edges, ramp, {0});
  EXPECT_EQ(edges, before);
}

TEST(Refinement, IgnoresWhatTheNumbersOfSamplesVaryBy) {
  // Ten samples in each interval: their numbers vary by a third.
  const auto before = equal_edges(100);
  auto edges = before;
  std::vector<double> squares(100);
  for (std::size_t i = 0; i < 100; ++i) squares[i] = 10 + (i % 2 == 0 ? 3 : -3);
  map::refine_importance(edges, squares, {1.5});
  EXPECT_EQ(edges, before);
}

TEST(Refinement, SpreadsThreeOfTheSamplesThatCountEvenly) {
  // Noise with a variance of 1 in each of 100 intervals, as of 100 samples.
  const map::HistogramNoise few = map::histogram_noise(map::noise_of_details(0), 100);
  EXPECT_NEAR(few.even_share, 3.0 / 250, 1e-15);
  EXPECT_EQ(map::histogram_noise(0, 100).even_share, 0);

  // What a single sample says in each iteration leaves much of the axis as it was.
  auto edges = equal_edges(1000);
  for (int round = 0; round < 60; ++round) {
    std::vector<double> squares(1000, 0.0);
    squares[999] = 1;
    map::refine_importance(edges, squares, {1.0});
  }
  EXPECT_LT(edges[10], map::whole_axis / 10 * 9);
}

/// The map of a peak at 0.3, after some rounds.
std::vector<std::uint64_t> map_of_a_peak(std::size_t n, double peak, map::RefinementStep step) {
  const auto density = [peak](double x) {
    const double t = (x - 0.3) / peak;
    return 1 / (1 + t * t);
  };
  auto edges = equal_edges(n);
  for (int round = 0; round < 60; ++round) {
    std::vector<double> squares(n);
    for (std::size_t i = 0; i < n; ++i) {
      const double lower = static_cast<double>(edges[i]) * 0x1p-32;
      const double width = static_cast<double>(edges[i + 1] - edges[i]) * 0x1p-32;
      for (int k = 0; k < 50; ++k) {
        const double f = density(lower + (k + 0.5) / 50 * width) * width;
        squares[i] += f * f;
      }
    }
    map::refine_importance(edges, squares, step);
    expect_valid(edges);
  }
  return edges;
}

/// Whether all intervals but those at the ends have the same part of an integral of the density.
template <class Integral>
void expect_equal_parts(const std::vector<std::uint64_t> &edges, Integral integral) {
  const std::size_t n = edges.size() - 1;
  const double mean = (integral(1.0) - integral(0.0)) / static_cast<double>(n);
  for (std::size_t i = 10; i + 10 < n; ++i)
    EXPECT_NEAR((integral(static_cast<double>(edges[i + 1]) * 0x1p-32) -
                 integral(static_cast<double>(edges[i]) * 0x1p-32)) /
                    mean,
                1, 0.2)
        << i;
}

TEST(Refinement, ConvergesToEqualWeights) {
  // The density is in proportion to |f|.
  expect_equal_parts(map_of_a_peak(200, 1e-3, {1.0}),
                     [](double x) { return std::atan((x - 0.3) / 1e-3); });
}

TEST(Refinement, FollowsTheRootOfTheIntegrandWhereWidthsCountAsItsSquares) {
  // In the tails of a narrow peak all squares would be less than those that count.
  expect_equal_parts(map_of_a_peak(200, 0.05, {1, 1, 2}),
                     [](double x) { return std::asinh((x - 0.3) / 0.05); });
}

// Many samples: half of the squares' logarithm at once, or less of it.  Few: the same either way.
TEST(Refinement, TakesLessOfTheStepsThatManySamplesAllow) {
  const map::HistogramNoise many{1e-9, 1, 0, 0};
  EXPECT_DOUBLE_EQ(map::refinement_exponent({1, 1}, many), 0.5);
  EXPECT_DOUBLE_EQ(map::refinement_exponent({1, 0.3}, many), 0.15 + 0.35 * 0.3);
  EXPECT_DOUBLE_EQ(map::refinement_exponent({0.5, 0.3}, many), (0.15 + 0.35 * 0.3) / 2);
  EXPECT_DOUBLE_EQ(map::refinement_exponent({1, 1, 2}, many), 0.25);
  const map::HistogramNoise hardly_any{1000, 0, 1, 0.02};
  EXPECT_DOUBLE_EQ(map::refinement_exponent({1, 0.3}, hardly_any), 0.5);
}

TEST(Refinement, KeepsEdgesApartWhereAllWeightIsInOneInterval) {
  auto edges = equal_edges(1000);
  for (int round = 0; round < 60; ++round) {
    std::vector<double> squares(1000, 0.0);
    squares[999] = 1e300;
    map::refine_importance(edges, squares, {3});
    expect_valid(edges);
  }
}

TEST(Chunks, CoverTheSamplesAndBoundTheHistograms) {
  for (const std::uint64_t samples :
       {2ull, 18ull, 1000ull, 1000002ull, 100000000ull, 300000000ull, 1000000000000ull}) {
    for (const std::uint64_t per_cube : {0ull, 2ull, 6ull, 1000ull}) {
      const auto chunks = statistics::make_chunks(samples, per_cube);
      EXPECT_EQ(chunks.length % 2, 0u);
      if (per_cube == 0) {
        EXPECT_EQ(chunks.length % statistics::longest_run, 0u);
      }
      EXPECT_GE(chunks.count * chunks.length, samples);
      EXPECT_LT((chunks.count - 1) * chunks.length, samples);
      EXPECT_LE(chunks.count, statistics::max_chunks(samples));
      const std::uint64_t pairs =
          (chunks.length / 2 + chunks.histogram_stride - 1) / chunks.histogram_stride;
      EXPECT_LE(pairs * chunks.parts, statistics::max_histogram_pairs);
      EXPECT_GE(chunks.histogram_limit, 64u);
      EXPECT_LT(2 * pairs * chunks.per_histogram() * chunks.histogram_limit,
                std::uint64_t{1} << 32);
    }
  }
}

TEST(Chunks, HistogramChoicesTakeOnePairOfEachStretch) {
  for (const std::uint32_t stride : {1u, 4u, 32u}) {
    std::uint32_t choice = statistics::histogram_choice(77, 0, stride);
    for (std::uint32_t stretch = 0; stretch < 100; ++stretch) {
      EXPECT_EQ(choice / stride, stretch);
      choice = statistics::next_histogram_choice(77, choice, stride);
    }
  }
}

TEST(Allocation, FollowsSigmaAndKeepsTheNumberOfSamples) {
  constexpr std::uint64_t ncube = 1000;
  // The number of samples, and those of a run.
  for (const auto &[wanted, run] :
       {std::pair<std::uint64_t, unsigned>{16000, 4}, {20000, 4}, {50000, 8}}) {
    std::vector<float> weights;
    for (std::uint64_t cube = 0; cube < ncube; ++cube)
      weights.push_back(static_cast<float>(cube % 7));
    const auto allocation =
        statistics::allocate(wanted, ncube, std::accumulate(weights.begin(), weights.end(), 0.0));
    std::uint64_t sum = 0;
    std::vector<double> mean(7);
    for (std::uint64_t cube = 0; cube < ncube; ++cube) {
      const auto samples = allocation.samples(cube, weights[cube]);
      EXPECT_EQ(samples % run, 0u);
      sum += samples;
      mean[cube % 7] += samples / (cube % 7 == 6 ? 142.0 : 143.0);
    }
    EXPECT_NEAR(static_cast<double>(sum), static_cast<double>(wanted), 5 * run);
    // A quarter of the samples is spread evenly, in whole runs.
    const unsigned even = static_cast<unsigned>(wanted / ncube / 4 / run * run);
    EXPECT_GE(even, run);
    EXPECT_EQ(allocation.samples(0, 0), even);
    for (std::size_t k = 1; k < 7; ++k)
      EXPECT_NEAR((mean[k] - even) / static_cast<double>(k),
                  static_cast<double>(wanted - even * ncube) / 2997, 0.05 * run)
          << k;
  }
}

TEST(Allocation, HoldsForATrillionSamplesInABillionHypercubes) {
  constexpr std::uint64_t samples = 1000000000000;
  constexpr std::uint64_t ncube = 1000000000;
  // One hypercube in a hundred holds all that varies.
  const auto allocation = statistics::allocate(samples, ncube, 1e7);
  double mean = 0;
  double mean_square = 0;
  constexpr std::uint64_t looked_at = 1000000;
  for (std::uint64_t i = 0; i < looked_at; ++i) {
    const std::uint64_t cube = ncube - looked_at + i;
    const double count = allocation.samples(cube, i % 100 == 0 ? 1.0f : 0.0f);
    mean += count / looked_at;
    mean_square += count * count / looked_at;
  }
  EXPECT_NEAR(mean, 1000, 1);
  // 31 runs of 8 everywhere, the other 752 samples a hypercube in one of a hundred.
  EXPECT_NEAR(mean_square, 0.01 * 75448.0 * 75448.0 + 0.99 * 248 * 248, 1e-5 * mean_square);
  // A tile of 4096 hypercubes counts in 32 bits.
  EXPECT_LT(4096 * static_cast<std::uint64_t>(statistics::max_samples_of_cube),
            std::uint64_t{1} << 32);

  const auto chunks = statistics::make_chunks(samples, 0);
  EXPECT_LE((chunks.count - 1) * chunks.length, samples);
  // Pairs of a chunk, and choices among them, are numbered in 32 bits.
  EXPECT_LT(chunks.length / 2 + chunks.histogram_stride, std::uint64_t{1} << 31);
}

TEST(Allocation, IsEvenWhereNothingIsKnown) {
  for (const double sum :
       {0.0, std::numeric_limits<double>::infinity(), std::numeric_limits<double>::quiet_NaN()}) {
    const auto allocation = statistics::allocate(1000, 4, sum);
    EXPECT_EQ(allocation.samples(7, std::numeric_limits<float>::infinity()), 248u);
    EXPECT_EQ(allocation.samples(7, 0), 248u);
  }
  EXPECT_EQ(statistics::allocate(4, 4, 8).samples(7, 5), 4u);
  EXPECT_EQ(statistics::allocate(1000000000000, 4, 8).samples(7, 5),
            statistics::max_samples_of_cube);
}

}  // namespace
