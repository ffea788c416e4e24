// Random words, points and sums of VEGAS+ in every instruction set, against the functions that
// define them.
#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>
#include <vector>

#include "map/importance_map.hpp"
#include "rng/philox.hpp"
#include "statistics/strata.hpp"
#include "unit/simd/simd_support.hpp"

namespace {

using namespace simd_test;
using namespace cuboid;

TEST(PhiloxPairs, AreTheWordsOfTheirCounters) {
  constexpr std::int64_t stride = 3 * samples_block;
  constexpr std::int64_t rows = 10;
  // The lower word of the counter overflows on the way.
  constexpr std::uint64_t first = (std::uint64_t{7} << 32) - 100;
  const auto keys = rng::make_philox_keys<rng::fewest_philox_rounds>(0x123456789ABCDEFull);
  for (const Kernels *kernels : instruction_sets()) {
    std::vector<std::uint32_t> word(as_size(rows * stride));
    kernels->philox_pairs({150, rows, first, 77, keys.key, word.data(), stride});
    for (std::int64_t i = 0; i < 150; ++i) {
      const std::uint64_t pair = first + static_cast<std::uint64_t>(i);
      for (std::int64_t row = 0; row < rows; ++row) {
        const auto block = rng::pair_words(pair, static_cast<uint32>(row / 4), 77, keys);
        ASSERT_EQ(word[as_size(row * stride + i)], block.word[row % 4])
            << kernels->name << " pair " << i << " word " << row;
      }
    }
  }
}

TEST(MapPoints, AreThoseOfTheMap) {
  constexpr std::int64_t count = 150;
  constexpr std::int64_t stride = 3 * samples_block;
  constexpr std::uint32_t per_stratum = 8;
  constexpr std::uint32_t strata = 3;
  std::mt19937_64 random(5);
  for (const std::int64_t ndim : {1, 2, 5}) {
    std::vector<map::MapInterval> cells;
    for (std::int64_t d = 0; d < ndim; ++d) {
      std::uint64_t lower = 0;
      for (std::uint32_t k = 0; k < strata * per_stratum; ++k) {
        const bool last = k + 1 == strata * per_stratum;
        const std::uint64_t upper =
            last ? std::uint64_t{1} << 32 : lower + 1 + random() % (k % 2 == 0 ? 1000 : 100000000);
        cells.push_back(map::make_map_interval(lower, upper));
        lower = upper;
      }
    }
    std::vector<std::uint32_t> word(as_size(ndim * stride)), stratum(word.size());
    for (std::int64_t d = 0; d < ndim; ++d)
      for (std::int64_t i = 0; i < stride; ++i) {
        const auto place = as_size(d * stride + i);
        // Words at both ends, too, where points round to 0 and 1.
        word[place] =
            i < 3 ? static_cast<std::uint32_t>(i - 1) : static_cast<std::uint32_t>(random());
        stratum[place] = static_cast<std::uint32_t>(d) * strata * per_stratum +
                         (i < 3 ? i == 0 ? (strata - 1) * per_stratum : 0
                                : static_cast<std::uint32_t>(random() % strata) * per_stratum);
      }
    for (const Kernels *kernels : instruction_sets()) {
      std::vector<std::uint32_t> interval(word.size());
      std::vector<double> x(as_size(2 * count * ndim)), volume(as_size(stride));
      kernels->map_points({count, ndim, stride, stride, word.data(), stratum.data(), per_stratum,
                           cells.data(), interval.data(), x.data(), volume.data(), 0x1p-60});
      for (std::int64_t i = 0; i < count; ++i) {
        double expected = 0x1p-60;
        std::uint32_t previous = 0;
        for (std::int64_t d = 0; d < ndim; ++d) {
          const auto place = as_size(d * stride + i);
          const auto position = map::map_position(word[place], per_stratum);
          const map::MapInterval cell = cells[stratum[place] + position.interval];
          EXPECT_EQ(interval[place], stratum[place] + position.interval);
          EXPECT_EQ(x[as_size(2 * i * ndim + d)], map::map_point(cell, position.fraction))
              << kernels->name << " sample " << i << " axis " << d;
          const std::uint32_t width = map::interval_width(cell);
          if (d % 2 != 0)
            expected *= static_cast<double>(wide_multiply(previous, width));
          else if (d + 1 == ndim)
            expected *= static_cast<double>(width);
          previous = width;
        }
        EXPECT_EQ(volume[as_size(i)], expected) << kernels->name << " sample " << i;
      }
    }
  }
}

TEST(PairValues, AreWeightedAndTheirGreatestIsKnown) {
  constexpr std::int64_t count = 77;
  constexpr std::int64_t stride = 2 * samples_block;
  std::mt19937_64 random(7);
  std::normal_distribution<double> normal;
  for (const std::int64_t step : {1, 3}) {
    std::vector<double> f(as_size(2 * count * step)), volume(as_size(2 * stride));
    for (double &one : f) one = normal(random);
    for (double &one : volume) one = std::exp(normal(random));
    for (const double special : {1.0, std::numeric_limits<double>::quiet_NaN(),
                                 -std::numeric_limits<double>::infinity()}) {
      f[as_size(step * 91)] = special;
      for (const Kernels *kernels : instruction_sets()) {
        std::vector<double> value(as_size(2 * stride));
        const std::uint32_t greatest = kernels->pair_values(
            {count, step, f.data(), volume.data(), 0.75, value.data(), stride});
        std::uint32_t expected = 0;
        for (std::int64_t i = 0; i < 2 * count; ++i) {
          const auto place = as_size(i % 2 * stride + i / 2);
          const double product = f[as_size(i * step)] * (volume[place] * 0.75);
          EXPECT_TRUE(value[place] == product || std::isnan(product)) << kernels->name;
          expected = std::max(
              expected, static_cast<std::uint32_t>(std::bit_cast<std::uint64_t>(product) >> 32) &
                            0x7FFFFFFFu);
        }
        EXPECT_EQ(greatest, expected) << kernels->name;
        EXPECT_EQ(greatest < 0x7FF00000u, std::isfinite(special)) << kernels->name;
      }
    }
  }
}

TEST(PairTerms, AreSumsAndDifferences) {
  constexpr std::int64_t count = 78;
  constexpr std::int64_t stride = 2 * samples_block;
  std::mt19937_64 random(8);
  std::normal_distribution<double> normal;
  std::vector<double> value(as_size(2 * stride)), per_cube(as_size(stride));
  for (double &one : value) one = normal(random);
  for (double &one : per_cube) one = 1 / (1 + std::fabs(normal(random)));
  for (const Kernels *kernels : instruction_sets()) {
    std::vector<double> term(as_size(stride)), difference(as_size(stride));
    kernels->pair_terms(
        {count, value.data(), per_cube.data(), term.data(), difference.data(), stride});
    const auto sum = [&](std::size_t pair) { return value[pair] + value[as_size(stride) + pair]; };
    for (std::size_t i = 0; i < as_size(count); ++i)
      EXPECT_EQ(term[i], per_cube[i] * sum(i)) << kernels->name;
    for (std::size_t i = 0; i < as_size(count / 2); ++i)
      EXPECT_EQ(difference[i], sum(2 * i + 1) - sum(2 * i)) << kernels->name;
  }
}

TEST(Histograms, AddTheUnitsOfChosenPairs) {
  constexpr std::int64_t count = 100;
  constexpr std::int64_t stride = 2 * samples_block;
  constexpr std::int64_t ncomp = 2;
  constexpr std::int64_t ndim = 3;
  constexpr std::uint32_t first = 0xFFFFFFF0u;
  constexpr float scale = 1000;
  constexpr float most = 50000;
  const float weight[ncomp] = {0.25f, 0};
  std::mt19937_64 random(9);
  std::normal_distribution<double> normal;
  std::vector<double> value(as_size(2 * ncomp * stride));
  std::vector<float> density(as_size(stride));
  std::vector<std::uint32_t> interval(as_size(2 * ndim * stride));
  for (double &one : value) one = 3 * normal(random);
  // A square that overflows, and one that has no weight.
  value[5] = 1e30;
  value[as_size(2 * stride) + 6] = 1e30;
  for (float &one : density) one = static_cast<float>(std::exp(normal(random)));
  for (std::uint32_t &one : interval) one = static_cast<std::uint32_t>(random() % 20);
  std::vector<std::uint32_t> expected(as_size(2 * stride));
  for (std::uint32_t i = 0; i < 2 * count; ++i) {
    const std::size_t place = i % 2 * as_size(stride) + i / 2;
    float square = 0;
    for (std::size_t c = 0; c < ncomp; ++c) {
      const auto v = static_cast<float>(value[2 * c * as_size(stride) + place]);
      square += weight[c] * (v * v);
    }
    const std::uint32_t rounding = 0x3F800000u | (first + i) * 0x9E3779B9u >> 9;
    const float sum = square * density[i / 2] * scale + std::bit_cast<float>(rounding);
    expected[place] = static_cast<std::uint32_t>(sum < most ? sum : most) - 1;
  }
  EXPECT_EQ(expected[5], 49999u);
  EXPECT_EQ(expected[6], 49999u);
  const std::vector<std::uint32_t> chosen{0, 3, 5, 64, 99};
  for (const Kernels *kernels : instruction_sets()) {
    std::vector<std::uint32_t> unit(as_size(2 * stride));
    kernels->histogram_units({count, ncomp, value.data(), weight, density.data(), scale, most,
                              first, unit.data(), stride});
    for (std::size_t half = 0; half < 2; ++half)
      for (std::size_t i = 0; i < as_size(count); ++i) {
        const std::size_t place = half * as_size(stride) + i;
        EXPECT_EQ(unit[place], expected[place]) << kernels->name << " pair " << i;
      }
    for (const bool all : {false, true}) {
      std::vector<unsigned long long> histogram(20), wanted(20);
      kernels->histogram_add({all ? count : static_cast<std::int64_t>(chosen.size()),
                              all ? nullptr : chosen.data(), ndim, interval.data(), unit.data(),
                              stride, histogram.data()});
      for (std::uint32_t i = 0; i < count; ++i) {
        if (!all && std::find(chosen.begin(), chosen.end(), i) == chosen.end()) continue;
        for (std::size_t row = 0; row < 2 * ndim; ++row)
          wanted[interval[row * as_size(stride) + i]] += unit[row / ndim * as_size(stride) + i];
      }
      EXPECT_EQ(histogram, wanted) << kernels->name;
    }
  }
}

}  // namespace
