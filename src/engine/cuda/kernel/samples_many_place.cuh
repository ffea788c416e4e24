// Which arrays the block of one of many integrals works with.
#pragma once

#include "engine/cuda/kernel/samples_many_arguments.cuh"

namespace cuboid::engine::cuda {

/// The arguments of the integral at a place.
__device__ __forceinline__ SamplesArguments arguments_of(const SamplesManyArguments &many,
                                                         uint32 place) {
  const uint64 integral = many.which[place];
  const uint64 cells = uint64{many.ndim} * many.common.intervals;
  SamplesArguments one = many.common;
  one.map += integral * cells;
  one.histogram += integral * cells;
  one.state += integral;
  one.counted = one.state;
  one.group_sums += place * many.group_sums;
  if (one.box != nullptr) one.box += integral * many.boxes * many.ndim;
  one.volume_unit = many.volume_unit[integral * many.boxes];
  if (one.variance != nullptr) {
    one.variance += integral * many.variances;
    one.piece_variance += 2 * place * many.chunks;
    one.piece_cube += 2 * place * many.chunks;
    one.tile_first += 2 * place;
    one.cube_end += place * many.cube_ends;
  }
  return one;
}

}  // namespace cuboid::engine::cuda
