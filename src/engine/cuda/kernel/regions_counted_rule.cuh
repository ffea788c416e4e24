// Applies a rule whose points are counted through: in many dimensions, where they are too many for
// a table, and for several components.
//
// A group of lanes works on one region.  The lanes share out the points of an orbit; a point is a
// word with two bits a coordinate (rule/orbit_rule.hpp), which become the factors +-2 and 0 without
// a load, so that a coordinate costs one fused multiply-add.
#pragma once

#include "engine/cuda/kernel/regions_rule_sums.cuh"

namespace cuboid::engine::cuda {

/// Blocks that share a multiprocessor, which bounds the registers.  With 3 instead of 4, whose
/// threads keep coordinates in memory, 2, 4, 7 and 10 % less time in 8, 10, 12 and 15 dimensions
/// (growth.txt), and with 2, the same.  Whole calls for 9 components in 5 dimensions take a tenth
/// less time than with 5 (gradients.txt).
constexpr int counted_blocks = 3;

/// Points that a loop works on at a time, found by measurement on an H100.
template <int ndim>
constexpr int points_at_a_time = ndim <= 6 ? 4 : 2;

/// The orbits on the axes: a lane takes both points of an axis and an orbit.
template <int lanes, class Integrand, int ndim, int ncomp, bool mapped>
__device__ __forceinline__ void add_axes(const PointCall<Integrand, ndim, ncomp, mapped> &call,
                                         const RuleTable &rule, const double (&centre)[ndim],
                                         const double (&width)[ndim], int lane,
                                         const KeptSums<ndim, ncomp> &kept,
                                         double (&total)[nsums][ncomp]) {
#pragma unroll 1
  for (int base = 0; base < rule.naxis * ndim; base += lanes) {
    const int pair = base + lane;
    const bool counts = pair < rule.naxis * ndim;
    const int orbit = counts ? pair / ndim : 0;
    const int axis = pair - pair / ndim * ndim;
    const double generator = rule.orbit[1 + orbit].a;
    double sum[ncomp] = {};
#pragma unroll
    for (int sign = 0; sign < 2; ++sign) {
      const double step = sign ? -generator : generator;
      double x[ndim];
#pragma unroll
      for (int d = 0; d < ndim; ++d) x[d] = fma(d == axis ? step : 0., width[d], centre[d]);
      call.add_if(counts, 1 + 2 * pair + sign, x, sum);
    }
    if (counts) {
      if (orbit < 2) {
#pragma unroll
        for (int c = 0; c < ncomp; ++c) kept.at(pair, c) = sum[c];
      }
      add_weighted(rule.orbit[1 + orbit], sum, total);
    }
  }
}

/// A point with two generators: step is of the first one, ratio that of the second to it.
template <int ndim>
__device__ __forceinline__ void place_point(Code<ndim> code_a, Code<ndim> code_b, double ratio,
                                            const double (&step)[ndim],
                                            const double (&centre)[ndim], double (&x)[ndim]) {
#pragma unroll
  for (int d = 0; d < ndim; ++d) {
    const double factor = fma(code_factor<ndim>(code_b, d), ratio, code_factor<ndim>(code_a, d));
    x[d] = fma(factor, step[d], centre[d]);
  }
}

/// The orbits whose points stand in the table.
template <int lanes, class Integrand, int ndim, int ncomp, bool mapped>
__device__ __forceinline__ void add_orbits(const PointCall<Integrand, ndim, ncomp, mapped> &call,
                                           const RuleTable &rule, const double (&centre)[ndim],
                                           const double (&width)[ndim], int lane,
                                           double (&total)[nsums][ncomp]) {
  int number = 1 + 2 * rule.naxis * ndim + lane;  // of the lane's first point of the orbit
#pragma unroll 1
  for (int s = 1 + rule.naxis; s < rule.norbits; number += rule.orbit[s++].npoints) {
    const OrbitEntry &orbit = rule.orbit[s];
    const Code<ndim> *points = static_cast<const Code<ndim> *>(rule.codes) + orbit.first_code;
    const Code<ndim> *point = points + lane;
    const Code<ndim> *end = points + orbit.npoints;
    double sum[ncomp] = {};
    double step[ndim];
#pragma unroll
    for (int d = 0; d < ndim; ++d) step[d] = .5 * orbit.a * width[d];
    const double ratio = orbit.nb > 0 ? orbit.b / orbit.a : 0;
    // Rounds in which every lane has a point.
    const int rounds = orbit.npoints / lanes;
    if (orbit.nb == 0) {
#pragma unroll points_at_a_time < ndim>
      for (int round = 0; round < rounds; ++round, point += lanes) {
        const Code<ndim> code = *point;
        double x[ndim];
#pragma unroll
        for (int d = 0; d < ndim; ++d) x[d] = fma(code_factor<ndim>(code, d), step[d], centre[d]);
        call.add(number + round * lanes, x, sum);
      }
    } else {
#pragma unroll points_at_a_time < ndim>
      for (int round = 0; round < rounds; ++round, point += lanes) {
        const Code<ndim> code_a = point[0];
        const Code<ndim> code_b = point[orbit.npoints];
        double x[ndim];
        place_point<ndim>(code_a, code_b, ratio, step, centre, x);
        call.add(number + round * lanes, x, sum);
      }
    }
    if (rounds * lanes < orbit.npoints) {
      const bool counts = point < end;
      const Code<ndim> code_a = counts ? point[0] : 0;
      const Code<ndim> code_b = counts && orbit.nb > 0 ? point[orbit.npoints] : 0;
      double x[ndim];
      place_point<ndim>(code_a, code_b, ratio, step, centre, x);
      call.add_if(counts, number + rounds * lanes, x, sum);
    }
    add_weighted(orbit, sum, total);
  }
}

/// The vertices: the first coordinates have the signs of the lane's bits, the others count on.
template <int lanes, class Integrand, int ndim, int ncomp, bool mapped>
__device__ __forceinline__ void add_vertices(const PointCall<Integrand, ndim, ncomp, mapped> &call,
                                             const RuleTable &rule, const double (&centre)[ndim],
                                             const double (&width)[ndim], int lane,
                                             double (&total)[nsums][ncomp]) {
  constexpr int lane_bits = lanes == 4 ? 2 : lanes == 8 ? 3 : lanes == 16 ? 4 : 5;
  constexpr int upper_bits = ndim > lane_bits ? ndim - lane_bits : 0;
  const OrbitEntry &orbit = rule.orbit[rule.norbits];
  const double a = orbit.a;
  const int number = rule.npoints - orbit.npoints + lane;  // of the lane's first point
  double x[ndim];
  double sum[ncomp] = {};
#pragma unroll
  for (int d = 0; d < ndim && d < lane_bits; ++d) {
    x[d] = fma(lane >> d & 1 ? -a : a, width[d], centre[d]);
  }
#pragma unroll points_at_a_time < ndim>
  for (unsigned int signs = 0; signs < 1u << upper_bits; ++signs) {
#pragma unroll
    for (int d = lane_bits; d < ndim; ++d) {
      const unsigned int sign = signs << (31 - (d - lane_bits)) & 0x80000000u;
      const double step =
          __hiloint2double(__double2hiint(a) ^ static_cast<int>(sign), __double2loint(a));
      x[d] = fma(step, width[d], centre[d]);
    }
    if constexpr (ndim < lane_bits) {
      call.add_if(lane >> ndim == 0, number, x, sum);
    } else {
      call.add(number + (signs << lane_bits), x, sum);
    }
  }
  add_weighted(orbit, sum, total);
}

/// The whole rule.  Returns how many values were not finite, which count as zero.
template <int lanes, class Integrand, int ndim, int ncomp, bool mapped>
__device__ __forceinline__ int add_rule(const PointCall<Integrand, ndim, ncomp, mapped> &call,
                                        const RuleTable &rule, const double (&centre)[ndim],
                                        const double (&width)[ndim], int lane,
                                        const KeptSums<ndim, ncomp> &kept,
                                        double (&total)[nsums][ncomp]) {
  double middle[ncomp];
  call.values(0, centre, middle);
#pragma unroll
  for (int c = 0; c < ncomp; ++c) {
    if (lane == 0) kept.at(kept.centre, c) = middle[c];
#pragma unroll
    for (int k = 0; k < nsums; ++k) {
      total[k][c] = lane == 0 ? rule.orbit[0].weight[k] * middle[c] : 0;
    }
  }
  add_axes<lanes>(call, rule, centre, width, lane, kept, total);
  add_orbits<lanes>(call, rule, centre, width, lane, total);
  if (rule.has_vertices) add_vertices<lanes>(call, rule, centre, width, lane, total);
  return begin_anew<lanes>(call, rule, centre, width, lane, kept, total);
}

template <class Integrand, int ndim, int ncomp, bool mapped>
__device__ __forceinline__ void apply_counted_rule(const Integrand &integrand,
                                                   const RuleTable &rule, const BoxTable &box,
                                                   const RegionArrays &regions,
                                                   const WorkArrays &work) {
  constexpr int lanes = group_lanes(ndim);
  constexpr int groups = rule_threads / lanes;
  __shared__ double kept_sums[groups][(2 * ndim + 1) * ncomp];

  const int lane = threadIdx.x & (lanes - 1);
  const int group = threadIdx.x / lanes;
  const long long ngroups = static_cast<long long>(gridDim.x) * groups;
  const LoopState &state = *work.state;
  const WorkItems items = items_of(integrand, rule, state);
  // All groups of a warp run the same number of rounds, so that they can exchange values.
  const long long first =
      items.begin + static_cast<long long>(blockIdx.x) * groups + (group - group % (32 / lanes));
  const KeptSums<ndim, ncomp> kept{kept_sums[group], 1};
  int nonfinite = 0;

  for (long long round = first; round < items.end; round += ngroups) {
    const long long item = round + group % (32 / lanes);
    const bool active = item < items.end;
    const long long own = active ? item : items.end - 1;
    const long long slot = region_slot(state, work, own);
    const Integrand &here = at_points_of(integrand, rule, own);
    const PointCall<Integrand, ndim, ncomp, mapped> call{here, box};
    double centre[ndim];
    double width[ndim];
    double total[nsums][ncomp];
    const double volume = region_box<mapped>(box, regions, slot, centre, width);
    const int found = add_rule<lanes>(call, rule, centre, width, lane, kept, total);
    if (active) nonfinite += found;
    store_sums<lanes>(work, total, volume, lane, item, active);
    __syncwarp();
    const int axis = steepest_axis<lanes, ndim, ncomp>(kept, rule.difference_ratio,
                                                       work.scale + state.units * ncomp, lane);
    if (active && lane == 0) regions.axis[slot] = axis;
    __syncwarp();
  }
  if (nonfinite != 0) {
    atomicAdd(&work.state->nonfinite, static_cast<unsigned long long>(nonfinite));
  }
}

}  // namespace cuboid::engine::cuda
