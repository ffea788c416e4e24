// How the user's function, which has Cuba's signature, is called.
#pragma once

#include "engine/cuda/prelude/standard.cuh"

/// Defined after the user's function, with which it is inlined.  A global name with a prefix, since
/// macros of the user's text are in force where it is defined.
static __device__ int cuboid_call_user_function(const int *ndim, const double *x, const int *ncomp,
                                                double *f, void *userdata);

namespace cuboid::kernel {

template <class T, class... Allowed>
inline constexpr bool is_one_of = false;
template <class T, class First, class... Rest>
inline constexpr bool is_one_of<T, First, Rest...> = is_one_of<T, Rest...>;
template <class T, class... Rest>
inline constexpr bool is_one_of<T, T, Rest...> = true;

}  // namespace cuboid::kernel

/// Calls a function with as many of Cuba's arguments as it takes; nvec is 1 and core is 0.  The
/// unused parameter tells the types of the function's parameters.
template <auto function, class Result, class Ndim, class X, class Ncomp, class F, class... Further>
__device__ __forceinline__ int cuboid_invoke(Result (*)(Ndim, X, Ncomp, F, Further...),
                                             const int *ndim, const double *x, const int *ncomp,
                                             double *f, void *userdata) {
  using cuboid::kernel::is_one_of;
  static_assert(is_one_of<Result, int>, "the integrand must return int");
  static_assert(is_one_of<Ndim, int *, const int *> && is_one_of<X, double *, const double *> &&
                    is_one_of<Ncomp, int *, const int *> && is_one_of<F, double *>,
                "the integrand must have Cuba's parameters: const int *ndim, const double x[], "
                "const int *ncomp, double f[], void *userdata");
  static_assert(sizeof...(Further) <= 3,
                "an integrand on a device gets ndim, x, ncomp, f, userdata, nvec and core, but no "
                "weights and no iteration");
  const int nvec = 1;
  const int core = 0;
  if constexpr (sizeof...(Further) == 0)
    return function((Ndim)ndim, (X)x, (Ncomp)ncomp, f);
  else if constexpr (sizeof...(Further) == 1)
    return function((Ndim)ndim, (X)x, (Ncomp)ncomp, f, userdata);
  else if constexpr (sizeof...(Further) == 2)
    return function((Ndim)ndim, (X)x, (Ncomp)ncomp, f, userdata, &nvec);
  else
    return function((Ndim)ndim, (X)x, (Ncomp)ncomp, f, userdata, &nvec, &core);
}

/// Takes what the other does not match.
template <auto function, class Pointer>
__device__ int cuboid_invoke(Pointer, const int *, const double *, const int *, double *, ...) {
  static_assert(cuboid::kernel::is_one_of<Pointer, void>,
                "the integrand must be int f(const int *ndim, const double x[], const int *ncomp, "
                "double f[], void *userdata)");
  return 0;
}
