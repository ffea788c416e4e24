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

/// By all threads of the launch.
__device__ void begin_grid(const SamplesBeginning &beginning) {
  const uint64 first = blockIdx.x * uint64{blockDim.x} + threadIdx.x;
  const uint64 stride = gridDim.x * uint64{blockDim.x};
  // What comes from the host shall be on its way together.
#pragma unroll 4
  for (uint64 i = first; beginning.first_map != nullptr && i < beginning.cells; i += stride)
    beginning.map[i] = beginning.first_map[i];
  for (uint64 i = first; i < beginning.cells; i += stride) beginning.histogram[i] = 0;
  // All are equal, which is all that matters.
  for (uint64 i = first; beginning.variance != nullptr && i < beginning.ncube; i += stride)
    beginning.variance[i] = __uint_as_float(0x3F3F3F3F);
  for (uint64 i = first; i < samples_tickets; i += stride) beginning.ticket[i] = 0;
  constexpr uint64 words = sizeof(SamplesState) / sizeof(uint64);
  static_assert(sizeof(SamplesState) % sizeof(uint64) == 0);
  for (uint64 i = first; beginning.first_state != nullptr && i < words; i += stride)
    reinterpret_cast<uint64 *>(beginning.state)[i] =
        reinterpret_cast<const uint64 *>(beginning.first_state)[i];
}

__global__ void __launch_bounds__(block_threads)
    begin_samples(const __grid_constant__ SamplesBeginning beginning) {
  begin_grid(beginning);
}

/// One block.
__global__ void __launch_bounds__(block_threads)
    begin_and_stratify(const __grid_constant__ SamplesBeginning beginning,
                       const __grid_constant__ SamplesStratification next) {
  begin_grid(beginning);
  __syncthreads();
  stratify_few_tiles(next);
}

/// One block.
__global__ void __launch_bounds__(block_threads)
    tell_host(const __grid_constant__ HostRequest request) {
  for (uint64 i = threadIdx.x; i < request.words; i += blockDim.x) request.to[i] = request.from[i];
  __threadfence_system();
  __syncthreads();
  if (threadIdx.x == 0) *static_cast<volatile uint64 *>(request.answered) = request.number;
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
/// gives the hypercubes the samples of the next iteration, if it has some.
__global__ void __launch_bounds__(block_threads)
    join_and_finish(const __grid_constant__ SamplesArguments arguments,
                    const __grid_constant__ SamplesFinish finish,
                    const __grid_constant__ SamplesStratification next, uint32 finishing) {
  if (blockIdx.x < finishing) return finish_and_tell(arguments, finish, finishing);
  join_pieces_of(arguments, blockIdx.x - finishing);
  if (next.samples == 0) return;
  __syncthreads();
  if (last_block(next.ticket, gridDim.x - finishing)) stratify_few_tiles(next);
}

}  // namespace

void launch_tell(const HostRequest &request, cudaStream_t stream) {
  const uint64 threads = std::min<uint64>((request.words + 31) / 32 * 32, block_threads);
  tell_host<<<1, static_cast<unsigned>(threads), 0, stream>>>(request);
}

void launch_begin(const SamplesBeginning &beginning, cudaStream_t stream) {
  constexpr uint64 of_block = 4 * block_threads;
  constexpr uint64 max_blocks = 512;
  const uint64 cubes = beginning.variance != nullptr ? beginning.ncube : 0;
  const uint64 wanted = (std::max(beginning.cells, cubes) - 1) / of_block + 1;
  begin_samples<<<static_cast<unsigned>(std::min(wanted, max_blocks)), block_threads, 0, stream>>>(
      beginning);
}

void launch_begin_and_stratify(const SamplesBeginning &beginning, const SamplesStratification &next,
                               cudaStream_t stream) {
  begin_and_stratify<<<1, block_threads, 0, stream>>>(beginning, next);
}

void launch_join_pieces(const SamplesArguments &arguments, uint64 max_chunks, cudaStream_t stream) {
  join_pieces<<<join_blocks(arguments, max_chunks), joining_threads, 0, stream>>>(arguments);
}

void launch_finish(const SamplesArguments &arguments, const SamplesFinish &finish,
                   uint64 max_chunks, cudaStream_t stream) {
  finish_iteration<<<refining_blocks(finish) + 1, finish_threads(arguments, max_chunks), 0,
                     stream>>>(arguments, finish);
}

void launch_join_and_finish(const SamplesArguments &arguments, const SamplesFinish &finish,
                            const SamplesStratification &next, uint64 max_chunks,
                            cudaStream_t stream) {
  const unsigned finishing = refining_blocks(finish) + 1;
  const unsigned threads = std::max<unsigned>(finish_threads(arguments, max_chunks), tile_threads);
  const unsigned joining = join_blocks(arguments, max_chunks, threads);
  join_and_finish<<<finishing + joining, threads, 0, stream>>>(arguments, finish, next, finishing);
}

}  // namespace cuboid::engine::cuda
