#include "engine/cuda/engines/samples_steps.hpp"

#include "engine/cuda/engines/samples_steps.cuh"

namespace cuboid::engine::cuda {

namespace {

constexpr int join_threads = 256;

/// True in all threads of the block that is the last to come here.  It sees what the first threads
/// of the other blocks have written before.
__device__ bool last_block(uint32 *ticket) {
  __shared__ bool last;
  if (threadIdx.x == 0) {
    __threadfence();
    last = atomicAdd(ticket, 1u) == gridDim.x - 1;
    if (last) *ticket = 0;
    __threadfence();
  }
  __syncthreads();
  return last;
}

/// The sum of the weights.
__global__ void __launch_bounds__(tile_threads) weigh_cubes(SamplesStratification strata) {
  __shared__ double room[tile_threads / 32];
  const uint64 first =
      uint64{blockIdx.x} * samples_cubes_per_tile + threadIdx.x * uint64{cubes_per_thread};
  double sum = sum_of(weights(strata, first), room);
  if (threadIdx.x == 0) strata.tile_sum[blockIdx.x] = sum;
  if (!last_block(strata.ticket)) return;
  sum = 0;
  for (uint64 tile = threadIdx.x; tile < gridDim.x; tile += tile_threads)
    sum += __ldcg(strata.tile_sum + tile);
  sum = block_sum(sum, room);
  if (threadIdx.x == 0) strata.tile_sum[0] = sum;
}

/// Numbers of samples, and where those of each hypercube end in its tile.
__global__ void __launch_bounds__(tile_threads) count_samples(SamplesStratification strata) {
  __shared__ uint64 room[tile_threads / 32];
  __shared__ uint64 last_end;
  __shared__ statistics::Allocation allocation;
  if (threadIdx.x == 0)
    allocation = statistics::allocate(strata.samples, strata.ncube, strata.tile_sum[0]);
  const uint64 first =
      uint64{blockIdx.x} * samples_cubes_per_tile + threadIdx.x * uint64{cubes_per_thread};
  const Neighbours weight = weights(strata, first);
  __syncthreads();
  end_cubes(strata, allocation, first, weight, room);
  // The sum up to the last warp.
  if (threadIdx.x == 0) strata.tile_first[blockIdx.x + 1] = room[tile_threads / 32 - 1];
  if (!last_block(strata.ticket + 1)) return;
  uint64 before = 0;
  for (uint64 tile = 0; tile < gridDim.x; tile += tile_threads) {
    const bool has = tile + threadIdx.x < gridDim.x;
    const uint64 samples = has ? __ldcg(strata.tile_first + tile + threadIdx.x + 1) : 0;
    const uint64 end = before + block_scan(samples, room, Plus{});
    if (has) strata.tile_first[tile + threadIdx.x + 1] = end;
    if (threadIdx.x == tile_threads - 1) last_end = end;
    __syncthreads();
    before = last_end;
    __syncthreads();
  }
  if (threadIdx.x == 0) strata.tile_first[0] = 0;
}

__global__ void join_pieces(const __grid_constant__ SamplesArguments arguments) {
  join_pieces_of(arguments);
}

/// The last block adds up, the others refine one axis each, or the first of them all axes.
__global__ void __launch_bounds__(block_threads)
    finish_iteration(SamplesArguments arguments, SamplesFinish finish) {
  finish_with_block(arguments, finish, *finish.report);
}

}  // namespace

void launch_stratify(const SamplesStratification &stratification, cudaStream_t stream) {
  const auto tiles = static_cast<unsigned>(samples_tiles(stratification.ncube));
  weigh_cubes<<<tiles, tile_threads, 0, stream>>>(stratification);
  count_samples<<<tiles, tile_threads, 0, stream>>>(stratification);
}

void launch_join_pieces(const SamplesArguments &arguments, uint64 most_chunks,
                        cudaStream_t stream) {
  const uint64 groups = most_chunks / statistics::chunks_per_group / arguments.ranks + 1;
  const auto blocks =
      static_cast<unsigned>(groups * statistics::chunks_per_group / join_threads + 1);
  join_pieces<<<blocks, join_threads, 0, stream>>>(arguments);
}

void launch_finish(const SamplesArguments &arguments, const SamplesFinish &finish,
                   cudaStream_t stream) {
  const int refining = finish.alpha == 0 ? 0 : finish.one_map ? 1 : finish.ndim;
  finish_iteration<<<static_cast<unsigned>(refining) + 1, block_threads, 0, stream>>>(arguments,
                                                                                      finish);
}

}  // namespace cuboid::engine::cuda
