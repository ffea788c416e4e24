// What the kernels that apply rules to regions share: where a region lies, the integrand at a
// point, the sums of lanes, and the axis of the next split.
#pragma once

#include "engine/cuda/kernel/batched_function.cuh"
#include "engine/cuda/kernel/move_apart.cuh"
#include "engine/cuda/kernel/regions_types.cuh"
#include "rule/region_axis.hpp"
#include "rule/region_division.hpp"

namespace cuboid::engine::cuda {

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

  /// number: of the point, among those of the region or of its probe.
  __device__ __forceinline__ void values(uint64 number, const double *x, double *f) const {
    if constexpr (mapped) {
      double y[ndim];
      double jacobian = 1;
      if constexpr (is_batched<Integrand>) {
        // Nothing but memory is waited for.
#pragma unroll
        for (int d = 0; d < ndim; ++d) y[d] = x[d];
        jacobian = move_apart(box.axis, ndim, y, 1);
      } else {
#pragma unroll
        for (int d = 0; d < ndim; ++d) {
          double slope;
          y[d] = box.axis[d].map(x[d], slope);
          jacobian *= slope;
        }
      }
      evaluate_in_slot(integrand, number, y, f);
#pragma unroll
      for (int c = 0; c < ncomp; ++c) f[c] *= jacobian;
    } else {
      evaluate_in_slot(integrand, number, x, f);
    }
  }

  __device__ __forceinline__ void add(uint64 number, const double *x, double *sum) const {
    double f[ncomp];
    values(number, x, f);
#pragma unroll
    for (int c = 0; c < ncomp; ++c) sum[c] += f[c];
  }

  /// For lanes that may have no point of their own, and then take one that does not count.
  __device__ __forceinline__ void add_if(bool counts, uint64 number, const double *x,
                                         double *sum) const {
    if (is_batched<Integrand> && !counts) return;
    double f[ncomp];
    values(number, x, f);
#pragma unroll
    for (int c = 0; c < ncomp; ++c) sum[c] += counts ? f[c] : 0;
  }
};

/// The new regions of a launch.
struct WorkItems {
  long long begin;
  long long end;
};

/// Around a batch function a launch has some of them, whose points are numbered on and on.
template <class Integrand>
__device__ __forceinline__ WorkItems items_of(const Integrand &integrand, const RuleTable &rule,
                                              const LoopState &state) {
  if constexpr (is_batched<Integrand>) {
    const auto of_region = static_cast<uint64>(rule.npoints);
    return {static_cast<long long>(integrand.first / of_region),
            static_cast<long long>((integrand.first + integrand.count) / of_region)};
  } else {
    return {0, state.nwork};
  }
}

/// The integrand at the points of such a region.
template <class Integrand>
__device__ __forceinline__ decltype(auto) at_points_of(const Integrand &integrand,
                                                       const RuleTable &rule, long long item) {
  return from_slot(integrand, static_cast<uint64>(item * rule.npoints));
}

__device__ __forceinline__ bool is_finite(double value) {
  return (__double2hiint(value) & 0x7FF00000) != 0x7FF00000;
}

