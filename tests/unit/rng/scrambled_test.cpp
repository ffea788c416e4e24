// Points that are scrambled at random.
#include "rng/scrambled.hpp"

#include <set>

#include "unit/rng/rng_support.hpp"

namespace {

using namespace rng_test;
using cuboid::rng::fraction_digits;
using cuboid::rng::fraction_shift;
using cuboid::rng::Scrambled;

Points scrambled(std::uint32_t number, int ndim, std::int64_t count) {
  Scrambled points(make_generator(ndim, 0, 0), ndim);
  points.scramble(number);
  return draw(points, ndim, count);
}

Fraction digit(Fraction fraction, int number) {
  return fraction >> (fraction_shift + fraction_digits - number) & 1;
}

TEST(Scrambled, LeavesPointsAsTheyAreAtFirst) {
  Scrambled points(make_generator(3, 0, 0), 3);
  EXPECT_EQ(draw(points, 3, 100), draw(*make_generator(3, 0, 0), 3, 100));
}

TEST(Scrambled, KeepsOnePointInEachInterval) {
  constexpr std::int64_t count = 256;  // Sobol points begin with the second: a block without 0
  Scrambled points(make_generator(3, 0, 0), 3);
  points.scramble(2);
  points.skip(count - 1);
  const Points after = draw(points, 3, count);
  for (std::size_t d = 0; d < 3; ++d) {
    std::set<Fraction> intervals;
    for (const auto &point : after) {
      intervals.insert(point[d] >> (fraction_shift + fraction_digits - 8));
      EXPECT_LT(cuboid::rng::to_double(point[d]), 1);
    }
    EXPECT_EQ(intervals.size(), count);
  }
  EXPECT_NE(scrambled(2, 3, 1), scrambled(3, 3, 1));
}

TEST(Scrambled, HasAllDigits) {
  constexpr std::int64_t count = 1000;
  const Points after = scrambled(0, 2, count);
  for (std::size_t d = 0; d < 2; ++d)
    for (int number = 1; number <= fraction_digits; ++number) {
      std::int64_t ones = 0;
      for (const auto &point : after) ones += static_cast<std::int64_t>(digit(point[d], number));
      EXPECT_NEAR(static_cast<double>(ones), count / 2, 80) << "digit " << number;
    }
}

}  // namespace
