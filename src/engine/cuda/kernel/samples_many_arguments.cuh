// What the kernels for the samples of many integrals are given: see samples_many.cuh.
#pragma once

#include "engine/cuda/kernel/samples_arguments.cuh"
#include "map/importance_map.hpp"

namespace cuboid::engine::cuda {

/// More would make their sums and reports long.
inline constexpr int samples_many_max_components = 16;

/// Threads of a block, which has an integral to itself.  With 128 or 384, lists take up to 9 % more
/// time (gpu_launch.txt).
inline constexpr int samples_many_threads = 256;
static_assert(samples_many_threads <= samples_threads_per_histogram);

/// As many blocks to a multiprocessor as have the threads of the one block that samples_threads was
/// measured for.
CUBOID_HD constexpr int samples_many_blocks(int ndim, int ncomp, bool adaptive, bool histogram) {
  return samples_threads(ndim, ncomp, adaptive, histogram) / samples_many_threads;
}

/// Arrays for many integrals.
struct SamplesManyArguments {
  /// Its arrays are those of the first integral, or of the first place: what an integral keeps from
  /// one iteration to the next goes by its number, what is of one iteration by its place in it.
  SamplesArguments common;
  const uint32 *which;     ///< [places]: numbers of the integrals in this iteration
  const char *userdata;    ///< nullptr: the integrand has its own
  uint64 userdata_stride;  ///< bytes
  const map::VolumeUnit *volume_unit;
  uint64 boxes;  ///< 1: each has its own box and unit of volume; 0: all have the same
  int *aborted;  ///< by number: 1 where the integrand returned -999
  uint32 ndim;
  const uint64 *rows;  ///< [places + 1] where their points begin, of a batch function; nullptr
  // From one place to the next.
  uint64 group_sums;
  uint64 chunks;
  uint64 cube_ends;
  // From one integral to the next.
  uint64 variances;
};

}  // namespace cuboid::engine::cuda
