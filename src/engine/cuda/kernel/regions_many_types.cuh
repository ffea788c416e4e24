// What the host and the kernel of many integrals share.  Plain structs, passed by value.
#pragma once

#include "engine/cuda/kernel/regions_types.cuh"
#include "map/interval.hpp"
#include "rule/decision.hpp"
#include "statistics/weighted_mean.hpp"

namespace cuboid::engine::cuda {

/// More would not leave a warp enough registers for its sums.
constexpr int many_most_components = 8;

/// Blocks that share a multiprocessor, which bounds the registers: with 5, as of the rule kernel, a
/// warp would spill 300 to 500 bytes of what it keeps of its integral.
constexpr int many_blocks = 4;

/// Regions from one array of a warp to the next in its workspace.  A constant, so that one register
/// is enough for the places of all arrays.
constexpr int many_stride = 16384;

/// Ways to end that RegionStatus does not have.
enum class ManyEnd : int { nonfinite = 16, overflow = 17, aborted = 18, interrupted = 19 };

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
  int *status;  ///< of RegionStatus or ManyEnd
};

struct ManyArguments {
  long long count;           ///< integrals of this launch
  unsigned long long *next;  ///< the first that no warp has taken
  const int *stop;           ///< nonzero: integrals end where they are
  const long long *which;    ///< the integrals; nullptr: 0, 1, 2 ...
  const char *userdata;      ///< nullptr: the integrand has its own
  long long userdata_stride;
  const map::Interval *axes;  ///< of the boxes
  long long axes_stride;      ///< 0: all integrals have the same
  rule::Refinement refinement;
  bool stops_at_nonfinite;
  ManyGrid first;  ///< the one that all begin with,
  ManyGrid finer;  ///< and those of the second look
  ManyGrid shifted;
  long long npoints;  ///< of the rule
  char *workspace;
  long long workspace_stride;  ///< bytes of a warp
  long long capacity;          ///< regions of a warp, many_stride at most
  ManyResults results;
};

}  // namespace cuboid::engine::cuda
