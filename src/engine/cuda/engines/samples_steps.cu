#include "engine/cuda/engines/samples_steps.hpp"

#include "engine/cuda/engines/samples_steps.cuh"

namespace cuboid::engine::cuda {

namespace {

__global__ void join_pieces(const __grid_constant__ SamplesArguments arguments) {
  join_pieces_of(arguments);
}

/// The last block adds up, the others refine one axis each, or the first of them all axes.
__global__ void __launch_bounds__(block_threads)
    finish_iteration(SamplesArguments arguments, SamplesFinish finish) {
  finish_with_block(arguments, finish, *finish.report);
}

}  // namespace

void launch_join_pieces(const SamplesArguments &arguments, uint64 most_chunks,
                        cudaStream_t stream) {
  join_pieces<<<join_blocks(arguments, most_chunks), joining_threads, 0, stream>>>(arguments);
}

void launch_finish(const SamplesArguments &arguments, const SamplesFinish &finish,
                   cudaStream_t stream) {
  const int refining = finish.step.alpha == 0 ? 0 : finish.one_map ? 1 : finish.ndim;
  finish_iteration<<<static_cast<unsigned>(refining) + 1, block_threads, 0, stream>>>(arguments,
                                                                                      finish);
}

}  // namespace cuboid::engine::cuda
