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

/// Both where few tiles have all hypercubes: small integrals spend as much time on launches as on
/// samples.
__global__ void __launch_bounds__(tile_threads)
    stratify_few(const __grid_constant__ SamplesStratification strata) {
  stratify_few_tiles(strata);
}

}  // namespace

void launch_stratify(const SamplesStratification &stratification, cudaStream_t stream) {
  const auto tiles = static_cast<unsigned>(samples_tiles(stratification.ncube));
  if (tiles <= samples_few_tiles) {
    stratify_few<<<1, tile_threads, 0, stream>>>(stratification);
    return;
  }
  weigh_cubes<<<tiles, tile_threads, 0, stream>>>(stratification);
  count_samples<<<tiles, tile_threads, 0, stream>>>(stratification);
}

}  // namespace cuboid::engine::cuda
