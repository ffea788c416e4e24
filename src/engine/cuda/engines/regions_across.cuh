// A decision by the totals of all ranks.  Where devices read them from each other, no host stands
// between a reduction and what follows from it.
#pragma once

#include "engine/cuda/engines/regions_reduction.cuh"
#include "engine/cuda/engines/regions_totals.hpp"

namespace cuboid::engine::cuda {

/// Puts what a reduction has found here where the others have it from.  nregions: of this rank.
/// One block.
__global__ void __launch_bounds__(reduction_threads)
    show_totals(WorkArrays work, ShownTotals *shown, long long nregions, int ncomp) {
  const LoopState &state = *work.state;
  const long long *const from = limbs_of(work.totals);
  long long *const to = limbs_of(shown->sums());
  for (int i = threadIdx.x; i < ncomp * nlimbs_of_sums; i += reduction_threads) to[i] = from[i];
  static_assert(reduction_threads == rule::nbins);
  shown->counts.histogram[threadIdx.x] = state.histogram[threadIdx.x];
  if (threadIdx.x == 0) {
    shown->counts.nonfinite = state.nonfinite;
    shown->counts.nregions = static_cast<unsigned long long>(nregions);
  }
}

/// Adds up what all ranks show, instead of what is known here, and tells the host.
__device__ inline void add_totals(const WorkArrays &work, const TotalsOfAll &all, int ncomp) {
  long long *const sums = limbs_of(work.totals);
  for (int i = threadIdx.x; i < ncomp * nlimbs_of_sums; i += reduction_threads) {
    long long sum = 0;
    for (int p = 0; p < all.parts; ++p) sum += limbs_of(all.part[p]->sums())[i];
    sums[i] = sum;
  }
  ReductionCounts &told = *all.told;
  told.histogram[threadIdx.x] = all.own->counts.histogram[threadIdx.x];
  unsigned int entries = 0;
  for (int p = 0; p < all.parts; ++p)
    entries += static_cast<unsigned int>(all.part[p]->counts.histogram[threadIdx.x]);
  work.state->histogram[threadIdx.x] = entries;
  if (threadIdx.x == 0) {
    told.nregions = 0;
    told.nonfinite = 0;
    for (int p = 0; p < all.parts; ++p) {
      told.nregions += all.part[p]->counts.nregions;
      told.nonfinite += all.part[p]->counts.nonfinite;
    }
  }
  // Before the host hears of the decision.
  __threadfence_system();
}

/// Decides by what the ranks show.  input: its limit is that of the regions of all ranks.  One
/// block.
__global__ void __launch_bounds__(reduction_threads)
    decide_across(WorkArrays work, const __grid_constant__ DecisionInput input,
                  ReductionOutput output, const __grid_constant__ TotalsOfAll all, int ndim,
                  int ncomp, ReductionFor purpose, unsigned long long sequence) {
  __shared__ DecisionInput here;
  add_totals(work, all, ncomp);
  if (threadIdx.x == 0) {
    long long elsewhere = -static_cast<long long>(all.own->counts.nregions);
    for (int p = 0; p < all.parts; ++p)
      elsewhere += static_cast<long long>(all.part[p]->counts.nregions);
    here = input;
    here.finished = elsewhere;
    here.limit = input.limit - elsewhere;
  }
  __syncthreads();
  decide({}, work, here, output, ndim, ncomp, purpose, sequence);
}

}  // namespace cuboid::engine::cuda
