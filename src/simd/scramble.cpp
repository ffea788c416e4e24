// Digits that are exchanged at random.
#include "base/words.hpp"
#include "rng/scrambled_fraction.hpp"
#include "simd/functions.hpp"

namespace cuboid::simd::CUBOID_SIMD {

void scramble(std::int64_t count, std::uint32_t seed, std::uint64_t *fraction) {
  for (std::int64_t i = 0; i < count; ++i) fraction[i] = rng::scrambled_fraction(fraction[i], seed);
}

}  // namespace cuboid::simd::CUBOID_SIMD
