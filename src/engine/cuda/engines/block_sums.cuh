// Sums over the threads of a block.
#pragma once

namespace cuboid::engine::cuda {

struct Plus {
  template <class Number>
  __device__ Number operator()(Number a, Number b) const {
    return a + b;
  }
};
struct Greater {
  template <class Number>
  __device__ Number operator()(Number a, Number b) const {
    return a > b ? a : b;
  }
};

/// The sum, or what else, over the threads of a warp up to and with the calling one.
template <class Number, class Operation>
__device__ Number warp_scan(Number value, Operation operation) {
  for (unsigned step = 1; step < 32; step *= 2) {
    const Number other = __shfl_up_sync(0xFFFFFFFFu, value, step);
    if (threadIdx.x % 32 >= step) value = operation(other, value);
  }
  return value;
}

/// The sum, or what else, over the threads of a block up to and with the calling one: first in its
/// warp, then over the warps before it.  room: [blockDim.x / 32] in shared memory.
template <class Number, class Operation>
__device__ Number block_scan(Number value, Number *room, Operation operation) {
  const unsigned lane = threadIdx.x % 32;
  const unsigned warp = threadIdx.x / 32;
  const unsigned warps = blockDim.x / 32;
  value = warp_scan(value, operation);
  if (lane == 31) room[warp] = value;
  __syncthreads();
  if (warp == 0) {
    const Number total = warp_scan(lane < warps ? room[lane] : Number{}, operation);
    if (lane < warps) room[lane] = total;
  }
  __syncthreads();
  if (warp > 0) value = operation(room[warp - 1], value);
  __syncthreads();
  return value;
}

/// The sum over a block, by a tree, in all of its threads.  room: [blockDim.x / 32] in shared
/// memory.
template <class Number>
__device__ Number block_sum(Number value, Number *room) {
  const unsigned lane = threadIdx.x % 32;
  for (int step = 1; step < 32; step *= 2) value += __shfl_xor_sync(0xFFFFFFFFu, value, step);
  if (lane == 0) room[threadIdx.x / 32] = value;
  __syncthreads();
  value = lane < blockDim.x / 32 ? room[lane] : Number{};
  for (int step = 1; step < 32; step *= 2) value += __shfl_xor_sync(0xFFFFFFFFu, value, step);
  __syncthreads();
  return value;
}

/// Adds the counts of a block, one each thread, to those of all.
__device__ inline void add_counts(const unsigned int *here, unsigned long long *counts) {
  const unsigned int own = here[threadIdx.x];
  if (own != 0) atomicAdd(counts + threadIdx.x, static_cast<unsigned long long>(own));
}

}  // namespace cuboid::engine::cuda
