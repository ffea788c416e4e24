// What the last block of a reduction goes by, and how the host is told of it.  Plain structs,
// passed by value.
#pragma once

#include "engine/cuda/kernel/regions_types.cuh"
#include "rule/refinement.hpp"
#include "rule/region_marking.hpp"

namespace cuboid::engine::cuda {

/// What a decision goes by.
struct DecisionInput {
  rule::Refinement refinement;  ///< its `least` is that of the slice
  long long npoints;
  long long limit;     ///< of regions, for which there is memory
  bool sliced;         ///< WorkArrays::slice says what is to be reached
  long long finished;  ///< regions that were taken off
  long long few;       ///< regions that may always be split at once,
  long long fits;      ///< and for how many there is memory
};

/// No more than that part of the regions are split at once, unless they are few: an iteration looks
/// at all of them, which costs little beside the evaluations of so many halves, and each that is
/// split needs memory besides.
constexpr long long split_part = 8;

__device__ inline long long max_splits(const DecisionInput &input, long long nregions) {
  const long long most = nregions / split_part;
  const long long splits = most > input.few ? most : input.few;
  return splits < input.fits ? splits : input.fits;
}

/// Instead of a RegionStatus: a part of the regions of a bin is to be split, and which ones
/// the host has to ask for.
constexpr int choosing = 6;

/// What the host sees of a decision: written by the device, read while it runs.
struct Progress {
  unsigned long long word;  ///< number of the decision times 8, and its status; written last
  long long nregions;
  long long neval;
  long long iterations;
  unsigned long long nonfinite;
  rule::MarkedBins marked;
};

/// What the sums over the regions are for.
enum class ReductionFor : int {
  units,    ///< the unit of errors, and nothing else
  marking,  ///< a decision: errors are counted in the units of the one before
  both,     ///< a decision, with errors in its own units, which the last block counts alone
};

/// What the last block of the reduction makes known.
struct ReductionOutput {
  Progress *progress;  ///< [2] these three: memory of the host, one row for every other decision
  double *value;       ///< [2][ncomp]
  double *error;       ///< [2][ncomp]
};

}  // namespace cuboid::engine::cuda
