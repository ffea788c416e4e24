// Points that are shifted at random.
#include "rng/digital_shift.hpp"

#include <set>

#include "unit/rng/rng_support.hpp"

namespace {

using namespace rng_test;
using cuboid::rng::DigitalShift;

Points shifted(std::uint32_t number, int ndim, std::int64_t count) {
  DigitalShift points(make_generator(ndim, 0, 0), ndim);
  points.shift(number);
  return draw(points, ndim, count);
}

TEST(DigitalShift, IsNoneAtFirst) {
  DigitalShift points(make_generator(3, 0, 0), 3);
  EXPECT_EQ(draw(points, 3, 100), draw(*make_generator(3, 0, 0), 3, 100));
}

TEST(DigitalShift, ExchangesTheSameDigitsOfAllPoints) {
  const Points before = draw(*make_generator(3, 0, 0), 3, 64);
  const Points after = shifted(2, 3, 64);
  std::set<Fraction> patterns;
  for (std::size_t d = 0; d < 3; ++d) {
    const Fraction pattern = before[0][d] ^ after[0][d];
    patterns.insert(pattern);
    for (std::size_t i = 0; i < before.size(); ++i) {
      EXPECT_EQ(before[i][d] ^ after[i][d], pattern);
      EXPECT_LT(cuboid::rng::to_double(after[i][d]), 1);
    }
  }
  EXPECT_EQ(patterns.size(), 3);
  EXPECT_NE(shifted(2, 3, 1), shifted(3, 3, 1));
}

}  // namespace
