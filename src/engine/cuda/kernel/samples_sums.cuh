// The sums of the samples of one thread and of one warp.
#pragma once

#include "base/words.hpp"
#include "statistics/cube_variance.hpp"
#include "statistics/strata.hpp"

namespace cuboid::engine::cuda {

/// What a chunk adds to the sums over hypercubes of means and of their covariances, see
/// statistics/cube_variance.hpp.
template <int ncomp>
struct ChunkSums {
  static constexpr int ncov = ncomp * (ncomp + 1) / 2;

  double mean[ncomp];
  double covariance[ncov];  ///< (0, 0), (1, 0), (1, 1), (2, 0), ...
  double sum[ncomp];        ///< since the last hypercube ended
  double square[ncov];      ///< of the differences of pairs, each of two, since then
  double pair_sum[ncomp];   ///< of the last pair

  /// completes: the pair is the second of two.
  __device__ __forceinline__ void add(const double *first, const double *second, bool completes) {
    double difference[ncomp];
#pragma unroll
    for (int c = 0; c < ncomp; ++c) {
      const double both = first[c] + second[c];
      difference[c] = both - pair_sum[c];
      pair_sum[c] = both;
      sum[c] += both;
    }
    if (!completes) return;
#pragma unroll
    for (int c = 0; c < ncomp; ++c)
#pragma unroll
      for (int b = 0; b <= c; ++b) square[c * (c + 1) / 2 + b] += difference[c] * difference[b];
  }

  /// Ends a hypercube, or the part of it in this chunk.  inverse: 1 / samples of the hypercube.
  /// variance: [ncomp], of one sample, as far as the pairs of this chunk tell; added: [ncomp], to
  /// the variance of the sum over the hypercubes.
  __device__ __forceinline__ void end_cube(double inverse, double *variance, double *added) {
#pragma unroll
    for (int c = 0; c < ncomp; ++c) {
      mean[c] += inverse * sum[c];
      sum[c] = 0;
#pragma unroll
      for (int b = 0; b <= c; ++b) {
        const int k = c * (c + 1) / 2 + b;
        const statistics::CubeCovariance cube = statistics::cube_covariance(square[k], inverse);
        const double addition = b == c ? statistics::not_nan(cube.of_mean) : cube.of_mean;
        if (b == c) {
          variance[c] = cube.of_sample;
          added[c] = addition;
        }
        covariance[k] += addition;
        square[k] = 0;
      }
    }
  }
};

/// 1 / number without a branch, for numbers that are far from the ends of the range: Newton's
/// iteration from 20 bits.
__device__ __forceinline__ double reciprocal(double number) {
  double result;
  asm("rcp.approx.ftz.f64 %0, %1;" : "=d"(result) : "d"(number));
#pragma unroll
  for (int i = 0; i < 2; ++i) result = fma(fma(-number, result, 1.0), result, result);
  return result;
}

/// The sum over the chunks of a warp, by a tree.
__device__ __forceinline__ double sum_of_group(double sum) {
#pragma unroll
  for (int lane = 1; lane < statistics::chunks_per_group; lane *= 2)
    sum += __shfl_xor_sync(0xFFFFFFFFu, sum, lane);
  return sum;
}

}  // namespace cuboid::engine::cuda
