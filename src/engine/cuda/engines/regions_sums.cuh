// Exact sums over regions, which have no order (rule/exact_sum.hpp).
#pragma once

#include "engine/cuda/kernel/regions_arrays.cuh"
#include "rule/region_sums.hpp"

namespace cuboid::engine::cuda {

constexpr unsigned int all_of_warp = 0xFFFFFFFFu;
constexpr int reduction_warps = reduction_threads / 32;
static_assert(rule::nregion_sums <= reduction_warps);

/// Limbs of the sums of a component, which lie one after the other, as do those of components.
constexpr int nlimbs_of_sums = rule::nexact_parts * rule::ExactSum::nlimbs;
static_assert(sizeof(rule::ExactRegionSums) == nlimbs_of_sums * sizeof(long long));

__device__ inline long long *limbs_of(rule::ExactRegionSums *sums) {
  return reinterpret_cast<long long *>(sums);
}
__device__ inline const long long *limbs_of(const rule::ExactRegionSums *sums) {
  return reinterpret_cast<const long long *>(sums);
}

/// What a warp adds to the sums of one component: of each sum the limbs that count beside the terms
/// that it has seen.  Each lane keeps one limb of one sum: the digits of 32 regions are added as
/// integers of 32 bits by one instruction, and the lane whose limb it is takes the result.
struct WarpSums {
  static constexpr int nlimbs = rule::ExactSum::ncounted;
  static constexpr int nlanes = rule::nexact_parts * nlimbs;  ///< with a limb
  static_assert(nlimbs == 4 && nlanes <= 32 && rule::ExactSum::digit_bits + 5 <= 32);

  long long limb = 0;  ///< of the sum lane / 4, the lane % 4 th from its top down
  int top[rule::nexact_parts] =
      {};  ///< the place of the highest limb; both sums of a pair have one

  /// The region of this lane, or {}.  All lanes take part.
  __device__ void add(const rule::RegionEstimate &region) {
    const bool observed = region.carried != 0;
    add_sizes<rule::value_above, 2>(region.value, region.value < 0);
    add_sizes<rule::carried_above, 2>(region.carried, region.carried < 0);
    add_sizes<rule::unobserved_errors, 1>(observed ? 0 : region.error);
    add_sizes<rule::carried_squares, 1>(region.carried * region.carried);
    add_sizes<rule::decaying_errors, 2>(region.null, rule::is_unresolved(region));
  }

 private:
  /// To the sum number `part`; of two, to the next where `second`.
  template <int part, int nparts>
  __device__ void add_sizes(double x, bool second = false) {
    const rule::ExactTerm term = rule::exact_term(x);
    const int highest = __reduce_max_sync(all_of_warp, x != 0 ? term.place : -1);
    if (highest < 0) return;
    if (highest > top[part]) raise<part, nparts>(highest);
    unsigned int digit[nlimbs];
    const int down = top[part] - term.place;
#pragma unroll
    for (int k = 0; k < nlimbs; ++k) {
      digit[k] = 0;
#pragma unroll
      for (int i = 0; i < 3; ++i) {
        if (k >= i && down == k - i) digit[k] = term.digit[i];
      }
    }
    if (nparts == 1) return add_digits<part>(digit, x != 0);
    const unsigned int seconds = __ballot_sync(all_of_warp, second);
    if (seconds != all_of_warp) add_digits<part>(digit, !second && x != 0);
    if (seconds != 0) add_digits<part + nparts - 1>(digit, second && x != 0);
  }

  /// Larger terms have come.
  template <int part, int nparts>
  __device__ void raise(int highest) {
    const int lane = threadIdx.x & 31;
    const int rise = highest - top[part];
    const long long above = __shfl_sync(all_of_warp, limb, lane - rise);
    const int own = lane / nlimbs;
    if (own == part || own == part + nparts - 1) limb = lane % nlimbs >= rise ? above : 0;
    top[part] = highest;
    top[part + nparts - 1] = highest;
  }

