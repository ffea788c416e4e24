#include "engine/cuda/engines/samples_merge.hpp"
#include "engine/cuda/engines/samples_ranges.cuh"
#include "engine/cuda/engines/samples_stratify.cuh"

namespace cuboid::engine::cuda {

namespace {

__global__ void __launch_bounds__(tile_threads)
    weigh_part(const __grid_constant__ SamplesStratification strata, uint32 rank, uint32 ranks,
               const SamplesBegin *begins) {
  __shared__ double room[tile_places / 32];
  const TilesOfRanks tiles{begins, ranks, samples_tiles(strata.ncube)};
  const uint64 end = tiles.end(rank);
  for (uint64 tile = tiles.begin(rank) + blockIdx.x; tile < end; tile += gridDim.x) {
    const double sum = weight_of_tile(strata, tile, room);
    if (threadIdx.x == 0) strata.tile_sum[tile] = sum;
  }
}

/// The tiles that this rank alone has, and those that all have.
__global__ void __launch_bounds__(tile_threads)
    count_part(const __grid_constant__ SamplesStratification strata, uint32 rank, uint32 ranks,
               const SamplesBegin *before) {
  __shared__ uint32 room[tile_places / 32];
  const statistics::Allocation allocation =
      statistics::allocate(strata.samples, strata.ncube, *strata.sum);
  const TilesOfRanks tiles{before, ranks, samples_tiles(strata.ncube)};
  const uint64 begin = tiles.begin(rank);
  const uint64 own = max(tiles.end(rank), begin) - begin;
  for (uint64 i = blockIdx.x; i < own + ranks - 1; i += gridDim.x) {
    const uint64 tile = i < own ? begin + i : tiles.common(static_cast<uint32>(i - own + 1));
    if (tile < tiles.tiles) count_tile(strata, allocation, tile, room);
  }
}

__global__ void __launch_bounds__(tile_threads)
    place_tiles(const __grid_constant__ SamplesStratification strata, uint32 rank, uint32 ranks,
                const __grid_constant__ SamplesPlacing placing) {
  __shared__ uint64 room[tile_threads / 32];
  const TilesOfRanks tiles{placing.before, ranks, samples_tiles(strata.ncube)};
  const auto count_of = [&](uint64 tile) {
    const uint32 owner = tiles.owner(tile);
    return placing.counted[owner < ranks ? owner : rank].tile_count[tile];
  };
  begin_tiles(count_of, tiles.tiles, strata.tile_first, room);
}

/// Where the samples of a tile's hypercubes end, from the rank that has counted them.
__device__ void fetch_tile(const SamplesStratification &strata, const SamplesPlacing &placing,
                           const TilesOfRanks &tiles, uint32 rank, uint64 tile) {
  const uint32 owner = tiles.owner(tile);
  if (owner == rank || owner == tiles.ranks) return;
  const uint64 first = tile * samples_cubes_per_tile;
  const auto *const from = reinterpret_cast<const uint4 *>(placing.counted[owner].cube_end + first);
  auto *const to = reinterpret_cast<uint4 *>(strata.cube_end + first);
#pragma unroll
  for (int p = 0; p < places_per_thread; ++p) {
    static_assert(cubes_per_thread * sizeof(uint32) == sizeof(uint4));
    const unsigned i = p * tile_threads + threadIdx.x;
    to[i] = from[i];
  }
}

/// The tiles that hold a rank's range of samples, and the sample behind it, whose hypercube is
/// looked at ahead.
__device__ void fetch_range(const SamplesArguments &whole, const SamplesStratification &strata,
                            const SamplesPlacing &placing, const TilesOfRanks &tiles) {
  const statistics::Chunks chunks = chunks_of(whole, true);
  uint64 begin = 0, last = tiles.tiles - 1;
  if (!placing.all) {
    const auto tile_of = [&](uint32 rank) {
      return find_tile(whole, chunks.begin(chunk_begin(chunks, rank, whole.ranks)));
    };
    begin = tile_of(whole.rank);
    last = tile_of(whole.rank + 1);
  }
  for (uint64 tile = begin + blockIdx.x - (whole.ranks + 1); tile <= last;
       tile += gridDim.x - (whole.ranks + 1))
    fetch_tile(strata, placing, tiles, whole.rank, tile);
}

/// The first blocks find where the ranges begin, the others fetch what is to be drawn.
__global__ void __launch_bounds__(tile_threads)
    fetch_tiles(const __grid_constant__ SamplesArguments whole,
                const __grid_constant__ SamplesStratification strata,
                const __grid_constant__ SamplesPlacing placing) {
  const TilesOfRanks tiles{placing.before, whole.ranks, samples_tiles(whole.ncube)};
  const uint32 rank = blockIdx.x;
  if (rank > whole.ranks) return fetch_range(whole, strata, placing, tiles);
  const statistics::Chunks chunks = chunks_of(whole, true);
  const uint64 chunk = chunk_begin(chunks, rank, whole.ranks);
  uint64 cube = whole.ncube;
  if (chunk < chunks.count) {
    const uint64 tile = find_tile(whole, chunks.begin(chunk));
    fetch_tile(strata, placing, tiles, whole.rank, tile);
    __syncthreads();
    cube = find_cube_of_tile(whole, tile, chunks.begin(chunk));
  }
  if (threadIdx.x == 0) placing.begins[rank] = {chunk, cube};
}

}  // namespace

void launch_weigh_part(const SamplesArguments &whole, const SamplesStratification &strata,
                       const SamplesBegin *begins, unsigned blocks, cudaStream_t stream) {
  weigh_part<<<blocks, tile_threads, 0, stream>>>(strata, whole.rank, whole.ranks, begins);
}

void launch_count_part(const SamplesArguments &whole, const SamplesStratification &strata,
                       const SamplesBegin *before, unsigned blocks, cudaStream_t stream) {
  count_part<<<blocks, tile_threads, 0, stream>>>(strata, whole.rank, whole.ranks, before);
}

void launch_place_part(const SamplesArguments &whole, const SamplesStratification &strata,
                       const SamplesPlacing &placing, unsigned blocks, cudaStream_t stream) {
  place_tiles<<<1, tile_threads, 0, stream>>>(strata, whole.rank, whole.ranks, placing);
  fetch_tiles<<<whole.ranks + 1 + blocks, tile_threads, 0, stream>>>(whole, strata, placing);
}

}  // namespace cuboid::engine::cuda
