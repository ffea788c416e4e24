// Sobol points from their definition: point k is the exclusive or of the direction numbers that the
// Gray code of k names.
#include "rng/sobol.hpp"

#include "unit/rng/rng_support.hpp"

namespace {

using namespace rng_test;
using cuboid::rng::fraction_digits;
using cuboid::rng::Sobol;
using cuboid::rng::sobol_directions;
using cuboid::rng::sobol_max_dimensions;

Fraction coordinate(int dimension, std::int64_t k) {
  const auto directions = sobol_directions(dimension);
  const std::int64_t code = k ^ k >> 1;
  Fraction x = 0;
  for (int bit = 0; bit < fraction_digits; ++bit)
    if (code >> bit & 1) x ^= directions[static_cast<std::size_t>(bit)];
  return x;
}

TEST(Sobol, FollowsTheDefinitionFarOut) {
  constexpr int ndim = 5;
  for (const std::int64_t first :
       {std::int64_t{1}, std::int64_t{4000}, (std::int64_t{1} << 31) - 100,
        (std::int64_t{1} << 32) - 3, (std::int64_t{1} << 40) + 17, (std::int64_t{1} << 52) - 150}) {
    Sobol sobol(ndim);
    sobol.skip(first - 1);
    std::int64_t k = first;
    for (const std::vector<Fraction> &point : draw(sobol, ndim, 140, 50)) {
      for (int d = 0; d < ndim; ++d)
        ASSERT_EQ(point[static_cast<std::size_t>(d)], coordinate(d + 1, k)) << "point " << k;
      ++k;
    }
  }
}

TEST(Sobol, DirectionNumbersAreOddFractionsOfTheirDigit) {
  for (int dimension = 1; dimension <= sobol_max_dimensions; ++dimension) {
    const auto directions = sobol_directions(dimension);
    for (int i = 0; i < fraction_digits; ++i) {
      const int below = fraction_digits - 1 - i + cuboid::rng::fraction_shift;
      const Fraction v = directions[static_cast<std::size_t>(i)];
      EXPECT_EQ(v >> below & 1, 1u) << "dimension " << dimension << " digit " << i;
      EXPECT_EQ(v & ((Fraction{1} << below) - 1), 0u);
      EXPECT_LT(cuboid::rng::to_double(v), 1);
    }
  }
}

// With the origin, the first 2^m points have one in each of 2^m equal intervals of every axis, and
// in each cell of every elementary grid of the first two axes.
TEST(Sobol, FillsElementaryIntervalsEvenly) {
  constexpr int m = 10;
  constexpr std::int64_t count = 1 << m;
  Points points =
      draw(*make_generator(sobol_max_dimensions, 0, 0), sobol_max_dimensions, count - 1);
  points.push_back(std::vector<Fraction>(sobol_max_dimensions, 0));
  const auto digits = [](Fraction x, int n) {
    return static_cast<std::size_t>(x >> (fraction_digits - n + cuboid::rng::fraction_shift));
  };
  for (std::size_t d = 0; d < sobol_max_dimensions; ++d) {
    std::vector<int> hits(count);
    for (const std::vector<Fraction> &point : points) ++hits[digits(point[d], m)];
    EXPECT_EQ(hits, std::vector<int>(count, 1)) << "axis " << d;
  }
  for (int k = 0; k <= m; ++k) {
    std::vector<int> hits(count);
    for (const std::vector<Fraction> &point : points)
      ++hits[digits(point[0], k) << (m - k) | digits(point[1], m - k)];
    EXPECT_EQ(hits, std::vector<int>(count, 1)) << "grid of 2^" << k;
  }
}

}  // namespace
