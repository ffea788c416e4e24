// Exact sums over regions, which have no order (rule/exact_sum.hpp).
#pragma once

#include "engine/cuda/kernel/regions_arrays.cuh"
#include "rule/region_sums.hpp"

namespace cuboid::engine::cuda {

constexpr unsigned int all_of_warp = 0xFFFFFFFFu;
constexpr int survey_warps = survey_threads / 32;
static_assert(rule::nregion_sums <= survey_warps);

__device__ inline void add_limb(rule::ExactSum &sum, int place, long long number) {
  if (number != 0) {
    atomicAdd(reinterpret_cast<unsigned long long *>(&sum.limb[place]),
              static_cast<unsigned long long>(number));
  }
}

/// What the threads of a block add to limbs that they do not keep in registers, in shared memory.
/// A digit is two halves, since shared memory adds numbers of 32 bits by itself, but not of 64.
struct FarLimbs {
  static constexpr int nlimbs = rule::nregion_sums * rule::ExactSum::nlimbs;
  static constexpr int half_bits = rule::ExactSum::digit_bits / 2;
  /// A chunk adds less than 2^14 to a half for each thread and digit: 3 x 256 x 2^14 x 128 < 2^31.
  static constexpr int most_chunks = 128;

  int half[2][nlimbs];

  __device__ void clear() {
    for (int i = threadIdx.x; i < 2 * nlimbs; i += survey_threads) half[i / nlimbs][i % nlimbs] = 0;
  }
  __device__ void add(int number, int place, long long digit, bool negative) {
    const int i = number * rule::ExactSum::nlimbs + place;
    const int low = static_cast<int>(digit & ((1 << half_bits) - 1));
    const int high = static_cast<int>(digit >> half_bits);
    if (low != 0) atomicAdd(&half[0][i], negative ? -low : low);
    if (high != 0) atomicAdd(&half[1][i], negative ? -high : high);
  }
  /// Moves all to the total.  All threads of the block take part, when all have added.
  __device__ void flush(rule::ExactRegionSums &total) {
    for (int i = threadIdx.x; i < nlimbs; i += survey_threads)
      add_limb(total.sum[i / rule::ExactSum::nlimbs], i % rule::ExactSum::nlimbs,
               (static_cast<long long>(half[1][i]) << half_bits) + half[0][i]);
  }
};

/// What a thread adds to one sum: the limbs near those of the first term of its warp.  What lies
/// elsewhere goes to the far limbs: to those of the device it would be 5 to 19 times slower than
/// all the rest, as of f4 in 5 dimensions, whose regions differ by 100 digits.
struct ThreadSum {
  static constexpr int nlimbs = 5;  ///< for terms within 25 decimal digits

  int top = -1;  ///< the place of limb[0], the same in the whole warp
  long long limb[nlimbs] = {};

  /// All lanes take part.  number: of the sum.
  __device__ void add(int number, const rule::ExactTerm &term, bool present, FarLimbs &far) {
    if (top < 0) top = __reduce_max_sync(all_of_warp, present ? term.place : -1);
    if (!present) return;
    const int down = top - term.place;
    if (down < 0 || down > nlimbs - 3) {
      for (int i = 0; i < 3; ++i) far.add(number, term.place - i, term.digit[i], term.negative);
      return;
    }
#pragma unroll
    for (int i = 0; i < 3; ++i) {
      const long long digit = term.negative ? -term.digit[i] : term.digit[i];
#pragma unroll
      for (int k = 0; k <= nlimbs - 3; ++k) {
        if (down == k) limb[k + i] += digit;
      }
    }
  }
};

/// What the threads of a block add to the sums of one component.  All of them take part in all of
/// it.
struct BlockSums {
  ThreadSum sum[rule::nregion_sums];
  FarLimbs &far;
  rule::ExactRegionSums &total;
  int chunks = 0;  ///< since the far limbs were flushed

  /// shared: in shared memory.
  __device__ BlockSums(FarLimbs &shared, rule::ExactRegionSums &sums) : far(shared), total(sums) {
    far.clear();
    __syncthreads();
  }

