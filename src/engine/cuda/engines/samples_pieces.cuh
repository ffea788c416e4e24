// Variances of hypercubes that lie in several chunks.
#pragma once

#include "base/words.hpp"
#include "engine/cuda/kernel/samples_arguments.cuh"

namespace cuboid::engine::cuda {

/// The part of a hypercube in one chunk: SamplesArguments::piece_cube and piece_variance.
struct Piece {
  uint32 cube;
  double variance;
};

/// The variance of the hypercube that begins in a chunk and goes on in the next ones, up to `end`.
/// By whole warps: of a hypercube that spans many chunks, the calling thread's warp adds up the
/// pieces.  piece(slot): of one chunk; cube: samples_no_cube where the thread has none.
template <class PieceAt>
__device__ double joined(const PieceAt &piece, uint64 chunk, uint64 end, uint32 cube) {
  constexpr uint64 alone = 8;
  // Pieces of a lane that are on their way together: a peak has most samples of an iteration in one
  // hypercube, and with one piece after the other to join these takes longer than to draw them.
  constexpr int at_once = 16;
  double variance = cube == samples_no_cube ? 0 : piece(2 * chunk + 1).variance;
  uint64 next = chunk + 1;
  bool open = cube != samples_no_cube;
  for (uint64 i = 0; i < alone && open; ++i) {
    open = next < end && piece(2 * next).cube == cube;
    if (open) variance += piece(2 * next++).variance;
  }
  for (unsigned waiting = __ballot_sync(0xFFFFFFFFu, open); waiting != 0; waiting &= waiting - 1) {
    const int owner = __ffs(static_cast<int>(waiting)) - 1;
    const uint32 wanted = __shfl_sync(0xFFFFFFFFu, cube, owner);
    const uint64 start = __shfl_sync(0xFFFFFFFFu, next, owner);
    double sum = 0;
    bool goes_on = true;
    for (uint64 begin = start + threadIdx.x % 32; goes_on; begin += 32 * at_once) {
      Piece pieces[at_once];
#pragma unroll
      for (int i = 0; i < at_once; ++i) {
        const uint64 mine = begin + 32 * i;
        pieces[i] = mine < end ? piece(2 * mine) : Piece{samples_no_cube, 0};
      }
#pragma unroll
      for (int i = 0; i < at_once; ++i)
        if (pieces[i].cube == wanted) sum += pieces[i].variance;
      goes_on = __all_sync(0xFFFFFFFFu, pieces[at_once - 1].cube == wanted);
    }
    for (int lane = 1; lane < 32; lane *= 2) sum += __shfl_xor_sync(0xFFFFFFFFu, sum, lane);
    if (static_cast<int>(threadIdx.x % 32) == owner) variance += sum;
  }
  return variance;
}

}  // namespace cuboid::engine::cuda
