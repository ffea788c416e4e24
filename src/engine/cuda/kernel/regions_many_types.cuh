// What the host and the kernel of many integrals share.  Plain structs, passed by value.
#pragma once

#include "engine/cuda/kernel/regions_types.cuh"
#include "map/interval.hpp"
#include "rule/integral_end.hpp"

namespace cuboid::engine::cuda {

/// More would find no room in the shared memory of a block.
constexpr int many_max_components = 16;

/// Blocks that share a multiprocessor, which bounds the registers.  Found by measurement on an
/// H100: with 5 or 3 in its place, 1 to 10 % more time.  The sums of more than 8 components would
/// spill from so few.
CUBOID_HD constexpr int many_blocks(int ncomp) {
  return ncomp <= 8 ? 4 : 2;
}

/// Lanes that an integral has while it has no more than many_small regions; one that outgrows them
/// is begun anew with a whole warp.  4 lanes instead of 8: 3 % less time in three dimensions,
/// 3 % more in five, and too much shared memory for 8 components.
constexpr int many_lanes = 8;
constexpr int many_small = 512;

/// Regions that an integral begins with: few where a rule has many points.
constexpr int many_first_regions(int ndim) {
  return ndim <= 3 ? 8 : ndim <= 6 ? 4 : ndim <= 7 ? 2 : 1;
}

/// Bytes of the arrays of an integral: bounds and depths, what is known of each component, axis and
/// rank.
constexpr long long many_workspace_bytes(int ndim, int ncomp, long long capacity) {
  return (capacity * (ndim * 9 + ncomp * 5 * 8 + 2 * 4) + 255) / 256 * 256;
}

/// An integral on a warp that still needs as many evaluations as would fill it with regions, as its
/// errors have fallen since there were a quarter of them, leaves at once.  From so many regions on:
/// what fewer say of those to come is wrong by factors of 10 in both directions (many_warp).
constexpr int many_first_stage = 512;

/// A division of the cube to begin with.
struct ManyGrid {
  int count;  ///< of the regions
  bool shifted;
  long long maxeval;
  unsigned char cuts[max_dimensions];
};

/// Arrays of the device, indexed by the integral.
struct ManyResults {
  double *value;  ///< [count][ncomp]
  double *error;
  double *chi2;
  long long *neval;
  long long *nonfinite;
  int *iterations;
  rule::IntegralEnd *end;
};

/// What an integral keeps from one launch to the next, in bytes, at most.
CUBOID_HD constexpr long long many_progress_bytes(int ncomp) {
  return 2048 + 256 * ncomp;
}

/// Where a batch function is called between two launches of all warps, or of some blocks.
struct ManySteps {
  bool fresh;                    ///< nothing has been evaluated yet
  long long first_block;         ///< of those that are launched
  char *progress;                ///< of the integrals under way: ManyProgress
  int *work;                     ///< [warps]: regions to evaluate next
  const long long *rows;         ///< [warps]: where their points begin
  const long long *numbers;      ///< [count]: of the integrals, for the function
  long long *integral_of_point;  ///< receives them
};

struct ManyArguments {
  long long count;           ///< integrals of this launch
  unsigned long long *next;  ///< the first that no warp has taken
  const int *stop;           ///< nonzero: integrals end where they are
  const long long *which;    ///< the integrals; nullptr: 0, 1, 2 ...
  int lanes;                 ///< of an integral
  /// Where integrals go that need more regions than there is room for; nullptr: nowhere.
  long long *outgrown;
  unsigned long long *outgrown_end;
  /// Integrals of this launch, if count does not say it; nullptr: it does.
  const unsigned long long *outgrown_count;
  const char *userdata;  ///< nullptr: the integrand has its own
  long long userdata_stride;
  const map::Interval *axes;  ///< of the boxes
  long long axes_stride;      ///< 0: all integrals have the same
  rule::Refinement refinement;
  bool stops_at_nonfinite;
  ManyGrid first;  ///< the one that all begin with,
  ManyGrid finer;  ///< and those of the second probe
  ManyGrid shifted;
  long long npoints;  ///< of the rule
  char *workspace;
  long long workspace_stride;  ///< bytes of an integral
  long long capacity;          ///< and regions
  long long large;             ///< evaluations that integrals still need which leave at once
  const double *points;        ///< of the rule, see table_points
  ManyResults results;
  ManySteps steps;  ///< of a batch function
};

}  // namespace cuboid::engine::cuda
