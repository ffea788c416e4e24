// Sobol points with nested uniform scrambling (A. B. Owen, in "Monte Carlo and Quasi-Monte Carlo
// Methods in Scientific Computing", Springer 1995, 299), which makes each point uniform and keeps
// the points as even as before.  The permutations come from a hash of the digits: S. Laine and
// T. Karras, Computer Graphics Forum 30 (2011) 1265; B. Burley, J. Computer Graphics Techniques
// 9(4) (2020) 1.
#pragma once

#include "base/hd.hpp"
#include "base/words.hpp"
#include "rng/philox.hpp"

namespace cuboid::rng {

inline constexpr int scrambled_sobol_digits = 32;

CUBOID_HD_INLINED uint32 reverse_bits(uint32 word) {
#ifdef __CUDA_ARCH__
  return __brev(word);
#else
  word = (word >> 1 & 0x55555555u) | (word & 0x55555555u) << 1;
  word = (word >> 2 & 0x33333333u) | (word & 0x33333333u) << 2;
  word = (word >> 4 & 0x0F0F0F0Fu) | (word & 0x0F0F0F0Fu) << 4;
  return __builtin_bswap32(word);
#endif
}

/// Exchanges halves of the interval, halves of the halves and so on, each by a bit that depends on
/// the seed and the digits above.  reversed_digits: binary fraction of an unscrambled point, the
/// first digit lowest.
CUBOID_HD_INLINED uint32 scramble_reversed(uint32 reversed_digits, uint32 seed) {
  // In the reversed word a digit may change what stands above it only, as sums and products do. The
  // steps and constants are those of N. Vegdahl, "Building a better LK hash" (psychopath.io, 2021).
  uint32 x = reversed_digits;
  x ^= x * 0x3D20ADEAu;
  x += seed;
  x *= (seed >> 16) | 1;
  x ^= x * 0x05526C56u;
  x ^= x * 0x53A22864u;
  return reverse_bits(x);
}

/// Which point of the sequence a sample is.  After 2^32 samples the points come again under another
/// scrambling.
struct SobolPosition {
  uint32 code;   ///< bit k: whether direction k is part of the point (Gray code)
  uint32 block;  ///< 2^32 samples each
};

CUBOID_HD inline SobolPosition sobol_position(uint64 sample) {
  const Halves number = halves(sample);
  return {number.low ^ number.low >> 1, number.high};
}

/// The scrambling of a block of samples.  seed: of the axis and iteration.
CUBOID_HD inline uint32 seed_of_block(uint32 seed, uint32 block) {
  return block == 0 ? seed : (seed ^ block * 0x9E3779B9u) * 0x85EBCA6Bu + block;
}

/// The digits of one axis.  directions: [32] of the axis, in the order that the digits shall have.
CUBOID_HD inline uint32 sobol_digits(const uint32 *directions, uint32 code) {
  uint32 digits = 0;
  for (int bit = 0; code != 0; ++bit, code >>= 1)
    if (code & 1) digits ^= directions[bit];
  return digits;
}

/// Seed of an axis in an iteration.  The third word of the counter is out of reach for the random
/// numbers of samples.
CUBOID_HD inline uint32 scramble_seed(uint32 axis, uint32 iteration, const SampleKeys &keys) {
  return philox({{0, 0, 0x80000000u + axis / 4, iteration}}, keys).word[axis % 4];
}

}  // namespace cuboid::rng
