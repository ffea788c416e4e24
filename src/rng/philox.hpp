// The counter-based generator Philox4x32: Salmon, Moraes, Dror, Shaw, "Parallel random numbers: as
// easy as 1, 2, 3", SC 2011.
#pragma once

#include "base/hd.hpp"
#include "base/words.hpp"

namespace cuboid::rng {

/// The fewest rounds that pass all tests of BigCrush, as the authors find; they take 10 as the
/// default.
inline constexpr int fewest_philox_rounds = 7;

/// Four words, a counter before and random numbers after the rounds.
struct PhiloxBlock {
  uint32 word[4];
};

/// The keys of the rounds.
template <int rounds>
struct PhiloxKeys {
  uint32 key[rounds][2];
};

template <int rounds>
CUBOID_HD inline PhiloxKeys<rounds> make_philox_keys(uint64 seed) {
  constexpr uint32 golden_ratio = 0x9E3779B9u;
  constexpr uint32 root_of_3_less_1 = 0xBB67AE85u;
  PhiloxKeys<rounds> keys{};
  for (uint32 round = 0; round < rounds; ++round) {
    keys.key[round][0] = static_cast<uint32>(seed) + round * golden_ratio;
    keys.key[round][1] = static_cast<uint32>(seed >> 32) + round * root_of_3_less_1;
  }
  return keys;
}

/// One round: two products of two words each, whose halves are mixed with the other words.
CUBOID_HD_INLINED PhiloxBlock philox_round(PhiloxBlock block, uint32 key_0, uint32 key_1) {
  const uint64 product_0 = uint64{0xD2511F53u} * block.word[0];
  const uint64 product_1 = uint64{0xCD9E8D57u} * block.word[2];
  return {{static_cast<uint32>(product_1 >> 32) ^ block.word[1] ^ key_0,
           static_cast<uint32>(product_1),
           static_cast<uint32>(product_0 >> 32) ^ block.word[3] ^ key_1,
           static_cast<uint32>(product_0)}};
}

/// Any counter gives four random words at once: the words of different counters or keys are
/// independent.
template <int rounds>
CUBOID_HD inline PhiloxBlock philox(PhiloxBlock block, const PhiloxKeys<rounds> &keys) {
#ifdef __CUDA_ARCH__
#pragma unroll
#endif
  for (int round = 0; round < rounds; ++round)
    block = philox_round(block, keys.key[round][0], keys.key[round][1]);
  return block;
}

/// The keys of an integration by samples.
using SampleKeys = PhiloxKeys<fewest_philox_rounds>;

/// The counter of four of the random words of a pair of samples, which has one for each axis: those
/// from 4 group on.  Words 1 and 3 enter the products only in the second round, and so a compiler
/// shares the first rounds among the groups of a pair and the iterations.
CUBOID_HD_INLINED PhiloxBlock pair_counter(uint64 pair, uint32 group, uint32 iteration) {
  return {{static_cast<uint32>(pair), group, iteration, static_cast<uint32>(pair >> 32)}};
}

/// These words.
CUBOID_HD inline PhiloxBlock pair_words(uint64 pair, uint32 group, uint32 iteration,
                                        const SampleKeys &keys) {
  return philox(pair_counter(pair, group, iteration), keys);
}

}  // namespace cuboid::rng
