// Functions that are called on the host with many points on the device at once: a kernel runs twice
// around one, first to place the points, and when they have been evaluated to sum the values.
#pragma once

#include "engine/cuda/kernel/batched_points.cuh"

namespace cuboid::engine::cuda {

template <class Integrand>
inline constexpr bool is_batched = false;

/// Whether a launch places points and knows no values.
template <class Integrand>
__device__ __forceinline__ constexpr bool places_points(const Integrand &integrand) {
  if constexpr (is_batched<Integrand>)
    return integrand.f == nullptr;
  else
    return false;
}

/// Or whether one only counts the points that it would place.
template <class Integrand>
__device__ __forceinline__ constexpr bool counts_points(const Integrand &integrand) {
  if constexpr (is_batched<Integrand>)
    return integrand.x == nullptr;
  else
    return false;
}

/// With stores that are as wide as the rows allow.
template <int ndim>
__device__ __forceinline__ void store_point(double *to, const double *x) {
  if constexpr (ndim % 2 == 0) {
#pragma unroll
    for (int axis = 0; axis < ndim; axis += 2)
      *reinterpret_cast<double2 *>(to + axis) = double2{x[axis], x[axis + 1]};
  } else {
#pragma unroll
    for (int axis = 0; axis < ndim; ++axis) to[axis] = x[axis];
  }
}

/// Instead of the integrand.
template <int ndim, int ncomp>
struct BatchedFunction : BatchedPoints {
  /// For one of many integrals or regions: its points are numbered from slot `begin` on.
  __device__ __forceinline__ BatchedFunction from_slot(uint64 begin) const {
    BatchedFunction one = *this;
    one.first -= begin;
    return one;
  }

  __device__ __forceinline__ void take(uint64 slot, const double *point, double *values) const {
    const uint64 row = slot - first;
    if (f == nullptr) store_point<ndim>(x + row * ndim, point);
#pragma unroll
    for (int c = 0; c < ncomp; ++c) values[c] = f == nullptr ? 0 : f[row * ncomp + c];
  }
};
template <int ndim, int ncomp>
inline constexpr bool is_batched<BatchedFunction<ndim, ncomp>> = true;

/// The integrand at points that are numbered from slot `begin` on.
template <class Integrand>
__device__ __forceinline__ decltype(auto) from_slot(const Integrand &integrand, uint64 begin) {
  if constexpr (is_batched<Integrand>)
    return integrand.from_slot(begin);
  else
    return (integrand);
}

/// The values at a point.  slot: where they stand, see statistics/side_by_side.hpp; each is taken
/// once in a launch.
template <class Integrand>
__device__ __forceinline__ void evaluate_in_slot(const Integrand &integrand, uint64 slot,
                                                 const double *x, double *f) {
  if constexpr (is_batched<Integrand>)
    integrand.take(slot, x, f);
  else
    integrand(x, f);
}

}  // namespace cuboid::engine::cuda
