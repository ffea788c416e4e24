// What integrals have in shared memory while a warp refines their regions, and what they keep
// between two launches.
#pragma once

#include "engine/cuda/kernel/regions_many_types.cuh"
#include "rule/evaluations_left.hpp"
#include "rule/integral_end.hpp"
#include "statistics/running_chi2.hpp"

namespace cuboid::engine::cuda {

/// What the lanes of an integral have in common.
template <int ncomp>
struct IntegralMemory {
  double scale[ncomp];
  double value[ncomp];
  double error[ncomp];
  rule::Changes changes[ncomp];
  statistics::RunningChi2 scatter[ncomp];
  unsigned int histogram[rule::nbins];
  rule::MarkingGoal goal;
  rule::Stage stage;  ///< the last that was noted, each with four times the evaluations of the last
  rule::IntegralEnd end;  ///< as the sums have it
  int aborted;
  unsigned long long nonfinite;  ///< values of the integral that were not finite
  long long neval_before;        ///< on the first grid, of two
  int iterations_before;
  unsigned long long ticket;  ///< of the next integral
  // For all lanes of the warp, which share out the new regions of all its integrals.
  long long integral;
  int work;      ///< new regions to evaluate
  int base;      ///< regions before the last split
  bool initial;  ///< the new regions have no parents
};

/// How far an integral has come, as each of its lanes knows it.
struct IntegralProgress {
  long long integral_ = -1;  ///< none
  bool first_ = true;        ///< of its grids
  bool initial_ = true;
  int nregions_ = 0;
  int base_ = 0;   ///< regions before the last split
  int nwork_ = 0;  ///< new regions to evaluate
  long long maxeval_ = 0;
  long long neval_ = 0;
  int iterations_ = 0;
};

/// What it keeps from one launch to the next, where points are evaluated between them.
template <int ncomp>
struct ManyProgress {
  IntegralMemory<ncomp> memory;
  IntegralProgress progress;
};

/// What a block has in its shared memory.  Its last number is loaded together with the one behind.
template <int ncomp>
struct alignas(16) BlockMemory {
  IntegralMemory<ncomp> integrals[rule_threads / many_lanes];
  /// From the arguments of the kernel, which the cache of constants does not keep beside the rule.
  rule::NullRules null;
};

}  // namespace cuboid::engine::cuda
