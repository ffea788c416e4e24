// Sums many integrals over the same samples.  These lie in memory; a block takes a tile of them to
// its shared memory, and each of its threads adds all of them to the sums of an integral of its
// own.  A map that is refined follows some integrals, the models.
#pragma once

#include "base/magnitude.hpp"
#include "engine/cuda/kernel/integrand_of.cuh"
#include "engine/cuda/kernel/samples.cuh"
#include "engine/cuda/kernel/samples_shared_arguments.cuh"

namespace cuboid::engine::cuda {

template <class Integrand>
__device__ __forceinline__ Integrand integrand_at(const Integrand &common,
                                                  const SharedIntegrals &integrals, uint32 place) {
  const char *const block = integrals.userdata == nullptr
                                ? nullptr
                                : integrals.userdata + place * integrals.userdata_stride;
  return integrand_of(common, block, integrals.aborted + place);
}

/// The sums of one integral over a slice.
template <class Integrand, int ndim, int ncomp>
struct SharedIntegral {
  const Integrand integrand;
  double scale[ncomp];
  statistics::SharedSum sums[ncomp] = {};
  statistics::SharedCount count = {};

  __device__ __forceinline__ SharedIntegral(const Integrand &common,
                                            const SharedIntegrals &integrals, uint32 place)
      : integrand(integrand_at(common, integrals, place)) {
#pragma unroll
    for (int c = 0; c < ncomp; ++c) scale[c] = integrals.scale[place * uint64{ncomp} + c];
  }

  /// Four samples, of which the first has that number.  x: [4][ndim]; weight: [4].
  __device__ __forceinline__ void add(const double *x, const double *weight, uint64 first) {
    constexpr int together = ndim <= 8 && ncomp == 1 ? 4 : 1;  // As far as the registers reach.
    double value[ncomp][4];
    uint32 most[ncomp] = {};
#pragma unroll(together)
    for (int i = 0; i < 4; ++i) {
      double point[ndim], f[ncomp];
#pragma unroll
      for (int d = 0; d < ndim; ++d) point[d] = x[i * ndim + d];
      integrand(point, f);
#pragma unroll
      for (int c = 0; c < ncomp; ++c) {
        value[c][i] = statistics::shared_value(f[c], weight[i], scale[c]);
        most[c] = max(most[c], upper_word(value[c][i]));
      }
    }
    uint32 largest = 0;
#pragma unroll
    for (int c = 0; c < ncomp; ++c) largest = max(largest, most[c]);
    if (largest >= infinite_word) {
      add_finite(value, first);
      return;
    }
#pragma unroll
    for (int c = 0; c < ncomp; ++c) sums[c].add(value[c], most[c]);
  }

