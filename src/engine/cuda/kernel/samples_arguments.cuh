// What the kernels of the samples engine are given: plain structs, the same for host and device.
#pragma once

#include "base/hd.hpp"
#include "base/words.hpp"
#include "map/importance_map.hpp"
#include "map/interval.hpp"
#include "rng/philox.hpp"
#include "statistics/strata.hpp"

namespace cuboid::engine::cuda {

/// Rounds of Philox: the fewest that pass all tests of BigCrush.
inline constexpr int samples_philox_rounds = 7;

inline constexpr int samples_ncomp_limit = 32;
inline constexpr int samples_cubes_per_tile = 4096;

/// Blocks of the fill kernel on a multiprocessor, and threads of a block: on an H100 the registers
/// then suffice almost without spills, and two maps with histograms find room in the shared memory.
inline constexpr int samples_blocks_per_multiprocessor = 2;
CUBOID_HD constexpr int samples_threads(int ndim, bool adaptive) {
  return ndim <= 6 && !adaptive ? 512 : 384;
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
  /// The same of what one hypercube adds to the variance, where the numbers of samples differ.
  uint32 greatest_cube[samples_ncomp_limit];
  uint64 nonfinite;        ///< samples left out in this iteration as NaN or infinite
  uint64 first_nonfinite;  ///< the first sample of the first chunk with one of them
};

/// Arrays in device memory, and the numbers of one iteration.
struct SamplesArguments {
  const map::MapInterval *map;  ///< [ndim][intervals]
  const map::Interval *box;     ///< [ndim]; nullptr: the unit cube
  uint64 *histogram;            ///< [ndim][intervals]
  SamplesState *state;
  double *group_sums;      ///< [groups][ncomp + ncomp (ncomp + 1) / 2]: of means, of covariances
  float *variance;         ///< [ncube]: of one sample in the hypercube; nullptr: not wanted
  double *piece_variance;  ///< [2 chunks]: of parts of hypercubes, at the head and tail of a chunk
  uint64 *piece_cube;      ///< [2 chunks]: their hypercubes; all bits set: none

  // Where the samples of each hypercube begin, if their numbers differ.
  const uint64 *tile_first;  ///< [tiles + 1]: first sample of each tile of hypercubes, and the end
  const uint32 *cube_first;  ///< [ncube + 2]: first sample of the hypercube, its lower 32 bits

  uint64 ncube;
  uint64 samples_per_cube;  ///< if the same for all
  uint32 nstrat;
  uint32 intervals;              ///< of each axis
  uint32 intervals_per_stratum;  ///< intervals / nstrat
  uint32 iteration;
  rng::PhiloxKeys<samples_philox_rounds> keys;
  double cell_volume;  ///< weight of a sample if all intervals had a width of one unit
};

}  // namespace cuboid::engine::cuda
