// Applies a fully symmetric cubature rule to a region on one lane.  All lanes of a warp have the
// same point of their regions at a time, so that it comes from a table and not from bits, and no
// lane waits for a smaller orbit.
#pragma once

#include "engine/cuda/kernel/regions_rule.cuh"

namespace cuboid::engine::cuda {

/// What the rule has found on a region.
template <int ncomp>
struct LaneSums {
  double total[nsums][ncomp];
  int axis;  ///< of the largest fourth difference; ndim: none has any
};

/// Points that a loop works on at a time.  More leave less room in the cache of instructions. Found
/// by measurement on an H100: 2 in the place of 1 take a tenth more time in three dimensions, and 4
/// a sixth more than 2 (gpu_many.txt).
constexpr int lane_points = 1;

/// The rule, or once more with values that are not finite counted as zero.
template <bool careful, class Call, int ndim, int ncomp>
class LaneRule {
 public:
  __device__ LaneRule(const Call &call, const RuleTable &rule, const double (&centre)[ndim],
                      const double (&width)[ndim], LaneSums<ncomp> &sums)
      : call_(call), rule_(rule), centre_(centre), width_(width), sums_(sums) {}

  /// How many values were not finite.
  __device__ __forceinline__ int apply(const double *points, const double *scale) {
#pragma unroll
    for (int c = 0; c < ncomp; ++c) {
#pragma unroll
      for (int k = 0; k < nsums; ++k) sums_.total[k][c] = 0;
    }
    add_axes(scale);
    add_orbits(points);
    if (rule_.has_vertices) add_vertices();
    return nonfinite_;
  }

 private:
  __device__ __forceinline__ void add(const double *x, double *sum) {
    double f[ncomp];
    call_.values(x, f);
#pragma unroll
    for (int c = 0; c < ncomp; ++c) {
      const bool counts = !careful || is_finite(f[c]);
      nonfinite_ += !counts;
      sum[c] += counts ? f[c] : 0;
    }
  }

  /// The centre, and the two orbits on the axes that give the fourth differences.
  __device__ __forceinline__ void add_axes(const double *scale) {
    double middle[ncomp] = {};
    add(centre_, middle);
    add_weighted(rule_.orbit[0], middle, sums_.total);
    rule::AxisChoice choice{0, ndim};
    double sum[2][ncomp] = {};
#pragma unroll 1
    for (int axis = 0; axis < ndim; ++axis) {
      double pair[2][ncomp] = {};
#pragma unroll 1
      for (int sign = 0; sign < 2; ++sign) {
#pragma unroll
        for (int orbit = 0; orbit < 2; ++orbit) {
          const double generator = rule_.orbit[1 + orbit].a;
          const double step = sign != 0 ? -generator : generator;
          double x[ndim];
#pragma unroll
          for (int d = 0; d < ndim; ++d) x[d] = fma(d == axis ? step : 0., width_[d], centre_[d]);
          add(x, pair[orbit]);
        }
      }
      const double ratio = rule_.difference_ratio;
      double difference = 0;
      for (int c = 0; c < ncomp; ++c) {
        const double value = fma(ratio, pair[0][c], 2 * (1 - ratio) * middle[c]) - pair[1][c];
        difference = rule::add_difference(difference, ::fabs(value), ncomp, scale, c);
        sum[0][c] += pair[0][c];
        sum[1][c] += pair[1][c];
      }
      rule::consider(choice, difference, axis);
    }
    add_weighted(rule_.orbit[1], sum[0], sums_.total);
    add_weighted(rule_.orbit[2], sum[1], sums_.total);
    sums_.axis = choice.axis;
  }

  /// The orbits whose points stand in the table.
  __device__ __forceinline__ void add_orbits(const double *points) {
#pragma unroll 1
    for (int s = 3; s < rule_.norbits; ++s) {
      double sum[ncomp] = {};
      const double *const end = points + ndim * rule_.orbit[s].npoints;
#pragma unroll lane_points
      for (; points < end; points += ndim) {
        double x[ndim];
#pragma unroll
        for (int d = 0; d < ndim; ++d) x[d] = fma(__ldg(points + d), width_[d], centre_[d]);
        add(x, sum);
      }
      add_weighted(rule_.orbit[s], sum, sums_.total);
    }
  }

  __device__ __forceinline__ void add_vertices() {
    const OrbitEntry &orbit = rule_.orbit[rule_.norbits];
    double sum[ncomp] = {};
#pragma unroll lane_points
    for (unsigned int signs = 0; signs < 1u << ndim; ++signs) {
      double x[ndim];
#pragma unroll
      for (int d = 0; d < ndim; ++d)
        x[d] = fma((signs >> d & 1) != 0 ? -orbit.a : orbit.a, width_[d], centre_[d]);
      add(x, sum);
    }
    add_weighted(orbit, sum, sums_.total);
  }

  const Call &call_;
  const RuleTable &rule_;
  const double (&centre_)[ndim];
  const double (&width_)[ndim];
  LaneSums<ncomp> &sums_;
  int nonfinite_ = 0;
};

/// The rule where the integrand is not finite everywhere.  All in copies: what is handed on by its
/// address would have to stand in memory all the time.
template <class Call, int ndim, int ncomp>
__device__ __noinline__ int lane_rule_carefully(Call call, const RuleTable &rule,
                                                const double *points, const double *scale,
                                                const double (&centre)[ndim],
                                                const double (&width)[ndim],
                                                LaneSums<ncomp> &sums) {
  return LaneRule<true, Call, ndim, ncomp>(call, rule, centre, width, sums).apply(points, scale);
}

/// The whole rule.  points: of the orbits from the fourth on (table_points).  Returns how many
/// values were not finite, which count as zero.
template <class Call, int ndim, int ncomp>
__device__ __forceinline__ int lane_rule(const Call &call, const RuleTable &rule,
                                         const double *points, const double *scale,
                                         const double (&centre)[ndim], const double (&width)[ndim],
                                         LaneSums<ncomp> &sums) {
  LaneRule<false, Call, ndim, ncomp>(call, rule, centre, width, sums).apply(points, scale);
  // A value that is not finite makes every sum so, also with a weight of zero.
  bool finite = true;
#pragma unroll
  for (int c = 0; c < ncomp; ++c) finite = finite && is_finite(sums.total[0][c]);
  if (finite) return 0;
  double careful_centre[ndim], careful_width[ndim];
#pragma unroll
  for (int d = 0; d < ndim; ++d) {
    careful_centre[d] = centre[d];
    careful_width[d] = width[d];
  }
  LaneSums<ncomp> careful;
  const auto integrand = call.integrand;
  const auto box = call.box;
  const int nonfinite = lane_rule_carefully(Call{integrand, box}, rule, points, scale,
                                            careful_centre, careful_width, careful);
  sums = careful;
  return nonfinite;
}

}  // namespace cuboid::engine::cuda
