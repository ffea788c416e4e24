// Random words and points of VEGAS+ in every instruction set, against the functions that define
// them.
#include <vector>

#include "map/importance_map.hpp"
#include "rng/philox.hpp"
#include "simd_support.hpp"

namespace {

using namespace simd_test;
using namespace cuboid;

TEST(PhiloxPairs, AreTheWordsOfTheirCounters) {
  constexpr std::int64_t stride = 3 * samples_block;
  constexpr std::int64_t rows = 10;
  // The lower word of the counter overflows on the way.
  constexpr std::uint64_t first = (std::uint64_t{7} << 32) - 100;
  const auto keys = rng::make_philox_keys<philox_rounds>(0x123456789ABCDEFull);
  for (const Kernels *kernels : instruction_sets()) {
    std::vector<std::uint32_t> word(as_size(rows * stride));
    kernels->philox_pairs({150, rows, first, 77, keys.key, word.data(), stride});
    for (std::int64_t i = 0; i < 150; ++i) {
      const std::uint64_t pair = first + static_cast<std::uint64_t>(i);
      for (std::int64_t row = 0; row < rows; ++row) {
        const auto block =
            rng::philox<philox_rounds>({{static_cast<uint32>(pair), static_cast<uint32>(pair >> 32),
                                         static_cast<uint32>(row / 4), 77}},
                                       keys);
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
    std::vector<std::uint64_t> cells;
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
      kernels->map_points({count, ndim, stride, word.data(), stratum.data(), per_stratum - 1,
                           cells.data(), interval.data(), x.data(), volume.data()});
      for (std::int64_t i = 0; i < count; ++i) {
        double expected = 1;
        std::uint32_t previous = 0;
        for (std::int64_t d = 0; d < ndim; ++d) {
          const auto place = as_size(d * stride + i);
          const auto position = map::map_position(word[place], per_stratum);
          const std::uint64_t cell = cells[stratum[place] + position.interval];
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

}  // namespace
