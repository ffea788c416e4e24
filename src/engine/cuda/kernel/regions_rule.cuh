// Applies a fully symmetric cubature rule to new regions: the only part of the regions engine that
// is compiled with the integrand.
//
// A group of lanes of one warp works on one region.  The lanes share out the points of an orbit; a
// point is a word with two bits a coordinate (rule/orbit_rule.hpp), which become the factors +-2
// and 0 without a load, so that a coordinate costs one fused multiply-add.  Weights are applied to
// sums over orbits.  Everything is summed in an order that depends on ndim and the rule alone.
#pragma once

#include "engine/cuda/kernel/regions_types.cuh"
#include "rule/region_axis.hpp"
#include "rule/region_division.hpp"

namespace cuboid::engine::cuda {

/// Found by measurement on an H100 (tests/bench/results): blocks that share a multiprocessor, which
/// bounds the registers, and points that a loop works on at a time.  With 3 blocks in the place of
/// 4, whose threads keep coordinates in memory, 2, 4, 7 and 10 % less time in 8, 10, 12 and 15
/// dimensions (growth.txt); with 2, the same.
template <int ndim>
struct RuleTuning {
  static constexpr int blocks = ndim <= 6 ? 5 : ndim <= 7 ? 4 : 3;
  static constexpr int points = ndim <= 6 ? 4 : 2;
};

/// A word with two bits for each of ndim coordinates.
template <bool wide>
struct CodeWord;
template <>
struct CodeWord<false> {
  using type = unsigned int;
};
template <>
struct CodeWord<true> {
  using type = unsigned long long;
};

template <int ndim>
using Code = typename CodeWord<(ndim > 16)>::type;

/// +2, -2 or 0 for the bits 1, 3 or 0 of coordinate d: the upper bits of a double.
template <int ndim>
__device__ __forceinline__ double code_factor(Code<ndim> code, int d) {
  unsigned int bits;
  if constexpr (ndim > 16) {
    bits = d < 16 ? static_cast<unsigned int>(code) << (30 - 2 * (d & 15))
                  : static_cast<unsigned int>(code >> 32) << (30 - 2 * (d & 15));
  } else {
    bits = code << (30 - 2 * d);
  }
  return __hiloint2double(static_cast<int>(bits & 0xC0000000u), 0);
}

/// Calls the integrand at points of the unit cube or of a finite box, and adds the values up.
template <class Integrand, int ndim, int ncomp, bool mapped, class Box = BoxTable>
struct PointCall {
  const Integrand &integrand;
  const Box &box;

  __device__ __forceinline__ void values(const double *x, double *f) const {
    if constexpr (mapped) {
      double y[ndim];
      double jacobian = 1;
#pragma unroll
      for (int d = 0; d < ndim; ++d) {
        double slope;
        y[d] = box.axis[d].map(x[d], slope);
        jacobian *= slope;
      }
      integrand(y, f);
#pragma unroll
      for (int c = 0; c < ncomp; ++c) f[c] *= jacobian;
    } else {
      integrand(x, f);
    }
  }

  __device__ __forceinline__ void add(const double *x, double *sum) const {
    double f[ncomp];
    values(x, f);
#pragma unroll
    for (int c = 0; c < ncomp; ++c) sum[c] += f[c];
  }

  /// For lanes that may have no point of their own, and then take one that does not count.
  __device__ __forceinline__ void add_if(bool counts, const double *x, double *sum) const {
    double f[ncomp];
    values(x, f);
#pragma unroll
    for (int c = 0; c < ncomp; ++c) sum[c] += counts ? f[c] : 0;
  }
};

__device__ __forceinline__ bool is_finite(double value) {
  return (__double2hiint(value) & 0x7FF00000) != 0x7FF00000;
}

/// The sums of a region over the lanes of its group, each by halves.  While a lane has several
/// sums, it gives half of them to its partner of the step and goes on with the others.
template <int lanes>
struct GroupSums {
  static constexpr int padded = 8;  ///< the power of 2 that holds nsums
  static_assert(nsums <= padded);
  /// Lanes that differ in these bits end with the same sums; else, each has sums of its own.
  static constexpr int alike = lanes > padded ? lanes / padded - 1 : 0;
  static constexpr int left = lanes < padded ? padded / lanes : 1;

  double value[padded];
  int first = 0;  ///< value[i], i < left, ends as sum number first + i