  /// The region of this thread, or {}.
  __device__ void add(const rule::RegionEstimate &region) {
    if (chunks++ == FarLimbs::most_chunks) {
      chunks = 1;
      __syncthreads();
      far.flush(total);
      __syncthreads();
      far.clear();
      __syncthreads();
    }
    rule::for_each_exact_term(region, [&](int number, const rule::ExactTerm &term, bool present) {
      sum[number].add(number, term, present, far);
    });
  }

  /// Adds all to the total.
  __device__ void flush() {
    __syncthreads();
    far.flush(total);
    flush_threads();
    __syncthreads();
  }

  __device__ void flush_threads() {
    __shared__ int top[rule::nregion_sums][survey_warps];
    __shared__ long long limb[rule::nregion_sums][survey_warps][ThreadSum::nlimbs];
    const int lane = threadIdx.x & 31;
    const int warp = threadIdx.x / 32;
#pragma unroll
    for (int q = 0; q < rule::nregion_sums; ++q) {
      if (lane == 0) top[q][warp] = sum[q].top;
#pragma unroll
      for (int k = 0; k < ThreadSum::nlimbs; ++k) {
        long long all = sum[q].limb[k];
        for (int step = 16; step > 0; step /= 2) all += __shfl_down_sync(all_of_warp, all, step);
        if (lane == 0) limb[q][warp][k] = all;
      }
    }
    __syncthreads();
    if (warp >= rule::nregion_sums) return;
    int highest = -1;
    for (int w = 0; w < survey_warps; ++w) highest = max(highest, top[warp][w]);
    for (int place = highest - lane; place >= 0; place -= 32) {
      long long all = 0;
      for (int w = 0; w < survey_warps; ++w) {
        const int k = top[warp][w] - place;
        if (k >= 0 && k < ThreadSum::nlimbs) all += limb[warp][w][k];
      }
      add_limb(total.sum[warp], place, all);
    }
  }
};

/// The sums, rounded, of which nothing is left for the next ones.  Thread 0 gets them; all threads
/// of the block take part.
__device__ inline rule::RegionSums take_sums(rule::ExactRegionSums &total) {
  __shared__ rule::ExactRegionSums sums;
  __shared__ double value[rule::nregion_sums];
  constexpr int nlimbs = rule::ExactSum::nlimbs;
  for (int i = threadIdx.x; i < rule::nregion_sums * nlimbs; i += survey_threads) {
    long long &limb = total.sum[i / nlimbs].limb[i % nlimbs];
    // Past the first-level cache: the other blocks have added to it.
    sums.sum[i / nlimbs].limb[i % nlimbs] = __ldcg(&limb);
    limb = 0;
  }
  __syncthreads();
  const int lane = threadIdx.x & 31;
  const int warp = threadIdx.x / 32;
  if (warp < rule::nregion_sums) {
    int first = nlimbs;
    int last = -1;
    for (int place = lane; place < nlimbs; place += 32) {
      if (sums.sum[warp].limb[place] == 0) continue;
      first = min(first, place);
      last = place;
    }
    first = __reduce_min_sync(all_of_warp, first);
    last = __reduce_max_sync(all_of_warp, last);
    if (lane == 0) value[warp] = rule::rounded(sums.sum[warp], first, last + 1);
  }
  __syncthreads();
  rule::RegionSums rounded;
  for (int q = 0; q < rule::nregion_sums; ++q) rule::region_sum(rounded, q) = value[q];
  return rounded;
}

/// Adds the regions first to last - 1 to the totals.
__global__ void __launch_bounds__(survey_threads)
    sum_range(RegionArrays regions, rule::ExactRegionSums *totals, int ncomp, long long first,
              long long last) {
  const long long nchunks = (last - first + survey_threads - 1) / survey_threads;
  __shared__ FarLimbs far;
  for (int c = 0; c < ncomp; ++c) {
    BlockSums sums(far, totals[c]);
    for (long long chunk = blockIdx.x; chunk < nchunks; chunk += gridDim.x) {
      const long long slot = first + chunk * survey_threads + threadIdx.x;
      rule::RegionEstimate region;
      if (slot < last) region = load_estimate(regions, c, slot);
      sums.add(region);
    }
    sums.flush();
  }
}

}  // namespace cuboid::engine::cuda