  template <int part>
  __device__ void add_digits(const unsigned int (&digit)[nlimbs], bool present) {
    unsigned int all[nlimbs];
#pragma unroll
    for (int k = 0; k < nlimbs; ++k)
      all[k] = __reduce_add_sync(all_of_warp, present ? digit[k] : 0);
    const int lane = threadIdx.x & 31;
    const unsigned int higher = lane & 1 ? all[1] : all[0];
    const unsigned int lower = lane & 1 ? all[3] : all[2];
    if (lane / nlimbs == part) limb += lane & 2 ? lower : higher;
  }
};

/// Adds what the warps of a block have to the total.  All threads of the block take part.
__device__ inline void add_to_total(const WarpSums &sums, rule::ExactRegionSums &total) {
  constexpr int nlimbs = WarpSums::nlimbs;
  __shared__ int top[rule::nexact_parts][reduction_warps];
  __shared__ long long limb[reduction_warps][32];
  const int lane = threadIdx.x & 31;
  const int warp = threadIdx.x / 32;
#pragma unroll
  for (int part = 0; part < rule::nexact_parts; ++part) {
    if (lane == part) top[part][warp] = sums.top[part];
  }
  limb[warp][lane] = sums.limb;
  __syncthreads();
  if (threadIdx.x < WarpSums::nlanes) {
    const int part = lane / nlimbs;
    int highest = 0;
    for (int w = 0; w < reduction_warps; ++w) highest = max(highest, top[part][w]);
    const int place = highest - lane % nlimbs;
    long long all = 0;
    for (int w = 0; w < reduction_warps; ++w) {
      const int k = top[part][w] - place;
      if (k >= 0 && k < nlimbs) all += limb[w][part * nlimbs + k];
    }
    if (all != 0)
      atomicAdd(reinterpret_cast<unsigned long long *>(&total.part[part].limb[place]),
                static_cast<unsigned long long>(all));
  }
  __syncthreads();
}

/// The sums, rounded, of which nothing is left for the next ones.  Thread 0 gets them; all threads
/// of the block take part.
__device__ inline rule::RegionSums take_sums(rule::ExactRegionSums &total) {
  __shared__ rule::ExactRegionSums sums;
  __shared__ double value[rule::nregion_sums];
  constexpr int nlimbs = rule::ExactSum::nlimbs;
  constexpr int of_thread = (nlimbs_of_sums + reduction_threads - 1) / reduction_threads;
  long long *const limbs = limbs_of(&total);
  // All that a thread reads is on its way before it writes anything.
  long long limb[of_thread];
#pragma unroll
  for (int k = 0; k < of_thread; ++k) {
    const int i = threadIdx.x + k * reduction_threads;
    // Past the first-level cache: the other blocks have added to it.
    limb[k] = i < nlimbs_of_sums ? __ldcg(limbs + i) : 0;
  }
#pragma unroll
  for (int k = 0; k < of_thread; ++k) {
    const int i = threadIdx.x + k * reduction_threads;
    if (i >= nlimbs_of_sums) break;
    limbs_of(&sums)[i] = limb[k];
    limbs[i] = 0;
  }
  __syncthreads();
  const int lane = threadIdx.x & 31;
  const int warp = threadIdx.x / 32;
  if (warp < rule::nregion_sums) {
    const rule::SumOfParts parts = rule::sum_of_parts(warp);
    const rule::ExactSum &first = sums.part[parts.first];
    const rule::ExactSum &second = sums.part[parts.second];
    int highest = rule::ExactSum::ncounted - 1;
    for (int place = lane; place < nlimbs; place += 32) {
      if (first.limb[place] != 0 || second.limb[place] != 0) highest = max(highest, place);
    }
    highest = __reduce_max_sync(all_of_warp, highest);
    if (lane == 0) value[warp] = rule::rounded(first, second, parts.sign, highest);
  }
  __syncthreads();
  rule::RegionSums rounded;
  for (int q = 0; q < rule::nregion_sums; ++q) rule::region_sum(rounded, q) = value[q];
  return rounded;
}

/// Adds the regions first to last - 1 to the totals.
__global__ void __launch_bounds__(reduction_threads)
    sum_range(RegionArrays regions, rule::ExactRegionSums *totals, int ncomp, long long first,
              long long last) {
  const long long nchunks = (last - first + reduction_threads - 1) / reduction_threads;
  for (int c = 0; c < ncomp; ++c) {
    WarpSums sums;
    for (long long chunk = blockIdx.x; chunk < nchunks; chunk += gridDim.x) {
      const long long slot = first + chunk * reduction_threads + threadIdx.x;
      rule::RegionEstimate region;
      if (slot < last) region = load_terms(regions, c, slot);
      sums.add(region);
    }
    add_to_total(sums, totals[c]);
  }
}

}  // namespace cuboid::engine::cuda
