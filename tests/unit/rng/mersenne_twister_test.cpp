// One word of the standard library's generator for each coordinate.
#include "rng/mersenne_twister.hpp"

#include <climits>
#include <random>

#include "unit/rng/rng_support.hpp"

namespace {

using namespace rng_test;

TEST(MersenneTwister, IsThatOfTheStandardLibrary) {
  for (const int seed : {1, 42, -1, INT_MAX, INT_MIN}) {
    const int ndim = 3;
    std::mt19937 words(static_cast<std::uint32_t>(seed));
    for (const std::vector<Fraction> &point : draw(*make_generator(ndim, seed, 0), ndim, 500))
      for (const Fraction coordinate : point)
        ASSERT_EQ(cuboid::rng::to_double(coordinate), words() * 0x1p-32) << "seed " << seed;
  }
}

}  // namespace
