// Halves the marked regions.
#pragma once

#include "engine/cuda/kernel/regions_arrays.cuh"
#include "engine/cuda/kernel/started_early.cuh"
#include "rule/decision.hpp"
#include "rule/region_division.hpp"

namespace cuboid::engine::cuda {

/// Blocks take chunks in order and look back for the number of regions marked before theirs
/// (D. Merrill and M. Garland, Single-pass parallel prefix scan with decoupled look-back, 2016).
/// What a block makes known of its chunk is a word: the number of the launch, a state, and a count.
struct ChunkPrefix {
  static constexpr unsigned long long count_mask = (1ull << 40) - 1;
  static constexpr unsigned long long aggregate = 1ull << 40;  ///< the count is of this chunk,
  static constexpr unsigned long long inclusive = 2ull << 40;  ///< or of all up to it

  unsigned long long *words;  ///< [chunks]
  unsigned long long epoch;

  __device__ ChunkPrefix(unsigned long long *prefix, unsigned long long sequence)
      : words(prefix), epoch((sequence & 0x3FFFFF) << 42) {}

  __device__ void publish(long long chunk, unsigned long long state, long long count) const {
    atomicExch(words + chunk, epoch | state | static_cast<unsigned long long>(count));
  }

  /// The number marked in all chunks before this one, in which there are `total`.  One warp.
  __device__ long long look_back(long long chunk, int total, int lane) const {
    if (lane == 0) publish(chunk, chunk == 0 ? inclusive : aggregate, total);
    long long before = 0;
    for (long long at = chunk - 1; at >= 0; at -= 32) {
      const long long mine = at - lane;
      unsigned long long word = epoch | inclusive;
      if (mine >= 0) {
        do {
          word = *const_cast<const volatile unsigned long long *>(words + mine);
        } while ((word >> 42) != (epoch >> 42) || (word & (aggregate | inclusive)) == 0);
      }
      const unsigned int ends = __ballot_sync(0xFFFFFFFFu, (word & inclusive) != 0);
      const int stop = ends != 0 ? __ffs(ends) - 1 : 31;
      long long count = lane <= stop ? static_cast<long long>(word & count_mask) : 0;
      for (int step = 16; step > 0; step /= 2) {
        count += __shfl_xor_sync(0xFFFFFFFFu, count, step);
      }
      before += count;
      if (ends != 0) break;
    }
    if (lane == 0 && chunk > 0) publish(chunk, inclusive, before + total);
    return before;
  }
};

/// The lower half takes the place of its parent, the upper one goes to another.
__device__ inline void halve(const RegionArrays &regions, const WorkArrays &work, int ndim,
                             int ncomp, long long slot, long long upper, long long rank) {
  const int axis = regions.axis[slot];
  work.slot[rank] = slot;
  for (int c = 0; c < ncomp; ++c) {
    work.parent[c * work.capacity + rank] = load_estimate(regions, c, slot);
  }
  for (int d = 0; d < ndim; ++d) {
    const long long at = d * regions.capacity;
    const int depth = regions.depth[at + slot] + (d == axis);
    const double lower = regions.lower[at + slot];
    regions.lower[at + upper] = d == axis ? lower + rule::halved(depth) : lower;
    regions.depth[at + upper] = static_cast<unsigned char>(depth);
    if (d == axis) regions.depth[at + slot] = static_cast<unsigned char>(depth);
  }
  regions.rank[upper] = -1;
}

/// Until that decision was made, or none is to come.  The reduction that makes it need not have
/// ended: the block that decides has yet to tell the host.
__device__ inline void wait_for_decision(const LoopState &state, unsigned long long sequence) {
  if (threadIdx.x == 0) {
    const volatile unsigned long long &decided = state.decided;
    const volatile int &status = state.status;
    while (decided != sequence && status == static_cast<int>(rule::RegionStatus::running)) {
    }
    __threadfence();
  }
  __syncthreads();
}

/// The upper halves go to the end, in the order of the lower ones.  prefix: [chunks].
__device__ inline void split_marked(const RegionArrays &regions, const WorkArrays &work,
                                    unsigned long long *prefix, int ndim, int ncomp,
                                    unsigned long long sequence) {
  LoopState &state = *work.state;
  if (state.status != static_cast<int>(rule::RegionStatus::running)) return;
  const ChunkPrefix chunks(prefix, sequence);
  const double *scale = work.scale + (sequence & 1) * ncomp;
  const long long base = state.base;
  const long long nchunks = (base - regions.begin + reduction_threads - 1) / reduction_threads;
  __shared__ long long chunk_shared;
  __shared__ long long before_shared;
  __shared__ int warp_counts[reduction_threads / 32];
  const int lane = threadIdx.x & 31;
  const int warp = threadIdx.x / 32;
  while (true) {
    __syncthreads();
    if (threadIdx.x == 0) {
      chunk_shared = static_cast<long long>(atomicAdd(&state.ticket, 1ull));
    }
    __syncthreads();
    const long long chunk = chunk_shared;
    if (chunk >= nchunks) return;
    const long long slot = regions.begin + chunk * reduction_threads + threadIdx.x;
    const bool marked = slot < base && is_marked(regions, state, scale, ndim, ncomp, slot);
    const unsigned int votes = __ballot_sync(0xFFFFFFFFu, marked);
    if (lane == 0) warp_counts[warp] = __popc(votes);
    __syncthreads();
    int within = __popc(votes & ((1u << lane) - 1));
    int total = 0;
    for (int w = 0; w < reduction_threads / 32; ++w) {
      within += w < warp ? warp_counts[w] : 0;
      total += warp_counts[w];
    }
    if (warp == 0) {
      const long long before = chunks.look_back(chunk, total, lane);
      if (lane == 0) before_shared = before;
    }
    __syncthreads();
    const long long rank = before_shared + within;
    const bool split = marked && rank < state.limit;
    if (slot < base) regions.rank[slot] = split ? static_cast<int>(rank) : -1;
    if (split) halve(regions, work, ndim, ncomp, slot, base + rank, rank);
    // Each block has a chunk, or none is left for it.
    if (nchunks <= gridDim.x) return;
  }
}

/// What the decision of that number has marked.  behind: nothing but a probe stands between the
/// reduction that makes it and this.
__global__ void __launch_bounds__(reduction_threads)
    split_regions(RegionArrays regions, WorkArrays work, unsigned long long *prefix, int ndim,
                  int ncomp, bool behind, unsigned long long sequence) {
  if (behind)
    wait_for_decision(*work.state, sequence);
  else
    wait_for_earlier();
  split_marked(regions, work, prefix, ndim, ncomp, sequence);
  // What is launched next waits for this one alone.
  if (behind && blockIdx.x == 0) wait_for_earlier();
}

}  // namespace cuboid::engine::cuda