 private:
  /// Without the samples that have a value that is not finite.
  __device__ __forceinline__ void add_finite(double (&value)[ncomp][4], uint64 first) {
#pragma unroll
    for (int i = 0; i < 4; ++i) {
      uint32 largest = 0;
#pragma unroll
      for (int c = 0; c < ncomp; ++c) largest = max(largest, upper_word(value[c][i]));
      if (largest < infinite_word) continue;
      count.add(first + i);
#pragma unroll
      for (int c = 0; c < ncomp; ++c) value[c][i] = 0;
    }
#pragma unroll
    for (int c = 0; c < ncomp; ++c) sums[c].add(value[c]);
  }
};

template <class Integrand, int ndim, int ncomp>
__device__ __forceinline__ void sum_shared(const Integrand &common, const SharedSumming &all) {
  __shared__ double x[shared_tile * ndim];
  __shared__ double weight[shared_tile];
  const uint32 place = blockIdx.x * shared_threads + threadIdx.x;
  const bool has = place < all.places;
  const uint32 row = has ? place : 0;
  SharedIntegral<Integrand, ndim, ncomp> one(common, all.integrals,
                                             all.which == nullptr ? row : all.which[row]);
  const uint64 begin = blockIdx.y * statistics::shared_slice;
  const uint64 end = min(begin + statistics::shared_slice, all.samples);
  for (uint64 first = begin; first < end; first += shared_tile) {
    const auto count = static_cast<uint32>(min(uint64{shared_tile}, end - first));
    __syncthreads();
    for (uint32 i = threadIdx.x; i < count * ndim; i += shared_threads)
      x[i] = all.x[first * ndim + i];
    for (uint32 i = threadIdx.x; i < count; i += shared_threads) weight[i] = all.weight[first + i];
    __syncthreads();
    if (!has) continue;
#pragma unroll 1
    for (uint32 i = 0; i < count; i += 4) one.add(x + i * ndim, weight + i, first + i);
  }
  if (!has) return;
  all.count[blockIdx.y * uint64{all.places} + place] = one.count;
#pragma unroll
  for (int c = 0; c < ncomp; ++c)
    all.sums[(blockIdx.y * uint64{ncomp} + c) * all.places + place] = one.sums[c];
}

/// What a sample adds to the histograms.
template <class Integrand, int ndim, int ncomp>
__device__ __forceinline__ float squares_of_models(const Integrand &common,
                                                   const SharedModels &models, const double *x,
                                                   double volume) {
  float squares = 0;
#pragma unroll 1
  for (uint32 m = 0; m < models.count; ++m) {
    double point[ndim], f[ncomp];
#pragma unroll
    for (int d = 0; d < ndim; ++d) point[d] = x[d];
    integrand_at(common, models.integrals, m)(point, f);
#pragma unroll
    for (int c = 0; c < ncomp; ++c) {
      const uint64 at = m * uint64{ncomp} + c;
      const auto value =
          static_cast<float>(statistics::shared_value(f[c], volume, models.integrals.scale[at]));
      const float added = models.weight[at] * (value * value);
      if (added >= 0) squares += added;  // Else it is a NaN.
    }
  }
  return squares;
}

/// The histograms, a pair of samples on each thread.
template <class Integrand, int ndim, int ncomp, bool boxed>
__device__ __forceinline__ void follow_models(const Integrand &common,
                                              const SamplesArguments &arguments,
                                              const SharedModels &models) {
  const uint64 samples = arguments.ncube * arguments.samples_per_cube;
  const uint64 pair = blockIdx.x * uint64{blockDim.x} + threadIdx.x;
  if (2 * pair >= samples) return;
  CubeWalk<ndim, false> walk;
  walk.find(arguments, 2 * pair);
  uint32 random[2 * ndim];
  draw<ndim>(arguments, pair, random);
#pragma unroll 1
  for (int half = 0; half < 2; ++half) {
    Sample<ndim, ncomp> sample;
    uint32 words[ndim];
#pragma unroll
    for (int d = 0; d < ndim; ++d) words[d] = half == 0 ? random[d] : random[ndim + d];
    sample.place(arguments, reinterpret_cast<const char *>(arguments.map), walk, words);
    if constexpr (boxed) sample.move_to_box(arguments);
    const float squares = squares_of_models<Integrand, ndim, ncomp>(
        common, models, sample.x, sample.volume * arguments.volume_unit.rest);
    const uint32 units =
        statistics::histogram_units(squares, models.unit, static_cast<uint32>(2 * pair + half));
#pragma unroll
    for (int d = 0; d < ndim; ++d)
      atomicAdd(arguments.histogram + cell_of(arguments, walk, d, words[d]) / sizeof(uint64),
                uint64{units});
  }
}

}  // namespace cuboid::engine::cuda

/// Each is a part of its own.
#define CUBOID_SAMPLES_SHARED_SUM_KERNEL(Integrand, ndim, ncomp)                                   \
  extern "C" __global__ void __launch_bounds__(cuboid::engine::cuda::shared_threads)               \
      cuboid_samples_shared_sum(const __grid_constant__ Integrand integrand,                       \
                                const __grid_constant__ cuboid::engine::cuda::SharedSumming all) { \
    cuboid::engine::cuda::sum_shared<Integrand, ndim, ncomp>(integrand, all);                      \
  }
#define CUBOID_SAMPLES_SHARED_MODELS_KERNEL(Integrand, ndim, ncomp) \
  CUBOID_SAMPLES_SHARED_MODELS(cuboid_samples_shared_models, Integrand, ndim, ncomp, false)
#define CUBOID_SAMPLES_SHARED_BOXED_MODELS_KERNEL(Integrand, ndim, ncomp) \
  CUBOID_SAMPLES_SHARED_MODELS(cuboid_samples_shared_boxed_models, Integrand, ndim, ncomp, true)

#define CUBOID_SAMPLES_SHARED_MODELS(name, Integrand, ndim, ncomp, boxed)                    \
  extern "C" __global__ void __launch_bounds__(cuboid::engine::cuda::shared_threads)         \
      name(const __grid_constant__ Integrand integrand,                                      \
           const __grid_constant__ cuboid::engine::cuda::SamplesArguments arguments,         \
           const __grid_constant__ cuboid::engine::cuda::SharedModels models) {              \
    cuboid::engine::cuda::follow_models<Integrand, ndim, ncomp, boxed>(integrand, arguments, \
                                                                       models);              \
  }