/// Whether all values were, since one that is not makes every sum so, also with a weight of zero.
template <int ncomp>
__device__ __forceinline__ bool all_finite(const double (&total)[nsums][ncomp]) {
  bool finite = true;
#pragma unroll
  for (int c = 0; c < ncomp; ++c) finite = finite && is_finite(total[0][c]);
  return finite;
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

/// f(+d) + f(-d) on each axis d for the two orbits that give the fourth differences, and f at the
/// centre: of one region, [2 ndim + 1][ncomp] of a shared array, whose elements are `step` apart.
template <int ndim, int ncomp>
struct KeptSums {
  static constexpr int centre = 2 * ndim;
  double *first;
  int step;
  __device__ __forceinline__ double &at(int sum, int c) const {
    return first[(sum * ncomp + c) * step];
  }
};

/// The lanes of the warp that are in the group of this one.
template <int lanes>
__device__ __forceinline__ unsigned int group_mask() {
  return 0xFFFFFFFFu >> (32 - lanes) << (threadIdx.x & 31 & ~(lanes - 1));
}

/// The whole rule for a region where the integrand is not finite everywhere: such values count as
/// zero.  Returns how many there are.  All lanes of the warp take part, but `kept` of groups that
/// need not begin anew stay as they are, and the rest of what these get means nothing.
/// Its loops stay loops, which NVRTC compiles in a tenth less time.
template <int lanes, class Integrand, int ndim, int ncomp, bool mapped, class Kept>
__device__ __noinline__ int add_carefully(const PointCall<Integrand, ndim, ncomp, mapped> &call,
                                          const RuleTable &rule, const double (&centre)[ndim],
                                          const double (&width)[ndim], int lane, bool anew,
                                          const Kept &kept, double (&total)[nsums][ncomp]) {
#pragma unroll 1
  for (int c = 0; c < ncomp; ++c) {
#pragma unroll 1
    for (int k = 0; k < nsums; ++k) total[k][c] = 0;
#pragma unroll 1
    for (int axis = lane; anew && axis < ndim; axis += lanes)
      kept.at(axis, c) = kept.at(ndim + axis, c) = 0;
  }
  __syncwarp();
  int nonfinite = 0;
  const int norbits = anew ? rule.norbits + rule.has_vertices : 0;
  int before = 0;  // points of the orbits before
#pragma unroll 1
  for (int s = 0; s < norbits; before += rule.orbit[s++].npoints) {
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
        call.values(before + (axes ? 2 * item + sign : item), x, f);
#pragma unroll 1
        for (int c = 0; c < ncomp; ++c) {
          if (!is_finite(f[c])) {
            ++nonfinite;
            f[c] = 0;
          }
          if (s == 0) kept.at(kept.centre, c) = f[c];
          if (axes && s <= 2) kept.at((s - 1) * ndim + item, c) += f[c];
        }
        add_weighted(orbit, f, total);
      }
    }
  }
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

/// Where a sum of a lane is not finite, the whole rule once more.  Returns how many values of the
/// region were not finite, which count as zero then.
template <int lanes, class Integrand, int ndim, int ncomp, bool mapped, class Kept>
__device__ __forceinline__ int begin_anew(const PointCall<Integrand, ndim, ncomp, mapped> &call,
                                          const RuleTable &rule, const double (&centre)[ndim],
                                          const double (&width)[ndim], int lane, const Kept &kept,
                                          double (&total)[nsums][ncomp]) {
  const unsigned int votes = __ballot_sync(0xFFFFFFFFu, all_finite(total));
  if (votes == 0xFFFFFFFFu) return 0;

  // The groups that met one begin anew and look at each value.  The others keep their sums: to add
  // up in another order rounds otherwise, and a region must not depend on those beside it.
  const bool anew = (~votes & group_mask<lanes>()) != 0;
  // All in copies: what is handed on by its address would have to stand in memory all the time. And
  // in a structure, since the compiler joins equal arrays of functions that it inlines.
  struct {
    double centre[ndim];
    double width[ndim];
    double total[nsums][ncomp];
  } careful;
  const Integrand careful_integrand = call.integrand;
  const PointCall<Integrand, ndim, ncomp, mapped> careful_call{careful_integrand, call.box};
#pragma unroll
  for (int d = 0; d < ndim; ++d) {
    careful.centre[d] = centre[d];
    careful.width[d] = width[d];
  }
  const int found = add_carefully<lanes>(careful_call, rule, careful.centre, careful.width, lane,
                                         anew, kept, careful.total);
  if (!anew) return 0;
#pragma unroll
  for (int c = 0; c < ncomp; ++c) {
#pragma unroll
    for (int k = 0; k < nsums; ++k) total[k][c] = careful.total[k][c];
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
template <int lanes, int ndim, int ncomp, class Kept>
__device__ __forceinline__ int steepest_axis(const Kept &kept, double ratio, const double *scale,
                                             int lane) {
  rule::AxisChoice choice{0, ndim};
#pragma unroll 1
  for (int d = lane; d < ndim; d += lanes) {
    double difference = 0;
    for (int c = 0; c < ncomp; ++c) {
      const double value = fma(ratio, kept.at(d, c), 2 * (1 - ratio) * kept.at(kept.centre, c)) -
                           kept.at(ndim + d, c);
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

}  // namespace cuboid::engine::cuda
