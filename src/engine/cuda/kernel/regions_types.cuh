// What the host and the kernels of the regions engine share.  Plain structs, passed by value.
#pragma once

#include "map/interval.hpp"
#include "rule/region_error.hpp"
#include "rule/region_estimate.hpp"
#include "rule/region_marking.hpp"
#include "rule/region_sums.hpp"

namespace cuboid::engine::cuda {

using rule::nsums;

constexpr int max_dimensions = 30;
/// Of a block of the rule kernel: 64 take as long, 256 up to 5 % longer (gpu_launch.txt).
constexpr int rule_threads = 128;
constexpr unsigned int all_lanes = 0xFFFFFFFFu;  ///< of a warp

/// Lanes that share one region: few enough to keep all of them busy on the smaller orbits.
__host__ __device__ constexpr int group_lanes(int ndim) {
  return ndim <= 3 ? 4 : ndim <= 6 ? 8 : ndim <= 7 ? 16 : 32;
}

/// Dimensions up to which the vertices stand in the table of a lane's points (table_points), where
/// they have 2^ndim points.
constexpr int max_listed_vertices = 7;

/// Dimensions up to which all points of a rule stand in a table.
constexpr int max_listed_dimensions = 8;

/// Whether the rule kernel takes the points from the table.  Sums of several components leave too
/// few registers for lanes that are alone.
__host__ __device__ constexpr bool takes_listed_rule(int ndim, int ncomp) {
  return ndim <= max_listed_dimensions && ncomp == 1;
}

/// Whether a block has room for what all of its groups keep for the axis of the split, KeptSums.
__host__ __device__ constexpr bool has_room_for_kept_sums(int ndim, int ncomp) {
  constexpr int max_bytes = 48 * 1024;
  const int of_group = (2 * ndim + 1) * static_cast<int>(sizeof(double));
  return ncomp == 1 || ncomp <= max_bytes / (rule_threads / group_lanes(ndim) * of_group);
}

/// Bytes of the table of points and of the parts of lanes, for the rule that has most.
__host__ __device__ constexpr int listed_bytes(int ndim) {
  constexpr int bytes[] = {0, 448, 1312, 2816, 3952, 8192, 12848, 25680, 40304};
  return bytes[ndim];
}

/// Points of one orbit that a lane of a group takes, one after the other, and their opposites.
struct alignas(16) RulePart {
  int first;  ///< byte of its points in the table; the next is a row on
  int end;    ///< no_end: the lane has no more
  int orbit;
  int then;  ///< 1 + kept(), where the lane ends 1 + height() from bit 8 on, pair() from bit 16 on

  static constexpr int no_end = -1;

