// The samples of an iteration one by one, for those who want to see them.
#pragma once

#include <cuda_runtime.h>

#include "engine/cuda/kernel/samples_arguments.cuh"

namespace cuboid::engine::cuda {

struct SamplesList {
  int ndim;
  bool adaptive;
  bool quasi;
  uint64 first;    ///< sample
  uint64 count;    ///< samples
  double *x;       ///< [count][ndim], in the box; device memory, as is the other
  double *weight;  ///< [count]: their sum of weight f is the estimate
};

/// Places the samples of the iteration whose fill is to follow.
void launch_list(const SamplesArguments &arguments, const SamplesList &list, cudaStream_t stream);

}  // namespace cuboid::engine::cuda