  __device__ __forceinline__ void add_up(int lane) {
#pragma unroll
    for (int step = lanes / 2, several = padded / 2; step > 0; step /= 2, several /= 2) {
      if (several > 0) {
        const bool upper = (lane & step) != 0;
#pragma unroll
        for (int i = 0; i < several; ++i) {
          const double given = upper ? value[i] : value[several + i];
          const double kept = upper ? value[several + i] : value[i];
          value[i] = kept + __shfl_xor_sync(0xFFFFFFFFu, given, step);
        }
        if (upper) first += several;
      } else {
        value[0] += __shfl_xor_sync(0xFFFFFFFFu, value[0], step);
      }
    }
  }
};

/// Adds an orbit's sum with its weights.
template <int ncomp>
__device__ __forceinline__ void add_weighted(const OrbitEntry &orbit, const double *sum,
                                             double (&total)[nsums][ncomp]) {
#pragma unroll
  for (int c = 0; c < ncomp; ++c) {
#pragma unroll
    for (int k = 0; k < nsums; ++k) total[k][c] = fma(orbit.weight[k], sum[c], total[k][c]);
  }
}

/// The orbits on the axes: a lane takes both points of an axis and an orbit.  pairs: f(+d) + f(-d)
/// of the two orbits that give the fourth differences.
template <int lanes, class Integrand, int ndim, int ncomp, bool mapped>
__device__ __forceinline__ void add_axes(const PointCall<Integrand, ndim, ncomp, mapped> &call,
                                         const RuleTable &rule, const double (&centre)[ndim],
                                         const double (&width)[ndim], int lane,
                                         double (&pairs)[2][ndim][ncomp],
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
      call.add_if(counts, x, sum);
    }
    if (counts) {
      if (orbit < 2) {
#pragma unroll
        for (int c = 0; c < ncomp; ++c) pairs[orbit][axis][c] = sum[c];
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
#pragma unroll 1
  for (int s = 1 + rule.naxis; s < rule.norbits; ++s) {
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
#pragma unroll RuleTuning < ndim> ::points
      for (int round = 0; round < rounds; ++round, point += lanes) {
        const Code<ndim> code = *point;
        double x[ndim];
#pragma unroll
        for (int d = 0; d < ndim; ++d) x[d] = fma(code_factor<ndim>(code, d), step[d], centre[d]);
        call.add(x, sum);
      }
    } else {
#pragma unroll RuleTuning < ndim> ::points
      for (int round = 0; round < rounds; ++round, point += lanes) {
        const Code<ndim> code_a = point[0];
        const Code<ndim> code_b = point[orbit.npoints];
        double x[ndim];
        place_point<ndim>(code_a, code_b, ratio, step, centre, x);
        call.add(x, sum);
      }
    }
    if (rounds * lanes < orbit.npoints) {
      const bool counts = point < end;
      const Code<ndim> code_a = counts ? point[0] : 0;
      const Code<ndim> code_b = counts && orbit.nb > 0 ? point[orbit.npoints] : 0;
      double x[ndim];
      place_point<ndim>(code_a, code_b, ratio, step, centre, x);
      call.add_if(counts, x, sum);
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
  double x[ndim];
  double sum[ncomp] = {};
#pragma unroll
  for (int d = 0; d < ndim && d < lane_bits; ++d) {
    x[d] = fma(lane >> d & 1 ? -a : a, width[d], centre[d]);
  }
#pragma unroll RuleTuning < ndim> ::points
  for (unsigned int signs = 0; signs < 1u << upper_bits; ++signs) {
#pragma unroll
    for (int d = lane_bits; d < ndim; ++d) {
      const unsigned int sign = signs << (31 - (d - lane_bits)) & 0x80000000u;
      const double step =
          __hiloint2double(__double2hiint(a) ^ static_cast<int>(sign), __double2loint(a));
      x[d] = fma(step, width[d], centre[d]);
    }
    if constexpr (ndim < lane_bits) {
      call.add_if(lane >> ndim == 0, x, sum);
    } else {
      call.add(x, sum);
    }
  }
  add_weighted(orbit, sum, total);
}

/// The lanes of the warp that are in the group of this one.
template <int lanes>
__device__ __forceinline__ unsigned int group_mask() {
  return 0xFFFFFFFFu >> (32 - lanes) << (threadIdx.x & 31 & ~(lanes - 1));
}

/// The whole rule for a region where the integrand is not finite everywhere: such values count as
/// zero.  Returns how many there are.  All lanes of the warp take part, but `pairs` of groups that
/// need not begin anew stay as they are, and the rest of what these get means nothing.
/// Its loops stay loops, which NVRTC compiles in a tenth less time.
template <int lanes, class Integrand, int ndim, int ncomp, bool mapped>
__device__ __noinline__ int add_carefully(const PointCall<Integrand, ndim, ncomp, mapped> &call,
                                          const RuleTable &rule, const double (&centre)[ndim],
                                          const double (&width)[ndim], int lane, bool anew,
                                          double (&middle)[ncomp], double (&pairs)[2][ndim][ncomp],
                                          double (&total)[nsums][ncomp]) {
#pragma unroll 1
  for (int c = 0; c < ncomp; ++c) {
    middle[c] = 0;
#pragma unroll 1
    for (int k = 0; k < nsums; ++k) total[k][c] = 0;
#pragma unroll 1
    for (int axis = lane; anew && axis < ndim; axis += lanes)
      pairs[0][axis][c] = pairs[1][axis][c] = 0;
  }
  __syncwarp();
  int nonfinite = 0;
  const int norbits = anew ? rule.norbits + rule.has_vertices : 0;
#pragma unroll 1
  for (int s = 0; s < norbits; ++s) {
    const OrbitEntry &orbit = rule.orbit[s];
    const bool axes = s >= 1 && s <= rule.naxis;
    const bool vertices = s == rule.norbits;
    const Code<ndim> *codes = static_cast<const Code<ndim> *>(rule.codes) + orbit.first_code;
    // On the axes a lane takes both signs of an axis, as in add_axes.
    const int count = axes ? ndim : orbit.npoints;
#pragma unroll 1
    for (int item = lane; item < count; item += lanes) {
#pragma unroll 1
      for (int sign = 0; sign <= axes; ++sign) {
        double x[ndim];
#pragma unroll 1
        for (int d = 0; d < ndim; ++d) {
          double factor = 0;
          if (axes) {
            factor = d == item ? (sign ? -orbit.a : orbit.a) : 0;
          } else if (vertices) {
            factor = item >> d & 1 ? -orbit.a : orbit.a;
          } else if (s > 0) {
            factor = .5 * orbit.a * code_factor<ndim>(codes[item], d);
            if (orbit.nb > 0) {
              factor += .5 * orbit.b * code_factor<ndim>(codes[orbit.npoints + item], d);
            }
          }
          x[d] = fma(factor, width[d], centre[d]);
        }
        double f[ncomp];
        call.values(x, f);
#pragma unroll 1
        for (int c = 0; c < ncomp; ++c) {
          if (!is_finite(f[c])) {
            ++nonfinite;
            f[c] = 0;
          }
          if (s == 0) middle[c] = f[c];
          if (axes && s <= 2) pairs[s - 1][item][c] += f[c];
        }
        add_weighted(orbit, f, total);
      }
    }
  }
#pragma unroll 1
  for (int c = 0; c < ncomp; ++c) middle[c] = __shfl_sync(0xFFFFFFFFu, middle[c], 0, lanes);
  return nonfinite;
}

/// Where a region lies in the box of the integrand.  Returns its volume.
template <bool mapped, int ndim, class Box>
__device__ __forceinline__ double region_box(const Box &box, const RegionArrays &regions,
                                             long long slot, double (&centre)[ndim],
                                             double (&width)[ndim]) {
  double volume = box.volume;
#pragma unroll
  for (int d = 0; d < ndim; ++d) {
    const double size =
        rule::halved(regions.depth[static_cast<long long>(d) * regions.capacity + slot]);
    const double corner = regions.lower[static_cast<long long>(d) * regions.capacity + slot];
    volume *= size;
    if constexpr (mapped) {
      centre[d] = corner + .5 * size;
      width[d] = size;
    } else {
      centre[d] = box.lower[d] + (corner + .5 * size) * box.width[d];
      width[d] = size * box.width[d];
    }
  }
  return volume;
}

/// The whole rule.  Returns how many values were not finite, which count as zero.
template <int lanes, class Integrand, int ndim, int ncomp, bool mapped>
__device__ __forceinline__ int add_rule(const PointCall<Integrand, ndim, ncomp, mapped> &call,
                                        const RuleTable &rule, const double (&centre)[ndim],
                                        const double (&width)[ndim], int lane,
                                        double (&middle)[ncomp], double (&pairs)[2][ndim][ncomp],
                                        double (&total)[nsums][ncomp]) {
  call.values(centre, middle);
#pragma unroll
  for (int c = 0; c < ncomp; ++c) {
#pragma unroll
    for (int k = 0; k < nsums; ++k) {
      total[k][c] = lane == 0 ? rule.orbit[0].weight[k] * middle[c] : 0;
    }
  }
  add_axes<lanes>(call, rule, centre, width, lane, pairs, total);
  add_orbits<lanes>(call, rule, centre, width, lane, total);
  if (rule.has_vertices) add_vertices<lanes>(call, rule, centre, width, lane, total);

  // A value that is not finite makes every sum so, also with a weight of zero.
  bool finite = true;
#pragma unroll
  for (int c = 0; c < ncomp; ++c) finite = finite && is_finite(total[0][c]);
  const unsigned int votes = __ballot_sync(0xFFFFFFFFu, finite);
  if (votes == 0xFFFFFFFFu) return 0;

  // The groups that met one begin anew and look at each value.  The others keep their sums: to add
  // up in another order rounds otherwise, and a region must not depend on those beside it.
  const bool anew = (~votes & group_mask<lanes>()) != 0;
  // All in copies: what is handed on by its address would have to stand in memory all the time.
  double careful_centre[ndim], careful_width[ndim], careful_total[nsums][ncomp];
  double careful_middle[ncomp];
  const Integrand careful_integrand = call.integrand;
  const PointCall<Integrand, ndim, ncomp, mapped> careful_call{careful_integrand, call.box};
#pragma unroll
  for (int d = 0; d < ndim; ++d) {
    careful_centre[d] = centre[d];
    careful_width[d] = width[d];
  }
  const int found = add_carefully<lanes>(careful_call, rule, careful_centre, careful_width, lane,
                                         anew, careful_middle, pairs, careful_total);
  if (!anew) return 0;
#pragma unroll
  for (int c = 0; c < ncomp; ++c) {
    middle[c] = careful_middle[c];
#pragma unroll
    for (int k = 0; k < nsums; ++k) total[k][c] = careful_total[k][c];
  }
  return found;
}

/// Adds the sums of the lanes up and writes those of new region number `item`.
template <int lanes, int ncomp>
__device__ __forceinline__ void store_sums(const WorkArrays &work,
                                           const double (&total)[nsums][ncomp], double volume,
                                           int lane, long long item, bool active) {
#pragma unroll
  for (int c = 0; c < ncomp; ++c) {
    GroupSums<lanes> sums;
#pragma unroll
    for (int k = 0; k < GroupSums<lanes>::padded; ++k) sums.value[k] = k < nsums ? total[k][c] : 0;
    sums.add_up(lane);
#pragma unroll
    for (int i = 0; i < GroupSums<lanes>::left; ++i) {
      const int k = sums.first + i;
      if (active && k < nsums && (lane & GroupSums<lanes>::alike) == 0) {
        work.sums[(static_cast<long long>(c) * nsums + k) * work.nsums_stride + item] =
            volume * sums.value[i];
      }
    }
  }
}

/// The axis of the largest fourth difference; ndim: none has any.  All lanes of the group get it.
template <int lanes, int ndim, int ncomp>
__device__ __forceinline__ int steepest_axis(const double (&pairs)[2][ndim][ncomp],
                                             const double (&middle)[ncomp], double ratio,
                                             const double *scale, int lane) {
  rule::AxisChoice choice{0, ndim};
  for (int d = lane; d < ndim; d += lanes) {
    double difference = 0;
    for (int c = 0; c < ncomp; ++c) {
      const double value = fma(ratio, pairs[0][d][c], 2 * (1 - ratio) * middle[c]) - pairs[1][d][c];
      difference = rule::add_difference(difference, value < 0 ? -value : value, ncomp, scale, c);
    }
    rule::consider(choice, difference, d);
  }
#pragma unroll
  for (int step = lanes / 2; step > 0; step /= 2) {
    if (step >= ndim) continue;  // No axis is that far from lane 0.
    const double other = __shfl_xor_sync(0xFFFFFFFFu, choice.difference, step);
    const int other_axis = __shfl_xor_sync(0xFFFFFFFFu, choice.axis, step);
    rule::merge(choice, {other, other_axis});
  }
  return choice.axis;
}

template <class Integrand, int ndim, int ncomp, bool mapped>
__device__ void apply_rule(const Integrand &integrand, const RuleTable &rule, const BoxTable &box,
                           const RegionArrays &regions, const WorkArrays &work) {
  constexpr int lanes = group_lanes(ndim);
  constexpr int groups = rule_threads / lanes;
  __shared__ double pairs[groups][2][ndim][ncomp];

  const int lane = threadIdx.x & (lanes - 1);
  const int group = threadIdx.x / lanes;
  const long long ngroups = static_cast<long long>(gridDim.x) * groups;
  const LoopState &state = *work.state;
  const long long nwork = state.nwork;
  // All groups of a warp run the same number of rounds, so that they can exchange values.
  const long long first =
      static_cast<long long>(blockIdx.x) * groups + (group - group % (32 / lanes));
  const PointCall<Integrand, ndim, ncomp, mapped> call{integrand, box};
  int nonfinite = 0;

  for (long long round = first; round < nwork; round += ngroups) {
    const long long item = round + group % (32 / lanes);
    const bool active = item < nwork;
    const long long slot = region_slot(state, work, active ? item : nwork - 1);
    double centre[ndim];
    double width[ndim];
    double total[nsums][ncomp];
    double middle[ncomp];
    const double volume = region_box<mapped>(box, regions, slot, centre, width);
    const int found = add_rule<lanes>(call, rule, centre, width, lane, middle, pairs[group], total);
    if (active) nonfinite += found;
    store_sums<lanes>(work, total, volume, lane, item, active);
    __syncwarp();
    const int axis = steepest_axis<lanes>(pairs[group], middle, rule.difference_ratio,
                                          work.scale + state.units * ncomp, lane);
    if (active && lane == 0) regions.axis[slot] = axis;
    __syncwarp();
  }
  if (nonfinite != 0) {
    atomicAdd(&work.state->nonfinite, static_cast<unsigned long long>(nonfinite));
  }
}

/// The rule kernel for an integrand that is compiled with the program.
template <class Integrand, int ndim, int ncomp, bool mapped>
__global__ void __launch_bounds__(rule_threads, RuleTuning<ndim>::blocks)
    rule_kernel(const __grid_constant__ Integrand integrand, const __grid_constant__ RuleTable rule,
                const __grid_constant__ BoxTable box, const __grid_constant__ RegionArrays regions,
                const __grid_constant__ WorkArrays work) {
  apply_rule<Integrand, ndim, ncomp, mapped>(integrand, rule, box, regions, work);
}

}  // namespace cuboid::engine::cuda

#ifndef __CUDACC_RTC__
namespace cuboid::kernel {

/// Calls add(name, address) for each kernel of this header, compiled by nvcc.
template <class Integrand, int ndim, int ncomp, class Add>
void add_regions_kernels(Add &&add) {
  using namespace cuboid::engine::cuda;
  if constexpr (ndim >= 2 && ndim <= max_dimensions) {
    add("cuboid_regions_finite",
        reinterpret_cast<const void *>(&rule_kernel<Integrand, ndim, ncomp, false>));
    add("cuboid_regions_mapped",
        reinterpret_cast<const void *>(&rule_kernel<Integrand, ndim, ncomp, true>));
  }
}

}  // namespace cuboid::kernel
#endif

/// Define the kernels for one integrand under fixed names, for a compiler that knows no templates
/// from outside.
#define CUBOID_REGIONS_FINITE_KERNEL(Integrand, ndim, ncomp) \
  CUBOID_REGIONS_KERNEL(cuboid_regions_finite, Integrand, ndim, ncomp, false)

#define CUBOID_REGIONS_MAPPED_KERNEL(Integrand, ndim, ncomp) \
  CUBOID_REGIONS_KERNEL(cuboid_regions_mapped, Integrand, ndim, ncomp, true)

#define CUBOID_REGIONS_KERNEL(name, Integrand, ndim, ncomp, mapped)                            \
  extern "C" __global__ void __launch_bounds__(cuboid::engine::cuda::rule_threads,             \
                                               cuboid::engine::cuda::RuleTuning<ndim>::blocks) \
      name(const __grid_constant__ Integrand integrand,                                        \
           const __grid_constant__ cuboid::engine::cuda::RuleTable rule,                       \
           const __grid_constant__ cuboid::engine::cuda::BoxTable box,                         \
           const __grid_constant__ cuboid::engine::cuda::RegionArrays regions,                 \
           const __grid_constant__ cuboid::engine::cuda::WorkArrays work) {                    \
    cuboid::engine::cuda::apply_rule<Integrand, ndim, ncomp, mapped>(integrand, rule, box,     \
                                                                     regions, work);           \
  }
