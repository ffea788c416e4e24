// A look between the points of the regions (rule/region_look.hpp).
//
// A warp takes a region, and its lanes the points of one or several lines at a time.  What is added
// up in a region is added in an order that depends on its lines alone.
#pragma once

#include "engine/cuda/kernel/regions_arrays.cuh"
#include "engine/cuda/kernel/regions_rule.cuh"
#include "rule/region_look.hpp"

namespace cuboid::engine::cuda {

constexpr int look_threads = 128;  ///< of a block of the look kernel

/// What a look goes by, and what it counts.
struct LookTable {
  rule::LookRequest request;
  long long count;              ///< regions here,
  long long nregions;           ///< and on all ranks
  unsigned long long *npoints;  ///< that were evaluated
  unsigned long long *nonfinite;
};

/// Values that the lanes of a block show to those of their line.
using ShownValues = double[look_threads];

/// Values of one line, component by component: the lanes of a line show them, and the first takes
/// what stands out.  present: false for lanes that have no line of their own, and show values that
/// nobody looks at.
template <int ndim, int ncomp>
__device__ __forceinline__ void add_heights(ShownValues &shown, const double (&f)[ncomp], int point,
                                            bool present, double (&heights)[ncomp]) {
  constexpr int npoints = rule::line_points(ndim);
  const double *const line = shown + (threadIdx.x - point);
  for (int c = 0; c < ncomp; ++c) {
    shown[threadIdx.x] = f[c];
    __syncwarp();
    if (present && point == 0)
      heights[c] += rule::standing_out(npoints, [&](int j) { return line[j]; }).height;
    __syncwarp();
  }
}

/// The point of a lane, evaluated.  Returns how many values were not finite, which count as zero.
template <class Integrand, int ndim, int ncomp, bool mapped>
__device__ __forceinline__ int look_at_point(const PointCall<Integrand, ndim, ncomp, mapped> &call,
                                             const rule::LookLine &line, int point,
                                             const double (&centre)[ndim],
                                             const double (&width)[ndim], double (&f)[ncomp]) {
  double x[ndim];
#pragma unroll
  for (int d = 0; d < ndim; ++d)
    x[d] = centre[d] +
           (rule::look_coordinate(line, d, point, rule::line_points(ndim)) - .5) * width[d];
  call.values(x, f);
  int nonfinite = 0;
  for (int c = 0; c < ncomp; ++c) {
    if (is_finite(f[c])) continue;
    f[c] = 0;
    ++nonfinite;
  }
  return nonfinite;
}

template <class Integrand, int ndim, int ncomp, bool mapped>
__device__ void look_between(const Integrand &integrand, const BoxTable &box,
                             const RegionArrays &regions, const LookTable &look) {
  constexpr int npoints = rule::line_points(ndim);
  constexpr int at_once = 32 / npoints;  // Lines of a warp.
  __shared__ ShownValues shown;
  const int point = threadIdx.x % npoints;
  const int own_line = threadIdx.x % 32 / npoints;
  const bool first_lane = threadIdx.x % 32 == 0;
  const PointCall<Integrand, ndim, ncomp, mapped> call{integrand, box};
  const long long warps = static_cast<long long>(gridDim.x) * (look_threads / 32);
  unsigned long long nlines = 0;
  int nonfinite = 0;
  for (long long slot = (blockIdx.x * static_cast<long long>(look_threads) + threadIdx.x) / 32;
       slot < look.count; slot += warps) {
    double centre[ndim];
    double width[ndim];
    const double volume = region_box<mapped>(box, regions, slot, centre, width);
    double part = 1;
    for (int d = 0; d < ndim; ++d)
      part *= rule::halved(regions.depth[static_cast<long long>(d) * regions.capacity + slot]);
    const rule::RegionLines lines = rule::region_lines(
        look.request, ndim, of_region(regions.lower, regions, slot), part, look.nregions);
    double heights[ncomp] = {};
    for (long long round = 0; round < lines.count; round += at_once) {
      const bool present = round + own_line < lines.count;
      const rule::LookLine line = rule::look_line(
          lines.key, static_cast<unsigned long long>(present ? round + own_line : round), ndim);
      double f[ncomp];
      const int found = look_at_point(call, line, point, centre, width, f);
      if (present) nonfinite += found;
      add_heights<ndim>(shown, f, point, present, heights);
    }
    nlines += static_cast<unsigned long long>(lines.count);
    for (int c = 0; c < ncomp; ++c) {
      for (int step = npoints; step < 32; step *= 2)
        heights[c] += __shfl_xor_sync(0xFFFFFFFFu, heights[c], step);
      if (first_lane)
        store_estimate(
            regions, c, slot,
            rule::estimate_after_look(load_estimate(regions, c, slot), heights[c], lines, volume));
    }
  }
  if (first_lane && nlines > 0) atomicAdd(look.npoints, nlines * npoints);
  if (nonfinite > 0) atomicAdd(look.nonfinite, static_cast<unsigned long long>(nonfinite));
}

/// The look for an integrand that is compiled with the program.
template <class Integrand, int ndim, int ncomp, bool mapped>
__global__ void __launch_bounds__(look_threads)
    look_kernel(const __grid_constant__ Integrand integrand, const __grid_constant__ BoxTable box,
                const __grid_constant__ RegionArrays regions,
                const __grid_constant__ LookTable look) {
  look_between<Integrand, ndim, ncomp, mapped>(integrand, box, regions, look);
}

}  // namespace cuboid::engine::cuda

#ifndef __CUDACC_RTC__
namespace cuboid::kernel {

/// Calls add(name, address) for each kernel of this header, compiled by nvcc.
template <class Integrand, int ndim, int ncomp, class Add>
void add_look_kernels(Add &&add) {
  using namespace cuboid::engine::cuda;
  if constexpr (ndim >= 2 && ndim <= max_dimensions) {
    add("cuboid_look_finite",
        reinterpret_cast<const void *>(&look_kernel<Integrand, ndim, ncomp, false>));
    add("cuboid_look_mapped",
        reinterpret_cast<const void *>(&look_kernel<Integrand, ndim, ncomp, true>));
  }
}

}  // namespace cuboid::kernel
#endif

/// The kernels of this header under fixed names, for programs that are compiled at run time.
#define CUBOID_LOOK_KERNELS(Integrand, ndim, ncomp)                     \
  CUBOID_LOOK_KERNEL(cuboid_look_finite, Integrand, ndim, ncomp, false) \
  CUBOID_LOOK_KERNEL(cuboid_look_mapped, Integrand, ndim, ncomp, true)

#define CUBOID_LOOK_KERNEL(name, Integrand, ndim, ncomp, mapped)                                \
  extern "C" __global__ void __launch_bounds__(cuboid::engine::cuda::look_threads)              \
      name(const __grid_constant__ Integrand integrand,                                         \
           const __grid_constant__ cuboid::engine::cuda::BoxTable box,                          \
           const __grid_constant__ cuboid::engine::cuda::RegionArrays regions,                  \
           const __grid_constant__ cuboid::engine::cuda::LookTable look) {                      \
    cuboid::engine::cuda::look_between<Integrand, ndim, ncomp, mapped>(integrand, box, regions, \
                                                                       look);                   \
  }
