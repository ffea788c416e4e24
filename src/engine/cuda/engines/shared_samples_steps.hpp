// The kernel for samples that many integrals share that does not know the integrand.
#pragma once

#include <cuda_runtime.h>

#include "engine/cuda/kernel/samples_shared_arguments.cuh"

namespace cuboid::engine::cuda {

/// Joins the slices of the samples, in their order.  sums: [places][ncomp]; count: [places].
void launch_join_slices(const SharedSumming &all, int ncomp, statistics::SharedSum *sums,
                        statistics::SharedCount *count, cudaStream_t stream);

inline uint64 shared_slices(uint64 samples) {
  return (samples - 1) / statistics::shared_slice + 1;
}

}  // namespace cuboid::engine::cuda
