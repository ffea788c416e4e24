// The random words of samples: one for each axis, from which map_position finds the place.
#pragma once

#include "base/hd.hpp"
#include "base/words.hpp"
#include "map/importance_map.hpp"
#include "rng/philox.hpp"
#include "rng/scrambled_sobol.hpp"

namespace cuboid::map {

/// Of a sample of a pair, from the word that the pair has for the axis.
CUBOID_HD inline uint32 word_of_pair(uint64 sample, uint32 word) {
  return sample % 2 == 0 ? word : reflected_word(word);
}

/// Of a quasi-random sample.  reversed_digits: before the scrambling, the first one lowest; seed:
/// of the axis, the iteration and the block of samples; bits: logarithm of the intervals of a
/// stratum.
CUBOID_HD inline uint32 quasi_word(uint32 reversed_digits, uint32 seed, uint32 bits) {
  return ordered_word(rng::scramble_reversed(reversed_digits, seed), bits);
}

/// The same from the sample's number.  directions: [32] of the axis, the first digit lowest; seed:
/// of the axis and the iteration.
CUBOID_HD inline uint32 quasi_word_of_sample(uint64 sample, const uint32 *directions, uint32 seed,
                                             uint32 bits) {
  const rng::SobolPosition position = rng::sobol_position(sample);
  return quasi_word(rng::sobol_digits(directions, position.code),
                    rng::seed_of_block(seed, position.block), bits);
}

}  // namespace cuboid::map
