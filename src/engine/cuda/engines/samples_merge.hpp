// The kernels between a fill that several ranks share out and the end of the iteration.
#pragma once

#include <cuda_runtime.h>

#include "engine/cuda/kernel/samples_arguments.cuh"

namespace cuboid::engine::cuda {

/// What the fill of one rank writes, in device memory: arrays of SamplesArguments, which have room
/// for the whole iteration.
struct SamplesPart {
  const uint64 *histogram;
  const SamplesState *counted;
  const double *group_sums;
  const float *variance;
  const double *piece_variance;
  const uint32 *piece_cube;
};

/// Parts that one launch puts together, at most.
inline constexpr int samples_most_parts = 16;

struct SamplesMerge {
  SamplesPart part[samples_most_parts];  ///< of the ranks
  uint32 cells;                          ///< of the histogram
  uint32 sums;                           ///< of a group of chunks
  int ncomp;
  bool adaptive;
  uint64 *next_histogram;      ///< to be cleared; or nullptr
  SamplesState *next_counted;  ///< likewise
};

/// Puts the parts of all ranks into the arrays of the whole iteration, of which group_sums,
/// variance and the pieces are those of the part of whole.rank.
void launch_merge(const SamplesArguments &whole, const SamplesMerge &merge, unsigned blocks,
                  cudaStream_t stream);

/// Where the range of a rank begins.
struct SamplesBegin {
  uint64 chunk;
  uint64 cube;  ///< 0: all have as many samples
};

/// Those of all ranks, and the end: begins[ranks + 1].
void launch_begins(const SamplesArguments &whole, bool adaptive, SamplesBegin *begins,
                   cudaStream_t stream);

/// Adds what another rank has counted.
CUBOID_HD inline void add_state(SamplesState &state, const SamplesState &other, int ncomp) {
  for (int c = 0; c < ncomp; ++c) {
    if (other.greatest[c] > state.greatest[c]) state.greatest[c] = other.greatest[c];
    if (other.greatest_part[c] > state.greatest_part[c])
      state.greatest_part[c] = other.greatest_part[c];
  }
  state.nonfinite += other.nonfinite;
  if (other.first_nonfinite < state.first_nonfinite) state.first_nonfinite = other.first_nonfinite;
}

}  // namespace cuboid::engine::cuda
