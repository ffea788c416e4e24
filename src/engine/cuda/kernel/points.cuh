// Evaluates an integrand at given points, one thread a point.
#pragma once

#include "engine/cuda/kernel/points_arguments.cuh"
#include "engine/cuda/kernel/variants.cuh"

namespace cuboid::kernel {

/// More components than this are written by whole warps: a thread that writes a row by itself takes
/// a transaction for each of its numbers.
inline constexpr int max_components_of_thread = 32;

/// The values of the points of a warp, of which the calling thread has one, to rows that follow
/// each other.  By way of shared memory, some components at a time: 16 are two whole lines of the
/// cache for the lanes that write together.
template <int ncomp>
__device__ __forceinline__ void store_rows(const double *value, double *rows, int points) {
  constexpr int lanes = 32;
  constexpr int together = 16;
  __shared__ double room[engine::cuda::points_threads / lanes][lanes][together + 1];
  const int lane = threadIdx.x % lanes;
  double(&tile)[lanes][together + 1] = room[threadIdx.x / lanes];
#pragma unroll 1
  for (int first = 0; first < ncomp; first += together) {
    const int here = ncomp - first < together ? ncomp - first : together;
#pragma unroll
    for (int c = 0; c < together; ++c)
      if (c < here) tile[lane][c] = value[first + c];
    __syncwarp();
    const int c = lane % together;
#pragma unroll
    for (int row = lane / together; row < lanes; row += lanes / together)
      if (c < here && row < points)
        rows[static_cast<long long>(row) * ncomp + first + c] = tile[row][c];
    __syncwarp();
  }
}

/// x: [count][ndim], f: [count][ncomp], both on the device.  Any number of blocks gives the same f;
/// with many components they have at most points_threads, in whole warps.
template <class Integrand, int ndim, int ncomp>
__device__ __forceinline__ void evaluate_points(const Integrand &integrand, const double *x,
                                                double *f, long long count) {
  constexpr bool many = ncomp > max_components_of_thread;
  const long long stride = static_cast<long long>(gridDim.x) * blockDim.x;
  const long long own = static_cast<long long>(blockIdx.x) * blockDim.x + threadIdx.x;
  const int lane = many ? threadIdx.x % 32 : 0;
  // The lanes of a warp stay together where they write together.
  for (long long i = own; i - lane < count; i += stride) {
    double point[ndim];
    double value[ncomp];
    if (i < count) {
#pragma unroll
      for (int d = 0; d < ndim; ++d) point[d] = x[i * ndim + d];
      integrand(point, value);
    }
    if constexpr (many) {
      const long long left = count - (i - lane);
      store_rows<ncomp>(value, f + (i - lane) * ncomp, left < 32 ? static_cast<int>(left) : 32);
    } else {
#pragma unroll
      for (int c = 0; c < ncomp; ++c) f[i * ncomp + c] = value[c];
    }
  }
}

}  // namespace cuboid::kernel

namespace cuboid::engine::cuda {

/// variant: always 0.
template <class Integrand, int ndim, int ncomp, int variant>
__global__ void points_kernel(Integrand integrand, const double *x, double *f, long long count) {
  kernel::evaluate_points<Integrand, ndim, ncomp>(integrand, x, f, count);
}

}  // namespace cuboid::engine::cuda

CUBOID_KERNELS(points, points_kernel, 1, true)
