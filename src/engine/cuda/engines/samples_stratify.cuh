// How the hypercubes of a tile share samples.
#pragma once

#include "engine/cuda/engines/block_sums.cuh"
#include "engine/cuda/engines/samples_stratify.hpp"
#include "statistics/stratify.hpp"

namespace cuboid::engine::cuda {

/// Sums over a tile are those of a tree over so many places, each with neighbouring hypercubes.
constexpr int tile_places = 1024;
constexpr int cubes_per_thread = samples_cubes_per_tile / tile_places;

/// Threads that work off a tile.  Each has several places, of which all that it reads is on its way
/// together, and blocks are so small that a multiprocessor has many tiles at once.
constexpr int tile_threads = 256;
constexpr int places_per_thread = tile_places / tile_threads;

/// The hypercubes of a thread: neighbours, so that they come in one access.
struct alignas(16) Neighbours {
  float variance[cubes_per_thread];
};

/// The variances of hypercubes, one after the other; 0 behind the last one.
__device__ inline Neighbours variances(const SamplesStratification &strata, uint64 first) {
  Neighbours result;
  if (first + cubes_per_thread <= strata.ncube) {
    result = *reinterpret_cast<const Neighbours *>(strata.variance + first);
  } else {
    for (int i = 0; i < cubes_per_thread; ++i)
      result.variance[i] = first + i < strata.ncube ? strata.variance[first + i] : 0;
  }
  return result;
}

/// What the samples of hypercubes are in proportion to.
__device__ inline void weigh(const SamplesStratification &strata, Neighbours &neighbours) {
  for (int i = 0; i < cubes_per_thread; ++i)
    neighbours.variance[i] = __powf(neighbours.variance[i], strata.power);
}
__device__ inline Neighbours weights(const SamplesStratification &strata, uint64 first) {
  Neighbours result = variances(strata, first);
  weigh(strata, result);
  return result;
}

__device__ inline double sum_of(const Neighbours &weight) {
  double sum = 0;
  for (int i = 0; i < cubes_per_thread; ++i) sum += weight.variance[i];
  return sum;
}

/// Samples of neighbouring hypercubes.
struct Counts {
  uint32 of_cube[cubes_per_thread];
  uint32 sum;
};

__device__ inline Counts count_samples_of(const SamplesStratification &strata,
                                          const statistics::Allocation &allocation, uint64 first,
                                          const Neighbours &weight) {
  Counts counts{};
  for (int i = 0; i < cubes_per_thread; ++i) {
    counts.of_cube[i] =
        first + i < strata.ncube ? allocation.samples(first + i, weight.variance[i]) : 0;
    counts.sum += counts.of_cube[i];
  }
  return counts;
}

/// Where the samples of neighbouring hypercubes end in their tile; end: those of the last one.
__device__ inline void store_ends(const SamplesStratification &strata, uint64 first,
                                  const Counts &counts, uint32 end) {
  static_assert(cubes_per_thread == 4);
  const uint32 third = end - counts.of_cube[3];
  const uint32 second = third - counts.of_cube[2];
  *reinterpret_cast<uint4 *>(strata.cube_end + first) =
      uint4{second - counts.of_cube[1], second, third, end};
}

/// The first hypercube of one of the thread's places in a tile.
__device__ inline uint64 first_of_place(uint64 tile, int place) {
  const auto number = static_cast<uint64>(place * tile_threads) + threadIdx.x;
  return tile * samples_cubes_per_tile + number * cubes_per_thread;
}

struct TileWeights {
  Neighbours place[places_per_thread];
};

__device__ inline TileWeights weights_of_tile(const SamplesStratification &strata, uint64 tile) {
  TileWeights weights;
#pragma unroll
  for (int p = 0; p < places_per_thread; ++p)
    weights.place[p] = variances(strata, first_of_place(tile, p));
#pragma unroll
  for (int p = 0; p < places_per_thread; ++p) weigh(strata, weights.place[p]);
  return weights;
}

/// The sum over the places, in all threads, as block_sum adds up where each is a thread.  room:
/// [tile_places / 32] in shared memory.
__device__ inline double sum_of_places(double (&value)[places_per_thread], double *room) {
  static_assert(tile_places == 32 * 32);
  const unsigned lane = threadIdx.x % 32;
#pragma unroll
  for (int p = 0; p < places_per_thread; ++p) {
    for (int step = 1; step < 32; step *= 2)
      value[p] += __shfl_xor_sync(0xFFFFFFFFu, value[p], step);
    if (lane == 0) room[(p * tile_threads + threadIdx.x) / 32] = value[p];
  }
  __syncthreads();
  double sum = room[lane];
  for (int step = 1; step < 32; step *= 2) sum += __shfl_xor_sync(0xFFFFFFFFu, sum, step);
  __syncthreads();
  return sum;
}

/// The sum of the weights of a tile, in all threads.  room: as above.
__device__ inline double weight_of_tile(const SamplesStratification &strata, uint64 tile,
                                        double *room) {
  const TileWeights weights = weights_of_tile(strata, tile);
  double sum[places_per_thread];
#pragma unroll
  for (int p = 0; p < places_per_thread; ++p) sum[p] = sum_of(weights.place[p]);
  return sum_of_places(sum, room);
}

/// The sum of the weights of all tiles, in all threads.  room: as above.
__device__ inline double weight_of_tiles(const SamplesStratification &strata, double *room) {
  const uint64 tiles = samples_tiles(strata.ncube);
  double sum[places_per_thread];
#pragma unroll
  for (int p = 0; p < places_per_thread; ++p) {
    sum[p] = 0;
    for (uint64 tile = p * tile_threads + threadIdx.x; tile < tiles; tile += tile_places)
      sum[p] += __ldcg(strata.tile_sum + tile);
  }
  return sum_of_places(sum, room);
}

/// Gives the hypercubes of a tile their samples.  room: [tile_places / 32] in shared memory.
__device__ inline void count_tile(const SamplesStratification &strata,
                                  const statistics::Allocation &allocation, uint64 tile,
                                  uint32 *room) {
  const TileWeights weights = weights_of_tile(strata, tile);
  const unsigned lane = threadIdx.x % 32;
  Counts counts[places_per_thread];
  uint32 end[places_per_thread];  // Of the samples of a warp's places up to the own one.
#pragma unroll
  for (int p = 0; p < places_per_thread; ++p) {
    counts[p] = count_samples_of(strata, allocation, first_of_place(tile, p), weights.place[p]);
    end[p] = warp_scan(counts[p].sum, Plus{});
    if (lane == 31) room[(p * tile_threads + threadIdx.x) / 32] = end[p];
  }
  __syncthreads();
  const uint32 upto = warp_scan(room[lane], Plus{});
#pragma unroll
  for (int p = 0; p < places_per_thread; ++p) {
    const unsigned warp = (p * tile_threads + threadIdx.x) / 32;
    const uint32 before = __shfl_sync(0xFFFFFFFFu, upto, warp == 0 ? 0 : warp - 1);
    store_ends(strata, first_of_place(tile, p), counts[p], end[p] + (warp == 0 ? 0 : before));
  }
  if (threadIdx.x == 31) strata.tile_count[tile] = upto;
  __syncthreads();
}

/// The first samples of the tiles, by a block of tile_threads.  count_of(tile): its samples; room:
/// [tile_threads / 32] in shared memory.
template <class CountOf>
__device__ void begin_tiles(const CountOf &count_of, uint64 tiles, uint64 *tile_first,
                            uint64 *room) {
  constexpr int at_once = 8;
  uint64 before = 0;
  for (uint64 begin = 0; begin < tiles; begin += at_once * tile_threads) {
    const uint64 first = begin + threadIdx.x * at_once;
    uint32 count[at_once];
    uint64 sum = 0;
#pragma unroll
    for (int i = 0; i < at_once; ++i) count[i] = first + i < tiles ? count_of(first + i) : 0;
#pragma unroll
    for (int i = 0; i < at_once; ++i) sum += count[i];
    uint64 end = before + block_scan(sum, room, Plus{}) - sum;
    before += room[tile_threads / 32 - 1];
#pragma unroll
    for (int i = 0; i < at_once; ++i) {
      end += count[i];
      if (first + i < tiles) tile_first[first + i + 1] = end;
    }
    __syncthreads();
  }
  if (threadIdx.x == 0) tile_first[0] = 0;
}

/// Gives the hypercubes of all tiles their samples, by one block of tile_threads or more.
__device__ inline void stratify_few_tiles(const SamplesStratification &strata) {
  __shared__ double room[tile_places / 32];
  __shared__ uint32 room_for_counts[tile_places / 32];
  if (threadIdx.x >= tile_threads) return;
  const uint64 tiles = samples_tiles(strata.ncube);
  for (uint64 tile = 0; tile < tiles; ++tile) {
    const double sum = weight_of_tile(strata, tile, room);
    if (threadIdx.x == 0) strata.tile_sum[tile] = sum;
  }
  __syncthreads();
  const double sum = weight_of_tiles(strata, room);
  const statistics::Allocation allocation = statistics::allocate(strata.samples, strata.ncube, sum);
  for (uint64 tile = 0; tile < tiles; ++tile) count_tile(strata, allocation, tile, room_for_counts);
  if (threadIdx.x != 0) return;
  *strata.sum = sum;
  uint64 first = 0;
  for (uint64 tile = 0; tile < tiles; ++tile) {
    strata.tile_first[tile] = first;
    first += strata.tile_count[tile];
  }
  strata.tile_first[tiles] = first;
}

}  // namespace cuboid::engine::cuda
