// Uniform samples that are kept to tell how those of a map would scatter.
#pragma once

#include <cuda_runtime.h>

#include "base/words.hpp"
#include "map/importance_map.hpp"

namespace cuboid::engine::cuda {

/// In device memory.
struct KeptSamples {
  int ndim;
  int ncomp;
  uint64 count;
  const double *place;   ///< [count][ndim], in the unit cube
  const double *weight;  ///< [count]
  const double *f;       ///< [count][ncomp]
};

/// Blocks for so many samples.
unsigned kept_blocks(uint64 count);

/// Sums f^2 / p times the squares of the weights, p being the density of a map, block by block.
/// map: [ndim][intervals].  sums: [kept_blocks(count)][ncomp].
void launch_kept(const KeptSamples &kept, const map::MapInterval *map, uint32 intervals,
                 double *sums, cudaStream_t stream);

}  // namespace cuboid::engine::cuda
