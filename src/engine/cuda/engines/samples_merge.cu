#include "engine/cuda/engines/samples_merge.hpp"

#include "engine/cuda/engines/last_block.cuh"
#include "engine/cuda/engines/samples_pieces.cuh"
#include "engine/cuda/engines/samples_ranges.cuh"
#include "engine/cuda/engines/samples_steps.cuh"
#include "engine/cuda/engines/samples_stratify.cuh"
#include "statistics/cube_variance.hpp"

namespace cuboid::engine::cuda {

namespace {

/// By 16 bytes: what comes from another device comes faster the more of it is on its way.
/// block, blocks: which of those that copy this one is.
template <class Number>
__device__ void copy_range(Number *__restrict__ to, const Number *__restrict__ from, uint64 begin,
                           uint64 end, uint32 block, uint32 blocks) {
  constexpr uint64 width = sizeof(uint4) / sizeof(Number);
  const uint64 threads = uint64{blocks} * blockDim.x;
  const uint64 thread = uint64{block} * blockDim.x + threadIdx.x;
  const uint64 first = min(end, (begin + width - 1) / width * width);
  const uint64 last = max(first, end / width * width);
  for (uint64 i = begin + thread; i < first; i += threads) to[i] = from[i];
  const auto *const wide_from = reinterpret_cast<const uint4 *>(from);
  auto *const wide_to = reinterpret_cast<uint4 *>(to);
#pragma unroll 4
  for (uint64 i = first / width + thread; i < last / width; i += threads) wide_to[i] = wide_from[i];
  for (uint64 i = last + thread; i < end; i += threads) to[i] = from[i];
}

__device__ void add_histograms(const SamplesArguments &whole, const SamplesMerge &merge,
                               uint32 block, uint32 blocks) {
  const uint32 threads = blocks * blockDim.x;
  for (uint32 i = block * blockDim.x + threadIdx.x; i < merge.cells; i += threads) {
    uint64 units = 0;
    for (uint32 part = 0; part < merge.parts; ++part) units += merge.part[part].histogram[i];
    whole.histogram[i] = units;
    if (merge.next_histogram != nullptr) merge.next_histogram[i] = 0;
  }
}

/// What is counted: that of all ranks, and nothing yet in the next iteration.
__device__ void add_counts(const SamplesArguments &whole, const SamplesMerge &merge) {
  for (uint32 part = 0; part < merge.parts; ++part)
    add_state(*whole.counted, *merge.part[part].counted, merge.ncomp);
  if (merge.next_counted == nullptr) return;
  *merge.next_counted = {};
  merge.next_counted->first_nonfinite = ~uint64{0};
}

/// What the other ranks have of a tile that all are to have.
__device__ void take_tile(const SamplesArguments &whole, const SamplesMerge &merge, uint64 tile) {
  constexpr int of_thread = samples_cubes_per_tile / tile_threads;
  const uint64 first = tile * samples_cubes_per_tile;
  const uint64 end = min(first + samples_cubes_per_tile, whole.ncube);
  // All are read before any is written, so that they are on their way together.
  float theirs[of_thread];
  bool taken[of_thread];
#pragma unroll
  for (int i = 0; i < of_thread; ++i) {
    const uint64 cube = first + i * tile_threads + threadIdx.x;
    uint32 rank = whole.ranks - 1;
    while (rank > 0 && merge.begins[rank].cube > cube) --rank;
    taken[i] = cube < end && merge.is_elsewhere(rank, whole.rank);
    theirs[i] = taken[i] ? merge.of_rank(rank).variance[cube] : 0;
  }
#pragma unroll
  for (int i = 0; i < of_thread; ++i)
    if (taken[i]) whole.variance[first + i * tile_threads + threadIdx.x] = theirs[i];
}

/// The pieces of all ranks at the beginning of a hypercube, which a warp reads together: those of
/// other devices are slow to come one after the other.
struct PiecesOfRanks {
  const SamplesArguments &whole;
  const SamplesMerge &merge;
  uint64 first;   ///< chunk
  Piece *window;  ///< [32] in shared memory: that at the tail of the first chunk, then heads

