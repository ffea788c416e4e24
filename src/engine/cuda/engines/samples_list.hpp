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
  double *weight;  ///< [count]: their sum of weight f is the estimate; nullptr: not wanted
  /// For those who sum hypercube by hypercube; nullptr: not wanted.
  double *volume = nullptr;  ///< [count]: what the values are multiplied by besides the rest of the
                             ///< volume unit
  float *density = nullptr;  ///< [count]: samples that one stands for, in the mean 1
  uint32 *cell = nullptr;    ///< [count][ndim]: places in the histogram
};

/// Places the samples of the iteration whose fill is to follow.
void launch_list(const SamplesArguments &arguments, const SamplesList &list, cudaStream_t stream);

}  // namespace cuboid::engine::cuda
