// A point of a function that is compiled with dual numbers (cuboid_dual.hpp) in place of double.
#pragma once

#include "engine/cuda/prelude/standard.cuh"

#include <cuboid_dual.hpp>

namespace cuboid::kernel {

/// duals: derivatives.  Those of parameters with respect to themselves are set from outside.
template <int duals, int ndim, int ncomp, int nparameters>
struct DualPoint {
  using Number = Dual<duals>;

  Number x[ndim];
  Number p[nparameters + 1];
  Number f[ncomp];

  __device__ __forceinline__ explicit DualPoint(const double *parameters) {
#pragma unroll
    for (int i = 0; i < nparameters; ++i) p[i] = Number(parameters[i]);
#pragma unroll
    for (int c = 0; c < ncomp; ++c) f[c] = Number(__longlong_as_double(0x7ff8000000000000LL));
  }

  /// t: [ndim], which depend on no parameter.
  __device__ __forceinline__ void place(const double *t) {
#pragma unroll
    for (int d = 0; d < ndim; ++d) x[d] = Number(t[d]);
  }

  /// map: [1 + duals][ndim + 1]: the coordinates and the Jacobian, then their derivatives.
  __device__ __forceinline__ void place_by(const double *map) {
#pragma unroll
    for (int d = 0; d < ndim; ++d) x[d] = of_map(map, d);
  }

  /// With the arguments that the function takes: those of an integrand, or x, or x and p.
  template <class A>
  __device__ __forceinline__ int call(Number (*function)(A)) {
    f[0] = function((A)x);
    return 0;
  }
  template <class A, class B>
  __device__ __forceinline__ int call(Number (*function)(A, B)) {
    f[0] = function((A)x, (B)p);
    return 0;
  }
  template <class A, class B, class C, class D>
  __device__ __forceinline__ int call(int (*function)(A, B, C, D)) {
    const int dimensions = ndim, components = ncomp;
    return function((A)&dimensions, (B)x, (C)&components, (D)f);
  }
  template <class A, class B, class C, class D, class E>
  __device__ __forceinline__ int call(int (*function)(A, B, C, D, E)) {
    const int dimensions = ndim, components = ncomp;
    return function((A)&dimensions, (B)x, (C)&components, (D)f, (E)(void *)p);
  }

  /// to: [1 + duals][ncomp]
  __device__ __forceinline__ void write(double *to) const {
#pragma unroll
    for (int c = 0; c < ncomp; ++c) write_number(f[c], c, to);
  }

  /// The values times the Jacobian.
  __device__ __forceinline__ void write_by(const double *map, double *to) const {
#pragma unroll
    for (int c = 0; c < ncomp; ++c) write_number(f[c] * of_map(map, ndim), c, to);
  }

 private:
  static __device__ __forceinline__ Number of_map(const double *map, int place) {
    Number number(map[place]);
#pragma unroll
    for (int j = 0; j < duals; ++j) number.d[j] = map[(1 + j) * (ndim + 1) + place];
    return number;
  }
  static __device__ __forceinline__ void write_number(const Number &number, int c, double *to) {
    to[c] = number.v;
#pragma unroll
    for (int j = 0; j < duals; ++j) to[(1 + j) * ncomp + c] = number.d[j];
  }
};

}  // namespace cuboid::kernel
