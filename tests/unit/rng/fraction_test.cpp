// Fixed point to double and back.
#include "rng/fraction.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <random>

namespace {

using namespace cuboid::rng;

static_assert(to_double(fraction_from(0, 52)) == 0);
static_assert(to_double(fraction_from(1, 1)) == 0.5);
static_assert(to_double(fraction_from((std::uint64_t{1} << 52) - 1, 52)) == 1 - 0x1p-52);
static_assert(to_double(fraction_from(0xffffffff, 32)) == 1 - 0x1p-32);
static_assert(to_double(fraction_from(1, 48)) == 0x1p-48);

TEST(Fraction, IsExactAndBelowOne) {
  std::mt19937_64 random(7);
  for (int digits = 1; digits <= fraction_digits; ++digits)
    for (int k = 0; k < 100; ++k) {
      const std::uint64_t numerator = random() >> (64 - digits);
      const double value = to_double(fraction_from(numerator, digits));
      EXPECT_EQ(value, std::ldexp(static_cast<double>(numerator), -digits));
      EXPECT_LT(value, 1);
    }
}

TEST(Fraction, HoldsTheBinOfAGridOf128InByteSix) {
  for (std::uint64_t bin = 0; bin < 128; ++bin)
    EXPECT_EQ(fraction_from(bin << 3 | 5, 10) >> 48, bin);
}

}  // namespace
