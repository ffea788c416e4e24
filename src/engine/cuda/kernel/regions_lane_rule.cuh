// Applies a fully symmetric cubature rule to a region on one lane.  All lanes of a warp have the
// same point of their regions at a time, so that it comes from a table and not from bits, and no
// lane waits for a smaller orbit.
#pragma once

#include "engine/cuda/kernel/regions_rule_sums.cuh"

namespace cuboid::engine::cuda {

/// What the rule has found on a region.
template <int ncomp>
struct LaneSums {
  double total[nsums][ncomp];
  int axis;  ///< of the largest fourth difference; ndim: none has any
};

/// Whether points are to be counted: where that serves nobody, it takes a tenth more time.
template <class Call>
inline constexpr bool takes_numbers = false;
template <class Integrand, int ndim, int ncomp, bool mapped, class Box>
inline constexpr bool takes_numbers<PointCall<Integrand, ndim, ncomp, mapped, Box>> =
    is_batched<Integrand>;

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
    add_listed(points, scale);
    if constexpr (ndim > max_listed_vertices) {
      if (rule_.has_vertices) add_vertices();
    }
    return nonfinite_;
  }

 private:
  __device__ __forceinline__ void add(const double *x, double *sum) {
    double f[ncomp];
    call_.values(takes_numbers<Call> ? number_++ : 0, x, f);
#pragma unroll
    for (int c = 0; c < ncomp; ++c) {
      const bool counts = !careful || is_finite(f[c]);
      nonfinite_ += !counts;
      sum[c] += counts ? f[c] : 0;
    }
  }

  /// At the centre plus a step and minus it.
  __device__ __forceinline__ void add_pair(const double (&step)[ndim], double *sum) {
    double x[ndim];
#pragma unroll
    for (int d = 0; d < ndim; ++d) x[d] = fma(step[d], width_[d], centre_[d]);
    add(x, sum);
#pragma unroll
    for (int d = 0; d < ndim; ++d) x[d] = fma(-step[d], width_[d], centre_[d]);
    add(x, sum);
  }

  /// The centre, and all orbits of the table.  There is one loop over points, whose instructions a
  /// warp fetches once for all orbits.
  __device__ __forceinline__ void add_listed(const double *point, const double *scale) {
    double middle[ncomp] = {};
    add(centre_, middle);
    add_weighted(rule_.orbit[0], middle, sums_.total);
    rule::AxisChoice choice{0, ndim};
    double of_axes[2][ncomp] = {};
    double outer[ncomp] = {};
    // First each axis has a pair of orbit 1 and one of orbit 2, which give its fourth difference.
    const int end = 2 * ndim + rule_.norbits - 3 + (listed_vertices() ? 1 : 0);
#pragma unroll 1
    for (int part = 0; part < end; ++part) {
      const bool on_axis = part < 2 * ndim;
      const OrbitEntry &orbit = rule_.orbit[on_axis ? 1 : part - 2 * ndim + 3];
      double sum[ncomp] = {};
      const double *const last = point + (on_axis ? ndim : ndim * orbit.npoints / 2);
#pragma unroll 1
      for (; point < last; point += ndim) {
        double step[ndim];
#pragma unroll
        for (int d = 0; d < ndim; ++d) step[d] = __ldg(point + d);
        add_pair(step, sum);
      }
      if (!on_axis) {
        add_weighted(orbit, sum, sums_.total);
      } else if (part % 2 == 0) {
#pragma unroll
        for (int c = 0; c < ncomp; ++c) {
          of_axes[0][c] += sum[c];
          outer[c] = sum[c];
        }
      } else {
        consider_axis(choice, part / 2, middle, outer, sum, scale);
#pragma unroll
        for (int c = 0; c < ncomp; ++c) of_axes[1][c] += sum[c];
      }
    }
    add_weighted(rule_.orbit[1], of_axes[0], sums_.total);
    add_weighted(rule_.orbit[2], of_axes[1], sums_.total);
    sums_.axis = choice.axis;
  }

  __device__ __forceinline__ bool listed_vertices() const {
    return ndim <= max_listed_vertices && rule_.has_vertices;
  }

  __device__ __forceinline__ void consider_axis(rule::AxisChoice &choice, int axis,
                                                const double *middle, const double *outer,
                                                const double *inner, const double *scale) {
    const double ratio = rule_.difference_ratio;
    double difference = 0;
#pragma unroll
    for (int c = 0; c < ncomp; ++c) {
      const double value = fma(ratio, outer[c], 2 * (1 - ratio) * middle[c]) - inner[c];
      difference = rule::add_difference(difference, ::fabs(value), ncomp, scale, c);
    }
    rule::consider(choice, difference, axis);
  }

  __device__ __forceinline__ void add_vertices() {
    const OrbitEntry &orbit = rule_.orbit[rule_.norbits];
    double sum[ncomp] = {};
#pragma unroll 1
    for (unsigned int signs = 0; signs < 1u << (ndim - 1); ++signs) {
      double step[ndim];
#pragma unroll
      for (int d = 0; d < ndim; ++d) step[d] = (signs >> d & 1) != 0 ? -orbit.a : orbit.a;
      add_pair(step, sum);
    }
    add_weighted(orbit, sum, sums_.total);
  }

  const Call &call_;
  const RuleTable &rule_;
  const double (&centre_)[ndim];
  const double (&width_)[ndim];
  LaneSums<ncomp> &sums_;
  int number_ = 0;  ///< of the next point
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

/// The whole rule.  points: see table_points.  Returns how many values were not finite, which count
/// as zero.
template <class Call, int ndim, int ncomp>
__device__ __forceinline__ int lane_rule(const Call &call, const RuleTable &rule,
                                         const double *points, const double *scale,
                                         const double (&centre)[ndim], const double (&width)[ndim],
                                         LaneSums<ncomp> &sums) {
  LaneRule<false, Call, ndim, ncomp>(call, rule, centre, width, sums).apply(points, scale);
  if (all_finite(sums.total)) return 0;
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
