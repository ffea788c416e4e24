// The kernels that give the hypercubes of an iteration their samples, by their variances.
#pragma once

#include <cuda_runtime.h>

#include "engine/cuda/kernel/samples_arguments.cuh"

namespace cuboid::engine::cuda {

/// Kernels whose last block does more.
inline constexpr int samples_tickets = 2;

/// How the hypercubes share the samples, in device memory.
struct SamplesStratification {
  const float *variance;  ///< [ncube]
  uint64 *tile_first;     ///< [tiles + 1]
  uint32 *tile_count;     ///< [tiles]: samples of a tile
  uint32 *cube_end;       ///< [tiles][samples_cubes_per_tile]
  double *tile_sum;       ///< [tiles]
  double *sum;            ///< of the weights of all
  uint32 *ticket;         ///< [samples_tickets]: zeros between launches
  uint64 ncube;
  uint64 samples;  ///< wanted
  float power;     ///< beta / 2
};

/// Tiles whose hypercubes one block gives their samples: beside the refinement of the map it takes
/// no time for so many.
inline constexpr uint64 samples_few_tiles = 4;

/// Allocates the samples by the variances.
void launch_stratify(const SamplesStratification &stratification, cudaStream_t stream);

}  // namespace cuboid::engine::cuda
