// Functions that are called on the host with many points on the device at once: a kernel runs twice
// around one, first to place the points, and when they have been evaluated to sum the values.
#pragma once

#include "engine/cuda/kernel/batched_points.cuh"

namespace cuboid::engine::cuda {

/// In the place of the integrand.
template <int ndim, int ncomp>
struct BatchedFunction : BatchedPoints {
  /// For one of many integrals or regions: its points are numbered from slot `begin` on.
  __device__ __forceinline__ BatchedFunction from_slot(uint64 begin) const {
    BatchedFunction one = *this;
    one.first -= begin;
    return one;
  }
};

template <class Integrand>
inline constexpr bool is_batched = false;
template <int ndim, int ncomp>
inline constexpr bool is_batched<BatchedFunction<ndim, ncomp>> = true;

/// Whether a launch places points and knows no values.
template <class Integrand>
__device__ __forceinline__ constexpr bool places_points(const Integrand &) {
  return false;
}
template <int ndim, int ncomp>
__device__ __forceinline__ bool places_points(const BatchedFunction<ndim, ncomp> &function) {
  return function.f == nullptr;
}

/// Or whether one only counts the points that it would place.
template <class Integrand>
__device__ __forceinline__ constexpr bool counts_points(const Integrand &) {
  return false;
}
template <int ndim, int ncomp>
__device__ __forceinline__ bool counts_points(const BatchedFunction<ndim, ncomp> &function) {
  return function.x == nullptr;
}

/// The integrand at points that are numbered from slot `begin` on.
template <class Integrand>
__device__ __forceinline__ decltype(auto) from_slot(const Integrand &integrand, uint64 begin) {
  if constexpr (is_batched<Integrand>)
    return integrand.from_slot(begin);
  else
    return (integrand);
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

/// The values at a point.  slot: where they stand, see statistics/side_by_side.hpp; each is taken
/// once in a launch.
template <class Integrand>
__device__ __forceinline__ void evaluate_in_slot(const Integrand &integrand, uint64,
                                                 const double *x, double *f) {
  integrand(x, f);
}
template <int ndim, int ncomp>
__device__ __forceinline__ void evaluate_in_slot(const BatchedFunction<ndim, ncomp> &function,
                                                 uint64 slot, const double *x, double *f) {
  const uint64 row = slot - function.first;
  if (places_points(function)) store_point<ndim>(function.x + row * ndim, x);
#pragma unroll
  for (int c = 0; c < ncomp; ++c) f[c] = places_points(function) ? 0 : function.f[row * ncomp + c];
}

}  // namespace cuboid::engine::cuda