  __device__ Piece read(uint64 slot) const {
    uint32 rank = whole.ranks - 1;
    while (rank > 0 && merge.begins[rank].chunk > slot / 2) --rank;
    const SamplesPart &part = merge.of_rank(rank);
    return Piece{part.piece_cube[slot], part.piece_variance[slot]};
  }
  __device__ void probe(uint64 chunks) const {
    const unsigned lane = threadIdx.x % 32;
    if (first + lane < chunks) window[lane] = read(lane == 0 ? 2 * first + 1 : 2 * (first + lane));
    __syncwarp();
  }
  __device__ Piece operator()(uint64 slot) const {
    const uint64 chunk = slot / 2 - first;
    return chunk < 32 && (chunk == 0) == (slot % 2 == 1) ? window[chunk] : read(slot);
  }
};

/// The variance of the hypercube in which the range of a rank begins, of which ranks before have a
/// part.  By a whole warp; window: [32] in shared memory.
__device__ void join_across(const SamplesArguments &whole, const SamplesMerge &merge,
                            const statistics::Chunks &chunks, uint32 begins, Piece *window) {
  const SamplesBegin begin = merge.begins[begins];
  const uint64 tile = begin.cube / samples_cubes_per_tile;
  const uint64 first_sample =
      whole.tile_first[tile] +
      (begin.cube % samples_cubes_per_tile > 0 ? whole.cube_end[begin.cube - 1] : 0);
  const PiecesOfRanks piece{whole, merge, first_sample / chunks.length, window};
  piece.probe(chunks.count);
  const uint32 cube = piece(2 * begin.chunk).cube;
  if (cube == samples_no_cube) return;
  const bool first_lane = threadIdx.x % 32 == 0;
  const double variance =
      joined(piece, piece.first, chunks.count, first_lane ? cube : samples_no_cube);
  if (first_lane) whole.variance[cube] = statistics::bounded_variance(static_cast<float>(variance));
}

/// A tile in which the range of a rank begins, by a block.
__device__ void merge_common_tile(const SamplesArguments &whole, const SamplesMerge &merge,
                                  const SamplesStratification &strata,
                                  const statistics::Chunks &chunks, uint32 rank) {
  __shared__ double room[tile_places / 32];
  __shared__ Piece windows[tile_threads];
  const TilesOfRanks tiles{merge.begins, whole.ranks, samples_tiles(whole.ncube)};
  const uint64 tile = tiles.common(rank);
  if (tile >= tiles.tiles) return;
  take_tile(whole, merge, tile);
  __syncthreads();
  for (uint32 other = rank + threadIdx.x / 32; other < whole.ranks; other += blockDim.x / 32)
    if (merge.begins[other].cube / samples_cubes_per_tile == tile &&
        merge.begins[other].chunk < chunks.count)
      join_across(whole, merge, chunks, other, windows + threadIdx.x / 32 * 32);
  __syncthreads();
  const double sum = weight_of_tile(strata, tile, room);
  if (threadIdx.x == 0) strata.tile_sum[tile] = sum;
}

__global__ void __launch_bounds__(tile_threads)
    merge_sums(const __grid_constant__ SamplesArguments whole,
               const __grid_constant__ SamplesMerge merge) {
  const statistics::Chunks chunks = chunks_of(whole, merge.adaptive);
  constexpr uint64 of_group = statistics::chunks_per_group;
  const auto group = [&](uint32 rank) {
    return (chunk_begin(chunks, rank, whole.ranks) + of_group - 1) / of_group;
  };
  add_histograms(whole, merge, blockIdx.x, gridDim.x);
  for (uint32 rank = 0; rank < whole.ranks; ++rank)
    if (merge.is_elsewhere(rank, whole.rank))
      copy_range(whole.group_sums, merge.of_rank(rank).group_sums, group(rank) * merge.sums,
                 group(rank + 1) * merge.sums, blockIdx.x, gridDim.x);
  if (blockIdx.x == 0 && threadIdx.x == 0) add_counts(whole, merge);
}

/// What the other ranks have of tiles.
__device__ void take_tiles(const SamplesArguments &whole, const SamplesMerge &merge,
                           const SamplesStratification &strata, uint32 block, uint32 blocks) {
  const TilesOfRanks tiles{merge.begins, whole.ranks, samples_tiles(whole.ncube)};
  for (uint32 rank = 0; rank < whole.ranks; ++rank) {
    if (merge.is_elsewhere(rank, whole.rank))
      copy_range(strata.tile_sum, merge.of_rank(rank).tile_sum, tiles.begin(rank), tiles.end(rank),
                 block, blocks);
  }
}

/// The first blocks put together the tiles that all have, and the last block to end adds up the
/// weights.
__global__ void __launch_bounds__(tile_threads)
    merge_tiles(const __grid_constant__ SamplesArguments whole,
                const __grid_constant__ SamplesMerge merge,
                const __grid_constant__ SamplesStratification strata) {
  __shared__ double room[tile_places / 32];
  const uint32 common = whole.ranks - 1;
  if (blockIdx.x < common)
    merge_common_tile(whole, merge, strata, chunks_of(whole, true), blockIdx.x + 1);
  else
    take_tiles(whole, merge, strata, blockIdx.x - common, gridDim.x - common);
  __syncthreads();
  if (!last_block(merge.ticket)) return;
  const double sum = weight_of_tiles(strata, room);
  if (threadIdx.x == 0) *strata.sum = sum;
}

__global__ void __launch_bounds__(tile_threads)
    complete(const __grid_constant__ SamplesArguments whole,
             const __grid_constant__ SamplesMerge merge) {
  const TilesOfRanks tiles{merge.begins, whole.ranks, samples_tiles(whole.ncube)};
  const auto cube = [&](uint64 tile) { return min(tile * samples_cubes_per_tile, whole.ncube); };
  for (uint32 rank = 0; rank < whole.ranks; ++rank)
    if (merge.is_elsewhere(rank, whole.rank))
      copy_range(whole.variance, merge.of_rank(rank).variance, cube(tiles.begin(rank)),
                 cube(tiles.end(rank)), blockIdx.x, gridDim.x);
}

/// As count_samples, of which the variances are where ranks have them.
__global__ void __launch_bounds__(tile_threads)
    count_across(const __grid_constant__ SamplesStratification strata, uint32 rank, uint32 ranks,
                 const __grid_constant__ SamplesMerge merge) {
  __shared__ uint32 room[tile_places / 32];
  __shared__ uint64 room_for_tiles[tile_threads / 32];
  const TilesOfRanks tiles{merge.begins, ranks, samples_tiles(strata.ncube)};
  const uint32 owner = tiles.owner(blockIdx.x);
  SamplesStratification own = strata;
  if (owner < ranks && owner != rank) own.variance = merge.of_rank(owner).variance;
  count_tile(own, statistics::allocate(strata.samples, strata.ncube, *strata.sum), blockIdx.x,
             room);
  if (!last_block(strata.ticket + 1)) return;
  begin_tiles([&](uint64 tile) { return __ldcg(strata.tile_count + tile); }, gridDim.x,
              strata.tile_first, room_for_tiles);
}

/// Of adaptive ones, by a whole warp.  rank: at most the number of ranks.
__device__ void find_begin(const SamplesArguments &whole, uint32 rank, SamplesBegin *begins) {
  const statistics::Chunks chunks = chunks_of(whole, true);
  const uint64 chunk = chunk_begin(chunks, rank, whole.ranks);
  uint64 cube = whole.ncube;
  if (chunk < chunks.count)
    cube = find_cube_of_tile(whole, find_tile(whole, chunks.begin(chunk)), chunks.begin(chunk));
  if (threadIdx.x % 32 == 0) begins[rank] = {chunk, cube};
}

/// The last block finds the beginnings, if they are wanted.
__global__ void __launch_bounds__(joining_threads)
    join_part(const __grid_constant__ SamplesArguments own, SamplesBegin *begins) {
  if (begins == nullptr || blockIdx.x + 1 < gridDim.x) return join_pieces_of(own, blockIdx.x);
  for (uint32 rank = threadIdx.x / 32; rank <= own.ranks; rank += joining_threads / 32)
    find_begin(own, rank, begins);
}

}  // namespace

void launch_join_part(const SamplesArguments &own, uint64 max_chunks, SamplesBegin *begins,
                      cudaStream_t stream) {
  const unsigned blocks = join_blocks(own, max_chunks) + (begins != nullptr ? 1 : 0);
  join_part<<<blocks, joining_threads, 0, stream>>>(own, begins);
}

void launch_merge_sums(const SamplesArguments &whole, const SamplesMerge &merge, unsigned blocks,
                       cudaStream_t stream) {
  merge_sums<<<blocks, tile_threads, 0, stream>>>(whole, merge);
}

void launch_merge_tiles(const SamplesArguments &whole, const SamplesMerge &merge,
                        const SamplesStratification &strata, unsigned blocks, cudaStream_t stream) {
  merge_tiles<<<whole.ranks - 1 + blocks, tile_threads, 0, stream>>>(whole, merge, strata);
}

void launch_complete(const SamplesArguments &whole, const SamplesMerge &merge, unsigned blocks,
                     cudaStream_t stream) {
  complete<<<blocks, tile_threads, 0, stream>>>(whole, merge);
}

void launch_count_across(const SamplesArguments &whole, const SamplesMerge &merge,
                         const SamplesStratification &strata, cudaStream_t stream) {
  const auto tiles = static_cast<unsigned>(samples_tiles(strata.ncube));
  count_across<<<tiles, tile_threads, 0, stream>>>(strata, whole.rank, whole.ranks, merge);
}

}  // namespace cuboid::engine::cuda
