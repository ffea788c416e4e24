#include "engine/cuda/engines/samples_steps.hpp"

#include <algorithm>

#include "engine/cuda/engines/last_block.cuh"
#include "engine/cuda/engines/samples_steps.cuh"
#include "engine/cuda/engines/samples_stratify.cuh"

namespace cuboid::engine::cuda {

namespace {

__global__ void join_pieces(const __grid_constant__ SamplesArguments arguments) {
  join_pieces_of(arguments, blockIdx.x);
}

/// Blocks that finish an iteration: the last one adds up, the others refine one axis each, or the
/// first of them all axes.
unsigned finish_blocks(const SamplesFinish &finish) {
  const int refining = finish.step.alpha == 0 ? 0 : finish.one_map ? 1 : finish.ndim;
  return static_cast<unsigned>(refining) + 1;
}

/// Of such a block: two intervals to a thread, and a thread to each group of chunks, since with
/// fewer their sums would follow another tree.
unsigned finish_threads(const SamplesArguments &arguments, uint64 most_chunks) {
  const uint64 groups = most_chunks / statistics::chunks_per_group + 1;
  const uint64 wanted = std::max<uint64>((arguments.intervals + 1) / 2, groups);
  return static_cast<unsigned>(std::min<uint64>((wanted + 31) / 32 * 32, block_threads));
}

/// By the first of so many blocks.
__device__ void finish_and_tell(const SamplesArguments &arguments, const SamplesFinish &finish,
                                uint32 blocks) {
  finish_with_block(arguments, finish, blocks, *finish.report);
  if (blockIdx.x == blocks - 1 && threadIdx.x == 0)
    *static_cast<volatile uint64 *>(&finish.report->number) = finish.number;
}

__global__ void __launch_bounds__(block_threads)
    finish_iteration(const __grid_constant__ SamplesArguments arguments,
                     const __grid_constant__ SamplesFinish finish) {
  finish_and_tell(arguments, finish, gridDim.x);
}

/// The first blocks finish the iteration.  The others join pieces, and the last of these to end
/// gives the hypercubes their samples.
__global__ void __launch_bounds__(block_threads)
    finish_and_stratify(const __grid_constant__ SamplesArguments arguments,
                        const __grid_constant__ SamplesFinish finish,
                        const __grid_constant__ SamplesStratification next, uint32 finishing) {
  if (blockIdx.x < finishing) return finish_and_tell(arguments, finish, finishing);
  join_pieces_of(arguments, blockIdx.x - finishing);
  __syncthreads();
  if (last_block(next.ticket, gridDim.x - finishing)) stratify_few_tiles(next);
}

}  // namespace

void launch_join_pieces(const SamplesArguments &arguments, uint64 most_chunks,
                        cudaStream_t stream) {
  join_pieces<<<join_blocks(arguments, most_chunks), joining_threads, 0, stream>>>(arguments);
}

void launch_finish(const SamplesArguments &arguments, const SamplesFinish &finish,
                   uint64 most_chunks, cudaStream_t stream) {
  finish_iteration<<<finish_blocks(finish), finish_threads(arguments, most_chunks), 0, stream>>>(
      arguments, finish);
}

void launch_finish_and_stratify(const SamplesArguments &arguments, const SamplesFinish &finish,
                                const SamplesStratification &next, uint64 most_chunks,
                                cudaStream_t stream) {
  const unsigned finishing = finish_blocks(finish);
  const unsigned threads = std::max<unsigned>(finish_threads(arguments, most_chunks), tile_threads);
  const unsigned joining = join_blocks(arguments, most_chunks, threads);
  finish_and_stratify<<<finishing + joining, threads, 0, stream>>>(arguments, finish, next,
                                                                   finishing);
}

}  // namespace cuboid::engine::cuda
