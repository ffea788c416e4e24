// The first regions, and the estimates of new ones.
#pragma once

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

/// Begins a run: of the first regions of the cube, makes `count` from first_part on, the parts of
/// axis 0 running fastest.
__global__ void divide_cube(RegionArrays regions, WorkArrays work,
                            const __grid_constant__ FirstCuts first, int ndim, int ncomp,
                            long long first_part, long long count) {
  const long long thread = blockIdx.x * static_cast<long long>(blockDim.x) + threadIdx.x;
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
    state.ticket = 0;
  }
  for (long long slot = thread; slot < count;
       slot += static_cast<long long>(gridDim.x) * blockDim.x) {
    long long number = first_part + slot;
    for (int d = 0; d < ndim; ++d) {
      const rule::AxisPart part = rule::take_axis_part(number, first.cuts[d], first.shifted);
      regions.lower[d * regions.capacity + slot] = part.lower;
      regions.depth[d * regions.capacity + slot] = static_cast<unsigned char>(part.depth);
    }
    regions.rank[slot] = -1;
  }
}

/// The next `count` of the first regions are the ones to evaluate.  neval: with them.
__global__ void begin_part(WorkArrays work, long long first, long long count, long long neval) {
  LoopState &state = *work.state;
  state.initial = 1;
  state.first = first;
  state.nwork = count;
  state.nregions = first + count;
  state.base = state.nregions;
  state.neval = neval;
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
      estimate = rule::estimate_first(null, s);
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

/// Estimates the first regions, part by part, before there is a unit for their errors.
__global__ void __launch_bounds__(survey_threads)
    estimate_initial(const __grid_constant__ rule::NullRules null, RegionArrays regions,
                     WorkArrays work, int ndim, int ncomp) {
  const LoopState &state = *work.state;
  for (long long item = blockIdx.x * static_cast<long long>(blockDim.x) + threadIdx.x;
       item < state.nwork; item += static_cast<long long>(gridDim.x) * blockDim.x) {
    estimate_new(null, regions, work, state, ndim, ncomp, state.first + item, item);
  }
}

}  // namespace cuboid::engine::cuda
