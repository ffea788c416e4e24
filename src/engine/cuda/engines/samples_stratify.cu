#include "engine/cuda/engines/samples_stratify.hpp"

#include "engine/cuda/engines/last_block.cuh"
#include "engine/cuda/engines/samples_stratify.cuh"

namespace cuboid::engine::cuda {

namespace {

/// The sum of the weights.
__global__ void __launch_bounds__(tile_threads) weigh_cubes(SamplesStratification strata) {
  __shared__ double room[tile_places / 32];
  const double sum = weight_of_tile(strata, blockIdx.x, room);
  if (threadIdx.x == 0) strata.tile_sum[blockIdx.x] = sum;
  if (!last_block(strata.ticket)) return;
  const double of_all = weight_of_tiles(strata, room);
  if (threadIdx.x == 0) *strata.sum = of_all;
}

/// Numbers of samples, and where those of each hypercube end in its tile.
__global__ void __launch_bounds__(tile_threads) count_samples(SamplesStratification strata) {
  __shared__ uint32 room[tile_places / 32];
  __shared__ uint64 room_for_tiles[tile_threads / 32];
  const statistics::Allocation allocation =
      statistics::allocate(strata.samples, strata.ncube, *strata.sum);
  count_tile(strata, allocation, blockIdx.x, room);
  if (!last_block(strata.ticket + 1)) return;
  begin_tiles([&](uint64 tile) { return __ldcg(strata.tile_count + tile); }, gridDim.x,
              strata.tile_first, room_for_tiles);
}

/// Both where one tile has all hypercubes: small integrals spend as much time on launches as on
/// samples.
__global__ void __launch_bounds__(tile_threads) stratify_tile(SamplesStratification strata) {
  __shared__ double room[tile_places / 32];
  __shared__ uint32 room_for_counts[tile_places / 32];
  const double sum = weight_of_tile(strata, 0, room);
  count_tile(strata, statistics::allocate(strata.samples, strata.ncube, sum), 0, room_for_counts);
  if (threadIdx.x != 0) return;
  strata.tile_sum[0] = *strata.sum = sum;
  strata.tile_first[0] = 0;
  strata.tile_first[1] = strata.tile_count[0];
}

}  // namespace

void launch_stratify(const SamplesStratification &stratification, cudaStream_t stream) {
  const auto tiles = static_cast<unsigned>(samples_tiles(stratification.ncube));
  if (tiles == 1) {
    stratify_tile<<<1, tile_threads, 0, stream>>>(stratification);
    return;
  }
  weigh_cubes<<<tiles, tile_threads, 0, stream>>>(stratification);
  count_samples<<<tiles, tile_threads, 0, stream>>>(stratification);
}

}  // namespace cuboid::engine::cuda
