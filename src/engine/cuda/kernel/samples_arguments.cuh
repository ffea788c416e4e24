// What the kernels of the samples engine are given: plain structs, the same for host and device.
#pragma once

#include "base/hd.hpp"
#include "base/words.hpp"
#include "map/importance_map.hpp"
#include "map/interval.hpp"
#include "rng/philox.hpp"
#include "statistics/strata.hpp"

namespace cuboid::engine::cuda {

inline constexpr int samples_ncomp_limit = 32;
inline constexpr int samples_ndim_limit = 32;
inline constexpr int samples_max_intervals = 2048;  ///< of an axis
/// Hypercubes of a tile.
inline constexpr int samples_cubes_per_tile = statistics::cubes_per_block;

CUBOID_HD inline uint64 samples_tiles(uint64 ncube) {
  return (ncube - 1) / samples_cubes_per_tile + 1;
}

/// One block of the fill kernel takes a whole multiprocessor: of several, the warps of the oldest
/// go first, so that those of the youngest are left alone at the end.
inline constexpr int samples_blocks_per_multiprocessor = 1;

/// Samples of an iteration that leaves the map as it is, from which on a kernel without histograms,
/// which is a tenth faster, is worth its compilation.
inline constexpr long long worth_a_fixed_kernel = 1 << 22;

/// Threads of a block, two or three rounds of which make up the most chunks: more hide the
/// latencies of each other, but both samples of a pair must find room in the registers.  In 32
/// dimensions a sample takes 0.0264 ns with 384 threads, of 168 registers, and 0.0284 with 512, but
/// in 16 dimensions 0.0153 and 0.0146 (an H100, 1e8 samples an iteration).
CUBOID_HD constexpr int samples_threads(int ndim, int ncomp, bool adaptive, bool histogram) {
  int max_ndim = adaptive ? 3 : 4;
  if (ncomp == 1) max_ndim = histogram ? 6 : adaptive ? 8 : 10;
  return ndim <= max_ndim ? 768 : ndim <= 24 ? 512 : 384;
}

/// Threads of a block that share histograms, and how many of those that takes.
inline constexpr uint32 samples_threads_per_histogram = 384;
static_assert(samples_threads_per_histogram <= statistics::chunks_per_histogram);
CUBOID_HD constexpr uint32 samples_histograms(uint32 threads) {
  return (threads + samples_threads_per_histogram - 1) / samples_threads_per_histogram;
}

/// Whether the two samples of a pair are evaluated together, which hides the latencies of one
/// behind the other, or one after the other, since their values would not find room in the
/// registers.
CUBOID_HD constexpr bool samples_together(int ndim, int ncomp) {
  return ndim <= 10 && ncomp <= 2;
}

/// Instead of the number of a hypercube: none.
inline constexpr uint32 samples_no_cube = 0xFFFFFFFF;

/// Pairs of a hypercube that is longer than any chunk, as far as they can be told.
inline constexpr uint64 samples_many_pairs = uint64{1} << 30;

/// Which of the kernels that draw the samples of an iteration.  Each is compiled when it is needed,
/// which takes 0.1 to 0.2 s.
struct FillKind {
  bool boxed;
  bool quasi;
  bool adaptive;   ///< hypercubes have different numbers of samples; not with quasi-random points
  bool histogram;  ///< the map is refined

  CUBOID_HD constexpr int variant() const {
    return 6 * boxed + 3 * !histogram + (quasi ? 2 : adaptive ? 1 : 0);
  }
};

inline constexpr int fill_variants = 12;
CUBOID_HD constexpr FillKind kind_of_fill(int variant) {
  return {variant >= 6, variant % 3 == 2, variant % 3 == 1, variant / 3 % 2 == 0};
}

/// What an iteration leaves for the next one, in device memory.
struct SamplesState {
  /// Powers of 2 by which the components are multiplied, so that the greatest weighted value of the
  /// last iteration lies in [1, 2): squares neither overflow nor vanish.
  double scale[samples_ncomp_limit];
  /// Shares of the components in what the map and the stratification follow; their sum is 1.
  float weight[samples_ncomp_limit];
  /// Upper words of the greatest |weighted value|.  At least 0x7ff00000: one was NaN or infinite.
  uint32 greatest[samples_ncomp_limit];
  /// The same of what one hypercube adds to the variance, or if all have equally many samples, one
  /// chunk.
  uint32 greatest_part[samples_ncomp_limit];
  uint64 nonfinite;        ///< samples left out in this iteration as NaN or infinite
  uint64 first_nonfinite;  ///< the first sample of the first chunk with one of them
};

/// Arrays in device memory, and the numbers of one iteration.
struct SamplesArguments {
  const map::MapInterval *map;  ///< [ndim][intervals]
  const map::Interval *box;     ///< [ndim]; nullptr: the unit cube
  uint64 *histogram;            ///< [ndim][intervals]
  SamplesState *state;          ///< scales and weights
  SamplesState *counted;        ///< where what is counted goes: state, or what a rank hands in
  double *group_sums;      ///< [groups][ncomp + ncomp (ncomp + 1) / 2]: of means, of covariances
  float *variance;         ///< [ncube]: of one sample in the hypercube; nullptr: not wanted
  double *piece_variance;  ///< [2 chunks]: of parts of hypercubes, at the head and tail of a chunk
  uint32 *piece_cube;      ///< [2 chunks]: their hypercubes, or samples_no_cube

  // Where the samples of each hypercube end, if their numbers differ.
  const uint64 *tile_first;  ///< [tiles + 1]: first sample of each tile of hypercubes, and the end
  const uint32 *cube_end;  ///< [tiles][samples_cubes_per_tile] and 1: samples of the tile up to it

  // Of the groups of chunks, this launch works off those of one rank.
  uint32 rank;
  uint32 ranks;  ///< at least 1, fewer than 2^16

  uint64 ncube;             ///< less than 2^32 - 1
  uint64 samples_per_cube;  ///< if the same for all; a multiple of 4
  uint32 pairs_per_cube;    ///< the same in pairs, at most samples_many_pairs
  uint32 pairs_per_run;     ///< if their numbers differ
  uint32 nstrat;
  uint32 intervals;              ///< of each axis
  uint32 axis_bytes;             ///< of the intervals of an axis in the map
  uint32 stratum_bytes;          ///< of those of a stratum
  uint32 intervals_per_stratum;  ///< intervals / nstrat, a power of 2
  uint32 stratum_bits;           ///< its logarithm
  uint32 stratum_mask;           ///< where a random word says which interval of the stratum
  uint32 iteration;
  rng::SampleKeys keys;
  // Of quasi-random points.
  const uint32 *sobol_directions;            ///< [ndim][32]: the first digit lowest
  uint32 scramble_seed[samples_ndim_limit];  ///< of each axis in this iteration
  map::VolumeUnit volume_unit;
};

}  // namespace cuboid::engine::cuda
