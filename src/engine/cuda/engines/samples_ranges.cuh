// Which rank has what of an iteration that several ranks share out.
#pragma once

#include "engine/cuda/engines/samples_merge.hpp"
#include "engine/cuda/kernel/samples_cubes.cuh"

namespace cuboid::engine::cuda {

/// The last of `count` numbers that rise which is no greater than a value, by a whole warp; the
/// first of them is none.  number_at(i): the numbers.
template <class NumberAt>
__device__ uint64 last_up_to(const NumberAt &number_at, uint64 count, uint64 value) {
  uint64 low = 0;
  while (count > 1) {
    const uint64 step = (count + 31) / 32;
    const uint64 probe = threadIdx.x % 32 * step;
    const bool before = probe < count && number_at(low + probe) <= value;
    const int steps = __popc(__ballot_sync(0xFFFFFFFFu, before)) - 1;
    low += static_cast<uint64>(steps) * step;
    count = min(step, count - static_cast<uint64>(steps) * step);
  }
  return low;
}

/// The tile that holds a sample, by a whole warp.
__device__ inline uint64 find_tile(const SamplesArguments &whole, uint64 sample) {
  return last_up_to([&](uint64 tile) { return whole.tile_first[tile]; }, samples_tiles(whole.ncube),
                    sample);
}

/// The hypercube of a tile that holds a sample, by a whole warp.
__device__ inline uint64 find_cube_of_tile(const SamplesArguments &whole, uint64 tile,
                                           uint64 sample) {
  const uint64 first = tile * samples_cubes_per_tile;
  const uint32 *const ends = whole.cube_end + first;
  return first + last_up_to([&](uint64 i) { return i > 0 ? ends[i - 1] : 0; },
                            min(uint64{samples_cubes_per_tile}, whole.ncube - first),
                            sample - whole.tile_first[tile]);
}

/// Tiles of hypercubes, by the ranges of hypercubes that the ranks have drawn: a rank has those of
/// which it has drawn all; all ranks have the others, in which ranges begin.
struct TilesOfRanks {
  const SamplesBegin *begins;  ///< [ranks + 1]; nullptr: all have all tiles
  uint32 ranks;
  uint64 tiles;

  __device__ uint64 begin(uint32 rank) const {
    return rank == 0 ? 0 : begins[rank].cube / samples_cubes_per_tile + 1;
  }
  __device__ uint64 end(uint32 rank) const {
    return rank + 1 == ranks ? tiles : min(begins[rank + 1].cube / samples_cubes_per_tile, tiles);
  }
  /// The tile in which the range of a rank begins, if it is the first one that does; else `tiles`.
  /// rank: not 0.
  __device__ uint64 common(uint32 rank) const {
    const uint64 tile = begins[rank].cube / samples_cubes_per_tile;
    const bool again = rank > 1 && begins[rank - 1].cube / samples_cubes_per_tile == tile;
    return again ? tiles : tile;
  }
  /// The rank that has a tile; `ranks`: all have it.
  __device__ uint32 owner(uint64 tile) const {
    if (begins == nullptr) return ranks;
    uint32 rank = ranks - 1;
    while (rank > 0 && begins[rank].cube >= (tile + 1) * samples_cubes_per_tile) --rank;
    return tile >= begin(rank) ? rank : ranks;
  }
};

}  // namespace cuboid::engine::cuda
