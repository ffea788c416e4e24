// The points that a launch around a batch function is given (batched_function.cuh).
#pragma once

#include "base/words.hpp"

namespace cuboid::engine::cuda {

/// The points of one launch, in device memory.
struct BatchedPoints {
  double *x;        ///< [points][ndim]
  const double *f;  ///< [points][ncomp]; nullptr: the launch places points
  uint64 first;     ///< the slot of the first one
  uint64 count;
};

}  // namespace cuboid::engine::cuda