  /// Where the sum is kept for the axis of the split; -1: it is not.
  __host__ __device__ int kept() const { return (then & 0xFF) - 1; }
  __host__ __device__ bool ends() const { return (then & 0xFF00) != 0; }
  /// So often, the sums of as many lanes as before are added to those of this one.
  __host__ __device__ int height() const { return (then >> 8 & 0xFF) - 1; }
  /// Number of the first point and its opposite among those of the orbit.
  __host__ __device__ int pair() const { return then >> 16; }
};

/// Two points of an orbit, by their numbers in rule::orbit_points.
struct PointPair {
  int first;
  int opposite;
};

/// Pair number `pair` of an orbit whose points stand in groups of `nsigned` with the same
/// coordinates but for the signs, counted through like binary digits.
__host__ __device__ constexpr PointPair pair_at(int nsigned, int pair) {
  const int begin = pair / (nsigned / 2) * nsigned;
  const int sign = pair % (nsigned / 2) * 2;
  return {begin + sign, begin + nsigned - 1 - sign};
}

/// One orbit for the kernel.  Those on the axes and the vertices need no table of points.
struct OrbitEntry {
  double weight[nsums];
  double a;
  double b;
  int nb;
  int npoints;
  int nsigned;     ///< see pair_at
  int first_code;  ///< of its words in RuleTable::codes: npoints for a, then npoints for b if nb >
                   ///< 0
};

struct RuleTable {
  OrbitEntry orbit[rule::max_orbits];  ///< centre, axes, others; the vertices stand at norbits
  int norbits;                         ///< without the vertices
  int naxis;
  bool has_vertices;
  double difference_ratio;
  const void *codes;  ///< on the device: words of 32 bits up to 16 dimensions, else of 64
  /// In up to max_listed_dimensions, on the device: the parts of all lanes, in the order in which
  /// their sums are added by halves; those of each lane, [nparts][lanes]; and half of the points. A
  /// row of them has one of each lane of a group: coordinates 0 and 1 of all lanes, then 2 and 3.
  const int4 *listed;
  int nall_parts;
  int nparts;
  int npairs;   ///< of points, of which the centre is one
  int nrows;    ///< of the table, which a lane of a group goes through
  int nlisted;  ///< in 16 bytes
  int npoints;
};

/// The box of the integrand.
struct BoxTable {
  double lower[max_dimensions];  ///< finite box
  double width[max_dimensions];
  map::Interval axis[max_dimensions];  ///< box with an infinite side
  double volume;                       ///< of a finite box; 1 for the other, whose map has a slope
};

/// Regions of the unit cube.  Arrays of arrays: [ndim or ncomp][capacity].
struct RegionArrays {
  long long capacity;
  long long begin;  ///< regions before it are left as they are
  double *lower;
  unsigned char *depth;  ///< how often an axis was halved
  double *value;
  double *null;  ///< with a minus where the null rules decay
  double *carried;
  double *error;
  double *plain;
  int *axis;  ///< of the next split; ndim: any; -1: no axis can be halved any more
  int *rank;  ///< place among the regions of the last split; -1: not split
};

/// The loop's numbers, on the device.
struct LoopState {
  int status;   ///< of RegionStatus
  int initial;  ///< 1: the new regions have no parents
  long long nregions;
  long long base;   ///< regions before the last split
  long long first;  ///< initial regions: the first of this part
  long long nwork;  ///< new regions to evaluate
  long long neval;
  long long iterations;
  int threshold;             ///< bin from which on regions are split,
  unsigned long long bound;  ///< of its own only those of lower keys,
  long long limit;           ///< and number of them
  unsigned long long nonfinite;
  int units;  ///< row of WorkArrays::scale that the last decision wrote
  unsigned int blocks_done;
  unsigned long long decided;  ///< number of the last decision, written after all that it decides
  unsigned long long ticket;
  unsigned long long looked_at;  ///< points of a probe, until it ends,
  unsigned int seen;             ///< and whether it has changed the error of a region
  unsigned long long
      probe_after;         ///< number of the last decision if a probe is to follow it; 0: none
  long long probe_points;  ///< and so many it takes
  unsigned int histogram[rule::nbins];
};

struct WorkArrays {
  LoopState *state;
  long long capacity;            ///< regions that can be split at once
  long long nsums_stride;        ///< 2 * capacity
  double *sums;                  ///< [ncomp][nsums][nsums_stride]
  long long *slot;               ///< [capacity] the place of the parent, and of its lower half
  rule::RegionEstimate *parent;  ///< [ncomp][capacity]
  rule::Changes *changes;        ///< [ncomp]
  double *scale;  ///< [2][ncomp] units of errors, 1 / tolerance; of the last decision, and before
  rule::SliceGoal *slice;  ///< [ncomp] where the regions are worked off in slices
  rule::ExactRegionSums
      *totals;  ///< [ncomp] 0 but for a reduction, from the first block to the last
};

/// Where new region number `item` stands.
__device__ __forceinline__ long long region_slot(const LoopState &state, const WorkArrays &work,
                                                 long long item) {
  if (state.initial) return state.first + item;
  return item & 1 ? state.base + (item >> 1) : work.slot[item >> 1];
}

}  // namespace cuboid::engine::cuda
