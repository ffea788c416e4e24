// The first regions, and the estimates of new ones.
#pragma once

#include "engine/cuda/engines/regions_sums.cuh"
#include "engine/cuda/kernel/regions_arrays.cuh"
#include "rule/decision.hpp"
#include "rule/region_axis.hpp"
#include "rule/region_division.hpp"

namespace cuboid::engine::cuda {

/// How often each axis is cut in two to begin with.
struct FirstCuts {
  unsigned char cuts[max_dimensions];
  bool shifted;
};

/// Of the first regions, those of this device, from `first` on, and of these the ones that are
/// evaluated now.
struct FirstPart {
  long long first;
  long long begin;
  long long count;
  long long neval;  ///< of all first regions, also those of other devices
};

/// The next of the first regions are the ones to evaluate.
__device__ inline void begin_part(LoopState &state, const FirstPart &part) {
  state.initial = 1;
  state.first = part.begin;
  state.nwork = part.count;
  state.nregions = part.begin + part.count;
  state.base = state.nregions;
  state.neval = part.neval;
}

__global__ void begin_next_part(WorkArrays work, const __grid_constant__ FirstPart part) {
  begin_part(*work.state, part);
}

/// Begins a run: makes `count` of the first regions of the cube, the parts of axis 0 running
/// fastest.  prefix: [chunks] of the splits to come.
__global__ void divide_cube(RegionArrays regions, WorkArrays work,
                            const __grid_constant__ FirstCuts first, int ndim, int ncomp,
                            const __grid_constant__ FirstPart part, long long count,
                            unsigned long long *prefix, long long chunks) {
  const long long thread = blockIdx.x * static_cast<long long>(blockDim.x) + threadIdx.x;
  const long long threads = static_cast<long long>(gridDim.x) * blockDim.x;
  if (thread < 2 * ncomp) work.scale[thread] = 1;
  if (thread < ncomp) work.changes[thread] = {};
  if (thread < rule::nbins) work.state->histogram[thread] = 0;
  if (thread == 0) {
    LoopState &state = *work.state;
    state.status = static_cast<int>(rule::RegionStatus::running);
    state.iterations = 1;
    state.units = 0;
    state.nonfinite = 0;
    state.blocks_done = 0;
    state.decided = 0;
    state.ticket = 0;
    state.looked_at = 0;
    state.seen = 0;
    state.probe_after = 0;
    begin_part(state, part);
  }
  const long long nlimbs = static_cast<long long>(ncomp) * nlimbs_of_sums;
  for (long long i = thread; i < nlimbs; i += threads) limbs_of(work.totals)[i] = 0;
  for (long long i = thread; i < chunks; i += threads) prefix[i] = 0;
  for (long long slot = thread; slot < count; slot += threads) {
    long long number = part.first + slot;
    for (int d = 0; d < ndim; ++d) {
      const rule::AxisPart side = rule::take_axis_part(number, first.cuts[d], first.shifted);
      regions.lower[d * regions.capacity + slot] = side.lower;
      regions.depth[d * regions.capacity + slot] = static_cast<unsigned char>(side.depth);
    }
    regions.rank[slot] = -1;
  }
}

/// Estimates of a new region from its sums.
__device__ inline void estimate_new(const rule::NullRules &null, const RegionArrays &regions,
                                    const WorkArrays &work, const LoopState &state, int ndim,
                                    int ncomp, long long slot, long long item) {
  for (int c = 0; c < ncomp; ++c) {
    const double *sums = work.sums + static_cast<long long>(c) * nsums * work.nsums_stride;
    double s[nsums];
    for (int k = 0; k < nsums; ++k) s[k] = sums[k * work.nsums_stride + item];
    rule::RegionEstimate estimate;
    if (state.initial) {
      estimate = rule::estimate_in_grid(ndim, null, s);
    } else {
      const rule::RegionEstimate parent = work.parent[c * work.capacity + (item >> 1)];
      const double lower = sums[item & ~1ll];
      const double upper = sums[item | 1];
      estimate = rule::estimate_half(null, s, parent, lower + upper - parent.value);
    }
    store_estimate(regions, c, slot, estimate);
  }
  regions.axis[slot] =
      rule::splittable_axis(ndim, regions.axis[slot], of_region(regions.depth, regions, slot));
}

/// Estimates a part of the first regions where they are several.
__global__ void __launch_bounds__(reduction_threads)
    estimate_initial(const __grid_constant__ rule::NullRules null, RegionArrays regions,
                     WorkArrays work, int ndim, int ncomp) {
  const LoopState &state = *work.state;
  for (long long item = blockIdx.x * static_cast<long long>(blockDim.x) + threadIdx.x;
       item < state.nwork; item += static_cast<long long>(gridDim.x) * blockDim.x) {
    estimate_new(null, regions, work, state, ndim, ncomp, state.first + item, item);
  }
}

}  // namespace cuboid::engine::cuda
