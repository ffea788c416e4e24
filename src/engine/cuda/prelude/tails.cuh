// What is infinity times zero far out on infinite axes, as engine/cpu/points/tails.hpp has it.
#pragma once

#include "engine/cuda/prelude/standard.cuh"
#include "map/fading.hpp"

namespace cuboid::kernel {

template <int ndim, int ncomp>
struct PointWithValues {
  double x[ndim];
  double f[ncomp];
};

/// The function at points between one and the middle of its infinite axes, bits of a word.
template <auto function, unsigned long long infinite_axes, int ndim, int ncomp>
struct Tail {
  void *userdata;

  /// It stands in one place, so that the function is compiled once more and not several times.
  __device__ __noinline__ int evaluate(const double *x, int halvings, double *f) const {
    const int dimensions = ndim;
    const int components = ncomp;
    double nearer[ndim];
    for (int d = 0; d < ndim; ++d)
      nearer[d] = d < 64 && (infinite_axes >> d & 1) != 0 ? ldexp(x[d], -halvings) : x[d];
    for (int c = 0; c < ncomp; ++c) f[c] = __longlong_as_double(0x7ff8000000000000LL);
    return function(&dimensions, nearer, &components, f, userdata);
  }

  /// Returns -999 where the function does, else 0.
  __device__ __noinline__ int fill(PointWithValues<ndim, ncomp> &point) const {
    double near[ncomp];
    map::FadingSearch search;
    while (!search.found()) {
      const int at = search.next();
      if (evaluate(point.x, at, near) == -999) return -999;
      bool finite = true;
      bool zero = true;
      for (int c = 0; c < ncomp; ++c) {
        if (!isnan(point.f[c])) continue;
        finite = finite && isfinite(near[c]);
        zero = zero && near[c] == 0;
      }
      if (finite && zero) return make_zero(point);
      (finite ? search.value_at : search.nan_at) = at;
      if (search.is_hopeless()) return 0;
    }
    double nearer[ncomp];
    if (evaluate(point.x, search.value_at, near) == -999 ||
        evaluate(point.x, search.value_at + 1, nearer) == -999)
      return -999;
    for (int c = 0; c < ncomp; ++c)
      if (isnan(point.f[c]) && !(fabs(near[c]) <= map::steep * fabs(nearer[c]))) return 0;
    return make_zero(point);
  }

 private:
  static __device__ int make_zero(PointWithValues<ndim, ncomp> &point) {
    for (int c = 0; c < ncomp; ++c)
      if (isnan(point.f[c])) point.f[c] = 0;
    return 0;
  }
};

template <auto function, unsigned long long infinite_axes, int ndim, int ncomp>
__device__ __forceinline__ int call_with_tails(const double *x, double *f, void *userdata) {
  const int dimensions = ndim;
  const int components = ncomp;
  const int status = function(&dimensions, x, &components, f, userdata);
  bool has_nan = false;
#pragma unroll
  for (int c = 0; c < ncomp; ++c) has_nan = has_nan || isnan(f[c]);
  if (!has_nan || status == -999) return status;
  // A copy: what is handed on by its address would have to stand in memory all the time.
  PointWithValues<ndim, ncomp> point;
#pragma unroll
  for (int d = 0; d < ndim; ++d) point.x[d] = x[d];
#pragma unroll
  for (int c = 0; c < ncomp; ++c) point.f[c] = f[c];
  const Tail<function, infinite_axes, ndim, ncomp> tail{userdata};
  const int ended = tail.fill(point);
#pragma unroll
  for (int c = 0; c < ncomp; ++c) f[c] = point.f[c];
  return ended;
}

}  // namespace cuboid::kernel
