// Sobol points under nested uniform scrambling.
#include "rng/scrambled_sobol.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <cstdint>
#include <set>
#include <vector>

#include "rng/sobol.hpp"

namespace {

using namespace cuboid;
using namespace cuboid::rng;

constexpr int ndim = 32;

std::vector<uint32> axis_points(int axis, uint64 count, uint32 seed) {
  static const std::vector<uint32> directions = reversed_direction_words(ndim);
  std::vector<uint32> points;
  for (uint64 i = 0; i < count; ++i)
    points.push_back(scramble_reversed(
        sobol_digits(directions.data() + axis * scrambled_sobol_digits, sobol_position(i).code),
        seed));
  return points;
}

TEST(ScrambledSobol, WithoutScramblingIsTheKnownSequence) {
  const std::vector<uint32> directions = reversed_direction_words(ndim);
  Sobol known(ndim);
  std::vector<Fraction> points(ndim * 1000);
  known.fill(points.data(), 1000);
  for (uint64 i = 0; i < 1000; ++i)
    for (std::size_t d = 0; d < ndim; ++d)
      EXPECT_EQ(reverse_bits(sobol_digits(directions.data() + d * scrambled_sobol_digits,
                                          sobol_position(i + 1).code)) *
                    0x1p-32,
                to_double(points[d * 1000 + i]));
}

TEST(ScrambledSobol, FillsEveryInterval) {
  // 2^k points that begin at a multiple of 2^k have one in each of 2^k intervals.
  for (int axis = 0; axis < ndim; ++axis)
    for (const uint32 seed : {0u, 1u, 0xDEADBEEFu}) {
      const std::vector<uint32> points = axis_points(axis, 4096, seed);
      for (int k = 0; k <= 12; ++k)
        for (std::size_t first = 0; first < points.size(); first += std::size_t{1} << k) {
          std::set<uint32> intervals;
          for (std::size_t i = first; i < first + (std::size_t{1} << k); ++i)
            intervals.insert(k == 0 ? 0 : points[i] >> (32 - k));
          ASSERT_EQ(intervals.size(), std::size_t{1} << k) << axis << ' ' << k;
        }
    }
}

TEST(ScrambledSobol, FillsRectanglesOfTheFirstTwoAxes) {
  const std::vector<uint32> x = axis_points(0, 256, 12345);
  const std::vector<uint32> y = axis_points(1, 256, 98765);
  for (int k = 1; k < 8; ++k) {
    std::set<std::pair<uint32, uint32>> rectangles;
    for (std::size_t i = 0; i < 256; ++i)
      rectangles.insert({x[i] >> (32 - k), y[i] >> (32 - (8 - k))});
    EXPECT_EQ(rectangles.size(), 256u) << k;
  }
}

TEST(ScrambledSobol, EachPointIsUniformOverTheSeeds) {
  const auto keys = make_philox_keys<7>(5);
  constexpr int seeds = 4096;
  for (const uint64 point : {0u, 1u, 2u, 1000u}) {
    std::vector<int> cells(64);
    double mean = 0;
    for (uint32 i = 0; i < seeds; ++i) {
      const uint32 word = axis_points(3, point + 1, scramble_seed(3, i, keys))[point];
      ++cells[word >> 26];
      mean += word * 0x1p-32 / seeds;
    }
    double chi2 = 0;
    for (const int n : cells) chi2 += (n - 64.0) * (n - 64.0) / 64;
    EXPECT_NEAR(mean, 0.5, 5 / std::sqrt(12.0 * seeds));
    EXPECT_NEAR(chi2, 63, 5 * std::sqrt(2.0 * 63)) << point;
  }
}

TEST(ScrambledSobol, PairsOfPointsAreThoseOfNestedScrambling) {
  // Points 0 and 1 lie in different halves, and independently in these; 0 and 2 share a half in
  // half of the cases that 0 and 3 do not.
  const auto keys = make_philox_keys<7>(6);
  constexpr int seeds = 4096;
  double product = 0;
  for (uint32 i = 0; i < seeds; ++i) {
    const std::vector<uint32> x = axis_points(1, 2, scramble_seed(1, i, keys));
    ASSERT_NE(x[0] >> 31, x[1] >> 31);
    const double a = (x[0] << 1) * 0x1p-32 - 0.5;
    const double b = (x[1] << 1) * 0x1p-32 - 0.5;
    product += 12 * a * b / seeds;
  }
  EXPECT_NEAR(product, 0, 5 / std::sqrt(seeds));
}

TEST(ScrambledSobol, BlocksBeyond32BitsHaveAScramblingOfTheirOwn) {
  EXPECT_EQ(seed_of_block(77, 0), 77u);
  std::set<uint32> seeds;
  for (uint32 block = 0; block < 1000; ++block) seeds.insert(seed_of_block(77, block));
  EXPECT_EQ(seeds.size(), 1000u);
  EXPECT_EQ(sobol_position((uint64{3} << 32) + 5).block, 3u);
  EXPECT_EQ(sobol_position((uint64{3} << 32) + 5).code, sobol_position(5).code);
}

}  // namespace
