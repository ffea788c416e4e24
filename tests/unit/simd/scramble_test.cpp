// Scrambled fractions.
#include "rng/scrambled_fraction.hpp"
#include "unit/simd/simd_support.hpp"

namespace {

using namespace simd_test;

TEST(Scramble, IsThatOfEachFraction) {
  std::mt19937_64 random(1);
  for (const Kernels *kernels : instruction_sets())
    for (std::int64_t count = 0; count <= 70; ++count) {
      std::vector<std::uint64_t> fraction(as_size(count) + 1);
      for (std::uint64_t &one : fraction)
        one = cuboid::rng::fraction_from(random() >> 12, cuboid::rng::fraction_digits);
      const auto seed = static_cast<std::uint32_t>(random());
      std::vector<std::uint64_t> expected = fraction;
      for (std::size_t i = 0; i < as_size(count); ++i)
        expected[i] = cuboid::rng::scrambled_fraction(fraction[i], seed);
      kernels->scramble(count, seed, fraction.data());
      EXPECT_EQ(fraction, expected) << kernels->name << ' ' << count;
    }
}

}  // namespace
