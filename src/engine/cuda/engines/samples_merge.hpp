// The kernels with which ranks that share out an iteration hand each other what they have.
//
// Of the hypercubes a rank knows the variances of those that it has drawn.  It weighs and counts
// their tiles, and tells the others sums of weights and numbers of samples, and of the numbers in
// single hypercubes what they need to draw.  Tiles in which the range of a rank begins are put
// together on all ranks.
#pragma once

#include <cuda_runtime.h>

#include "engine/cuda/engines/samples_stratify.hpp"
#include "engine/cuda/kernel/samples_arguments.cuh"

namespace cuboid::engine::cuda {

/// What the fill of one rank writes, in device memory: arrays of SamplesArguments, which have room
/// for the whole iteration, and the weights of its tiles.
struct SamplesPart {
  const uint64 *histogram;
  const SamplesState *counted;
  const double *group_sums;
  const float *variance;
  const double *piece_variance;
  const uint32 *piece_cube;
  const double *tile_sum;
};

/// Parts that one launch puts together, at most: of as many devices that reach each other.
inline constexpr int samples_max_parts = 16;

/// Where the range of a rank begins.
struct SamplesBegin {
  uint64 chunk;
  /// That of its first sample, also if it began in the range before; 0: all have as many samples.
  uint64 cube;
};

struct SamplesMerge {
  SamplesPart part[samples_max_parts];  ///< of the ranks; or one in which all is together
  uint32 parts;
  const SamplesBegin *begins;  ///< of adaptive ones: [ranks + 1]
  uint32 cells;                ///< of the histogram
  uint32 sums;                 ///< of a group of chunks
  int ncomp;
  bool adaptive;
  uint64 *next_histogram;      ///< to be cleared; or nullptr
  SamplesState *next_counted;  ///< likewise
  uint32 *ticket;              ///< [1]: zero between launches

  /// Where the range of a rank is; and whether it is not in the arrays of the rank `own`.
  CUBOID_HD const SamplesPart &of_rank(uint32 rank) const { return part[parts > 1 ? rank : 0]; }
  CUBOID_HD bool is_elsewhere(uint32 rank, uint32 own) const { return parts > 1 && rank != own; }
};

/// Joins the pieces of hypercubes in the range of a rank.  begins: to be found beside that, of all
/// ranks; or nullptr.
void launch_join_part(const SamplesArguments &own, uint64 max_chunks, SamplesBegin *begins,
                      cudaStream_t stream);

/// Weighs the tiles that only this rank has.
void launch_weigh_part(const SamplesArguments &whole, const SamplesStratification &strata,
                       const SamplesBegin *begins, unsigned blocks, cudaStream_t stream);

/// Puts what all ranks have into the arrays of the whole iteration, of which group_sums, variance,
/// the pieces and the sums of tiles are those of the part of whole.rank: the histograms, the sums
/// of groups, and what is counted,
void launch_merge_sums(const SamplesArguments &whole, const SamplesMerge &merge, unsigned blocks,
                       cudaStream_t stream);
/// and of adaptive ones the sums of tiles and of all weights.  Of the variances this rank then has
/// those of its own tiles and of those that all have.
void launch_merge_tiles(const SamplesArguments &whole, const SamplesMerge &merge,
                        const SamplesStratification &strata, unsigned blocks, cudaStream_t stream);

/// Puts in the other variances.
void launch_complete(const SamplesArguments &whole, const SamplesMerge &merge, unsigned blocks,
                     cudaStream_t stream);

/// Counts all samples, by variances that stay where they are.
void launch_count_across(const SamplesArguments &whole, const SamplesMerge &merge,
                         const SamplesStratification &strata, cudaStream_t stream);

/// What a rank has counted, in device memory.
struct SamplesCounted {
  const uint32 *tile_count;
  const uint32 *cube_end;
};

struct SamplesPlacing {
  SamplesCounted counted[samples_max_parts];  ///< of the ranks
  const SamplesBegin *before;                 ///< the ranges by which they have counted
  SamplesBegin *begins;                       ///< where the ranges of the iteration begin
  bool all;  ///< this rank is to know of all hypercubes, and not only of those that it draws
};

/// Counts the samples of the tiles that this rank has.  before: by the last ranges.
void launch_count_part(const SamplesArguments &whole, const SamplesStratification &strata,
                       const SamplesBegin *before, unsigned blocks, cudaStream_t stream);

/// Puts together what the ranks have counted.
void launch_place_part(const SamplesArguments &whole, const SamplesStratification &strata,
                       const SamplesPlacing &placing, unsigned blocks, cudaStream_t stream);

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
