// Which block of a launch comes last.
#pragma once

#include "base/words.hpp"

namespace cuboid::engine::cuda {

/// True in all threads of the block that is the last of so many to come here.  It sees what the
/// other blocks have written before, if their threads were together after that.
__device__ inline bool last_block(uint32 *ticket, uint32 blocks = gridDim.x) {
  __shared__ bool last;
  if (threadIdx.x == 0) {
    __threadfence();
    last = atomicAdd(ticket, 1u) == blocks - 1;
    if (last) *ticket = 0;
    __threadfence();
  }
  __syncthreads();
  return last;
}

}  // namespace cuboid::engine::cuda
