// What the kernel for the lattices of many integrals is given: see lattice_many.cuh.
#pragma once

#include "engine/cuda/kernel/lattice_arguments.cuh"

namespace cuboid::engine::cuda {

/// A lattice of one of the integrals.
struct LatticeManyJob {
  uint64 points;       ///< of a shift
  uint64 first_group;  ///< of those that are summed, numbered through all shifts
  uint64 end_group;
  uint64 words;       ///< where its words begin: see LatticeManyArguments
  uint64 group_sums;  ///< where the sums of all its groups begin
  double unit;        ///< factor of the weights
  uint32 integral;
  uint32 first_block;  ///< of those that sum it
  int smooth;          ///< where its map begins, in axes; negative: it has none
};

/// Arrays in device memory.
struct LatticeManyArguments {
  const LatticeManyJob *jobs;
  uint32 count;  ///< of jobs
  uint32 ndim;
  /// Of each job: generators [ndim], their next digits [ndim], transforms [ndim], shifts
  /// [shifts][ndim].
  const uint64 *words;
  const map::SmoothAxis *smooth;
  double *group_sums;           ///< of each job: [shifts][ncomp][groups]
  LatticeNonfinite *nonfinite;  ///< of each job
  const map::Interval *box;     ///< [ndim] of each integral; nullptr: the unit cube
  uint64 boxes;                 ///< 1: each integral has its own; 0: all have the same
  const char *userdata;         ///< nullptr: the integrand has its own
  uint64 userdata_stride;       ///< bytes
  int *aborted;                 ///< of each integral: 1 where the integrand returned -999
  const uint64 *rows;  ///< [count + 1] where the points of a job begin, of a batch function
};

}  // namespace cuboid::engine::cuda
