// Draws, evaluates and sums the samples of one iteration of VEGAS: the only kernel of the samples
// engine that knows the integrand.  See src/statistics/strata.hpp for the order of the sums.
#pragma once

#include "base/words.hpp"
#include "engine/cuda/kernel/samples_arguments.cuh"
#include "map/importance_map.hpp"
#include "rng/philox.hpp"
#include "statistics/strata.hpp"
#include "statistics/stratify.hpp"

namespace cuboid::engine::cuda {

/// Words of the counter: number of the sample (two), axis / 4, iteration.
template <int ndim>
__device__ __forceinline__ void draw(const SamplesArguments &arguments, uint64 sample,
                                     uint32 *random) {
#pragma unroll
  for (int group = 0; group < (ndim + 3) / 4; ++group) {
    const rng::PhiloxBlock block = rng::philox<samples_philox_rounds>(
        {{static_cast<uint32>(sample), static_cast<uint32>(sample >> 32),
          static_cast<uint32>(group), arguments.iteration}},
        arguments.keys);
#pragma unroll
    for (int i = 0; i < 4; ++i)
      if (4 * group + i < ndim) random[4 * group + i] = block.word[i];
  }
}

/// Sums over the samples of one hypercube, or of the part of it that lies in one chunk.  Values are
/// taken relative to the first one of the chunk, so that a constant has no variance and little is
/// lost to cancellation.
template <int ncomp>
struct PieceSums {
  static constexpr int ncov = ncomp * (ncomp + 1) / 2;

  double origin[ncomp];
  double sum[ncomp];    ///< of the differences to the origin
  double square[ncov];  ///< of their products: (0, 0), (1, 0), (1, 1), (2, 0), ...

  __device__ __forceinline__ void clear() {
#pragma unroll
    for (int c = 0; c < ncomp; ++c) sum[c] = 0;
#pragma unroll
    for (int k = 0; k < ncov; ++k) square[k] = 0;
  }

  __device__ __forceinline__ void add(const double *value) {
    double difference[ncomp];
#pragma unroll
    for (int c = 0; c < ncomp; ++c) {
      difference[c] = value[c] - origin[c];
      sum[c] += difference[c];
    }
#pragma unroll
    for (int c = 0; c < ncomp; ++c)
#pragma unroll
      for (int b = 0; b <= c; ++b) square[c * (c + 1) / 2 + b] += difference[c] * difference[b];
  }
};

/// A variance with what rounding took below zero cut off.  NaN, from squares that overflow, becomes
/// infinity.
__device__ __forceinline__ double not_negative(double variance) {
  if (variance < 0) return 0;
  return variance >= 0 ? variance : __longlong_as_double(0x7FF0000000000000ll);
}

/// What a chunk adds to the sums over hypercubes of means and of their covariances.
template <int ncomp>
struct ChunkSums {
  static constexpr int ncov = ncomp * (ncomp + 1) / 2;

  double mean[ncomp];  ///< without the origin, until finish_origin
  double covariance[ncov];
  double cubes;  ///< hypercubes, parts of them by their share of the samples

  /// Adds a part of a hypercube.  The mean over a hypercube is the sum of what its parts give, and
  /// so are the estimates of its variance, weighted by the shares of the parts in the samples.
  /// per_piece, per_freedom: 1 / samples of the part and 1 / (samples - 1); per_cube: 1 / samples
  /// in the hypercube; share: of the part.  variance: [ncomp], of one sample; added: [ncomp], to
  /// the covariances.
  __device__ __forceinline__ void add(const PieceSums<ncomp> &piece, double per_piece,
                                      double per_freedom, double per_cube, double share,
                                      double *variance, double *added) {
    cubes += share;
    const double factor = share * per_cube;
#pragma unroll
    for (int c = 0; c < ncomp; ++c) {
      mean[c] += piece.sum[c] * per_cube;
#pragma unroll
      for (int b = 0; b <= c; ++b) {
        const int k = c * (c + 1) / 2 + b;
        const double value =
            (piece.square[k] - piece.sum[c] * piece.sum[b] * per_piece) * per_freedom;
        const double addition = value * factor;
        if (b == c) {
          variance[c] = value;
          added[c] = addition;
        }
        covariance[k] += addition;
      }
    }
  }
  __device__ __forceinline__ void finish_origin(const PieceSums<ncomp> &piece) {
#pragma unroll
    for (int c = 0; c < ncomp; ++c) {
      mean[c] += piece.origin[c] * cubes;
      covariance[c * (c + 3) / 2] = not_negative(covariance[c * (c + 3) / 2]);
    }
  }

  /// The same for all of a chunk of whole hypercubes with equally many samples, where the constant
  /// factors can wait.  mean and covariance hold sums over the hypercubes of the sums and of their
  /// products, `all` the sums over the chunk.
  __device__ __forceinline__ void add_equal(const PieceSums<ncomp> &cube) {
#pragma unroll
    for (int c = 0; c < ncomp; ++c) {
      mean[c] += cube.sum[c];
#pragma unroll
      for (int b = 0; b <= c; ++b) covariance[c * (c + 1) / 2 + b] += cube.sum[c] * cube.sum[b];
    }
  }
  __device__ __forceinline__ void finish_equal(const PieceSums<ncomp> &all, double count,
                                               double per_cube, double per_freedom) {
#pragma unroll
    for (int c = 0; c < ncomp; ++c) {
      mean[c] = (all.origin[c] * count + mean[c]) * per_cube;
#pragma unroll
      for (int b = 0; b <= c; ++b) {
        const int k = c * (c + 1) / 2 + b;
        covariance[k] = (all.square[k] - covariance[k] * per_cube) * per_freedom * per_cube;
        if (b == c) covariance[k] = not_negative(covariance[k]);
      }
    }
  }
};

/// 1 / n and 1 / (n - 1), which a sum over n samples is multiplied by; n >= 2.
struct alignas(16) Inverses {
  double of_count;
  double of_freedom;
};

/// Numbers of samples for which the inverses are tabulated: those in most hypercubes.
inline constexpr uint32 samples_inverses = 128;

/// Numbers that all threads of a block use, in shared memory so that they take no registers.
template <int ncomp>
struct SamplesCommon {
  statistics::Chunks chunks;
  double scale[ncomp];  ///< what values are multiplied by besides the widths of their intervals
  float weight[ncomp];
  float histogram_scale;   ///< units per weighted sum of squares
  float histogram_limit;   ///< most units, plus 1
  float samples_per_cube;  ///< mean
  bool whole_cubes;        ///< chunks begin and end with a hypercube
  double per_cube;         ///< 1 / samples of a hypercube, if they all have as many
  double per_freedom;      ///< 1 / (samples of a hypercube - 1)
  Inverses inverses[samples_inverses];

  __device__ __forceinline__ Inverses inverses_of(uint32 count) const {
    if (count < samples_inverses) return inverses[count];
    return {1.0 / count, 1.0 / (count - 1)};
  }
};

/// Walks through the hypercubes of a chunk in order.
template <int ndim, bool adaptive>
struct CubeWalk {
  uint64 cube;
  uint32 samples;       ///< in the hypercube; a part of it if all have the same, greater number
  uint32 offset[ndim];  ///< of the first interval of the stratum in the map, in bytes
  /// Adaptive: lower words of the samples after the last one of this hypercube and of the next, the
  /// latter being on its way from memory.
  uint32 end;
  uint32 next_end;

  /// Begins with the hypercube that holds a sample, and says which one is its first.
  __device__ __forceinline__ uint64 find(const SamplesArguments &arguments, uint64 sample) {
    uint64 first;
    if constexpr (adaptive) {
      uint64 low = 0;
      uint64 high = (arguments.ncube - 1) / samples_cubes_per_tile;
      while (low < high) {
        const uint64 middle = (low + high + 1) / 2;
        if (arguments.tile_first[middle] <= sample)
          low = middle;
        else
          high = middle - 1;
      }
      const uint64 tile_first = arguments.tile_first[low];
      const auto begin = static_cast<uint32>(tile_first);
      const auto wanted = static_cast<uint32>(sample - tile_first);
      low *= samples_cubes_per_tile;
      high = min(low + samples_cubes_per_tile, arguments.ncube) - 1;
      while (low < high) {
        const uint64 middle = (low + high + 1) / 2;
        if (arguments.cube_first[middle] - begin <= wanted)
          low = middle;
        else
          high = middle - 1;
      }
      cube = low;
      first = tile_first + (arguments.cube_first[cube] - begin);
      end = arguments.cube_first[cube + 1];
      next_end = arguments.cube_first[cube + 2];
      samples = end - static_cast<uint32>(first);
    } else {
      cube = sample / arguments.samples_per_cube;
      first = cube * arguments.samples_per_cube;
      samples = static_cast<uint32>(arguments.samples_per_cube);
    }
    uint64 rest = cube;
#pragma unroll
    for (int axis = 0; axis < ndim; ++axis) {
      const uint64 quotient = rest / arguments.nstrat;
      const uint32 coordinate = static_cast<uint32>(rest - quotient * arguments.nstrat);
      offset[axis] = sizeof(map::MapInterval) *
                     (axis * arguments.intervals + coordinate * arguments.intervals_per_stratum);
      rest = quotient;
    }
    return first;
  }

  __device__ __forceinline__ void advance(const SamplesArguments &arguments) {
    ++cube;
    if constexpr (adaptive) {
      samples = next_end - end;
      end = next_end;
      next_end = arguments.cube_first[cube + 2];
    }
    carry<0>(arguments);
  }

 private:
  /// Adds one to the coordinates, the first of them running fastest.
  template <int axis>
  __device__ __forceinline__ void carry(const SamplesArguments &arguments) {
    offset[axis] += sizeof(map::MapInterval) * arguments.intervals_per_stratum;
    if constexpr (axis + 1 < ndim) {
      const uint32 bytes = sizeof(map::MapInterval) * arguments.intervals;
      if (offset[axis] == (axis + 1) * bytes) {
        offset[axis] = axis * bytes;
        carry<axis + 1>(arguments);
      }
    }
  }
};

/// The upper half of |value|, which has its order.
__device__ __forceinline__ uint32 upper_word(double value) {
  return static_cast<uint32>(__double2hiint(value)) & 0x7FFFFFFFu;
}

/// From the unit cube to the box; the Jacobian.  Apart, so that it costs the unit cube nothing.
__device__ __noinline__ static double map_to_box(const map::Interval *box, int ndim, double *x) {
  double volume = 1;
  for (int axis = 0; axis < ndim; ++axis) {
    double jacobian;
    x[axis] = box[axis].map(x[axis], jacobian);
    volume *= jacobian;
  }
  return volume;
}

/// One chunk, worked off by one thread.
template <class Integrand, int ndim, int ncomp, bool adaptive, bool histogram>
struct ChunkFill {
  const Integrand &integrand;
  const SamplesArguments &arguments;
  const SamplesCommon<ncomp> &common;
  const char *cells;  ///< the map in shared memory
  char *bins;         ///< the histograms in shared memory

  ChunkSums<ncomp> sums = {};
  uint32 greatest[ncomp] = {};
  uint32 greatest_cube[ncomp] = {};

  /// lanes: of the warp that have a chunk.  They draw in step, or warps would fall apart where
  /// hypercubes of different size end.
  __device__ __forceinline__ void run(uint64 chunk, uint32 lanes) {
    if constexpr (adaptive) {
      arguments.piece_cube[2 * chunk] = ~uint64{0};
      arguments.piece_cube[2 * chunk + 1] = ~uint64{0};
    }
    uint64 sample = chunk * common.chunks.length;
    const uint64 chunk_end = min(sample + common.chunks.length, common.chunks.samples);
    CubeWalk<ndim, adaptive> walk;
    uint64 first = walk.find(arguments, sample);
    sample = statistics::chunk_boundary(sample, first, first + count_of_cube(walk));
    const bool nothing = sample >= common.chunks.samples;
    lanes = __ballot_sync(lanes, !nothing);
    if (nothing) return;
    if (sample == first + count_of_cube(walk)) {
      first = sample;
      walk.advance(arguments);
    }

    PieceSums<ncomp> piece;
    piece.clear();
    uint32 piece_begin = 0;
    bool begins_cube = sample == first;
    uint32 drawn = 0;
    uint32 nonfinite = 0;
    uint32 chosen =
        histogram ? statistics::histogram_choice(chunk, 0, common.chunks.histogram_stride) : 0;
    // The numbers of samples drawn when the hypercube, or the part of it, and the chunk end.
    const auto last_stop = static_cast<uint32>(chunk_end - sample);
    bool ends_cube;
    uint32 stop = stop_of_piece(first, first + count_of_cube(walk), chunk_end, sample, ends_cube);
    while (true) {
      uint32 random[ndim];
      draw<ndim>(arguments, sample, random);
      uint32 offset[ndim];
      double x[ndim];
      double volume = 1;
      uint32 previous_width = 0;
#pragma unroll
      for (int axis = 0; axis < ndim; ++axis) {
        const map::MapPosition position =
            map::map_position(random[axis], arguments.intervals_per_stratum);
        offset[axis] = walk.offset[axis] + position.interval * sizeof(map::MapInterval);
        const auto interval = *reinterpret_cast<const map::MapInterval *>(cells + offset[axis]);
        x[axis] = map::map_point(interval, position.fraction);
        // The product of two widths is exact in 64 bits.
        const uint32 width = map::interval_width(interval);
        if (axis % 2 != 0)
          volume *= static_cast<double>(wide_multiply(previous_width, width));
        else if (axis + 1 == ndim)
          volume *= static_cast<double>(width);
        previous_width = width;
      }
      if (arguments.box) {
        // In a copy, so that the points of the unit cube stay in registers.
        double mapped[ndim];
#pragma unroll
        for (int axis = 0; axis < ndim; ++axis) mapped[axis] = x[axis];
        volume *= map_to_box(arguments.box, ndim, mapped);
#pragma unroll
        for (int axis = 0; axis < ndim; ++axis) x[axis] = mapped[axis];
      }

      double value[ncomp];
      integrand(x, value);
      bool finite = true;
#pragma unroll
      for (int c = 0; c < ncomp; ++c) {
        value[c] *= volume * common.scale[c];
        const uint32 magnitude = upper_word(value[c]);
        greatest[c] = max(greatest[c], magnitude);
        finite = finite && magnitude < 0x7FF00000u;
      }
      nonfinite += finite ? 0 : 1;
#pragma unroll
      for (int c = 0; c < ncomp; ++c) value[c] = finite ? value[c] : 0;
      if (drawn == 0) {
#pragma unroll
        for (int c = 0; c < ncomp; ++c) piece.origin[c] = value[c];
      }
      piece.add(value);

      if constexpr (histogram) {
        if (drawn == chosen) {
          add_to_histograms(value, offset, sample, walk.samples);
          chosen = statistics::next_histogram_choice(chunk, chosen, common.chunks.histogram_stride);
        }
      }
      ++drawn;
      ++sample;
      bool done = false;
      if (drawn == stop) {
        if (!adaptive && common.whole_cubes) {
          sums.add_equal(piece);
          done = drawn >= last_stop;
          if (!done) {
            walk.advance(arguments);
            stop += static_cast<uint32>(arguments.samples_per_cube);
#pragma unroll
            for (int c = 0; c < ncomp; ++c) piece.sum[c] = 0;
          }
        } else {
          finish_piece(piece, drawn - piece_begin, walk, chunk, begins_cube, ends_cube);
          done = drawn >= last_stop || !ends_cube;
          if (!done) {
            walk.advance(arguments);
            begins_cube = true;
            if (adaptive && walk.samples <= last_stop - drawn) {
              stop += walk.samples;
            } else {
              stop +=
                  stop_of_piece(sample, sample + count_of_cube(walk), chunk_end, sample, ends_cube);
              done = stop == drawn;
            }
            piece.clear();
            piece_begin = drawn;
          }
        }
      }
      if constexpr (adaptive) lanes = __ballot_sync(lanes, !done);
      if (done) break;
    }
    if (adaptive || !common.whole_cubes) sums.finish_origin(piece);
    if (nonfinite > 0) {
      atomicAdd(&arguments.state->nonfinite, uint64{nonfinite});
      atomicMin(&arguments.state->first_nonfinite, chunk * common.chunks.length);
    }
    if (!adaptive && common.whole_cubes)
      sums.finish_equal(piece, drawn, common.per_cube, common.per_freedom);
  }

 private:
  __device__ __forceinline__ uint64 count_of_cube(const CubeWalk<ndim, adaptive> &walk) const {
    return adaptive ? walk.samples : arguments.samples_per_cube;
  }

  /// Number of samples from the given one to the end of its hypercube [first, end) or of the chunk.
  __device__ __forceinline__ static uint32 stop_of_piece(uint64 first, uint64 end, uint64 chunk_end,
                                                         uint64 sample, bool &ends_cube) {
    const uint64 stop = end <= chunk_end ? end : statistics::chunk_boundary(chunk_end, first, end);
    ends_cube = stop == end;
    return static_cast<uint32>(stop - sample);
  }

  __device__ __forceinline__ void add_to_histograms(const double *value, const uint32 *offset,
                                                    uint64 sample, uint32 cube_samples) {
    float squares = 0;
#pragma unroll
    for (int c = 0; c < ncomp; ++c) {
      const float v = static_cast<float>(value[c]);
      squares += ncomp == 1 ? v * v : common.weight[c] * (v * v);
    }
    // Where samples are dense each stands for less.
    if constexpr (adaptive)
      squares *= common.samples_per_cube * __frcp_rn(static_cast<float>(cube_samples));
    const float units = fminf(
        fmaf(squares, common.histogram_scale, __uint_as_float(statistics::rounding_bits(sample))),
        common.histogram_limit);
    const uint32 added = __float2uint_rz(units) - 1;
    if (added > 0) {
#pragma unroll
      for (int axis = 0; axis < ndim; ++axis)
        atomicAdd(reinterpret_cast<uint32 *>(bins + offset[axis] / 2), added);
    }
  }

  __device__ __forceinline__ void finish_piece(const PieceSums<ncomp> &piece, uint32 count,
                                               const CubeWalk<ndim, adaptive> &walk, uint64 chunk,
                                               bool begins_cube, bool ends_cube) {
    const bool whole = begins_cube && ends_cube;
    const Inverses inverses = common.inverses_of(count);
    double per_cube = inverses.of_count;
    double share = 1;
    if (!whole) {
      per_cube = 1.0 / static_cast<double>(count_of_cube(walk));
      share = count * per_cube;
    }
    double variances[ncomp];
    double added[ncomp];
    sums.add(piece, inverses.of_count, inverses.of_freedom, per_cube, share, variances, added);
    if constexpr (adaptive) {
      float variance = 0;
#pragma unroll
      for (int c = 0; c < ncomp; ++c) {
        const auto one = static_cast<float>(variances[c]);
        variance += ncomp == 1 ? one : common.weight[c] * one;
        greatest_cube[c] = max(greatest_cube[c], upper_word(added[c]));
      }
      variance = fminf(fmaxf(variance, 0), statistics::most_variance);
      if (whole) {
        arguments.variance[walk.cube] = variance;
      } else {
        const uint64 slot = 2 * chunk + (begins_cube ? 1 : 0);
        arguments.piece_variance[slot] = variance * share;
        arguments.piece_cube[slot] = walk.cube;
      }
    }
  }
};

/// The sum over the chunks of a warp, by a tree.
__device__ __forceinline__ double sum_of_group(double sum) {
#pragma unroll
  for (int lane = 1; lane < statistics::chunks_per_group; lane *= 2)
    sum += __shfl_xor_sync(0xFFFFFFFFu, sum, lane);
  return sum;
}

template <class Integrand, int ndim, int ncomp, bool adaptive, bool histogram>
__device__ __forceinline__ void fill_samples(const Integrand &integrand,
                                             const SamplesArguments &arguments) {
  constexpr int nsums = ncomp + ncomp * (ncomp + 1) / 2;
  extern __shared__ map::MapInterval shared_memory[];
  __shared__ SamplesCommon<ncomp> common;
  const uint32 cells = ndim * arguments.intervals;
  uint32 *const bins = reinterpret_cast<uint32 *>(shared_memory + cells);
  for (uint32 i = threadIdx.x; i < cells; i += blockDim.x) {
    shared_memory[i] = arguments.map[i];
    if constexpr (histogram) bins[i] = 0;
  }
  for (uint32 i = threadIdx.x; i < samples_inverses; i += blockDim.x)
    common.inverses[i] = {1.0 / i, 1.0 / (i - 1.0)};
  if (threadIdx.x == 0) {
    const uint64 samples =
        adaptive ? arguments.tile_first[(arguments.ncube - 1) / samples_cubes_per_tile + 1]
                 : arguments.ncube * arguments.samples_per_cube;
    common.chunks = statistics::make_chunks(samples, adaptive ? 0 : arguments.samples_per_cube);
    const SamplesState &state = *arguments.state;
    for (int c = 0; c < ncomp; ++c) {
      common.scale[c] = state.scale[c] * arguments.cell_volume;
      common.weight[c] = state.weight[c];
    }
    common.histogram_scale =
        statistics::histogram_unit_share * static_cast<float>(common.chunks.histogram_limit);
    common.histogram_limit = static_cast<float>(common.chunks.histogram_limit + 1);
    common.whole_cubes = !adaptive && common.chunks.length % arguments.samples_per_cube == 0;
    common.per_cube = 1.0 / static_cast<double>(arguments.samples_per_cube);
    common.per_freedom = 1.0 / static_cast<double>(arguments.samples_per_cube - 1);
    common.samples_per_cube =
        static_cast<float>(static_cast<double>(samples) / static_cast<double>(arguments.ncube));
  }
  __syncthreads();

  for (uint64 begin = uint64{blockIdx.x} * blockDim.x; begin < common.chunks.count;
       begin += uint64{gridDim.x} * blockDim.x) {
    const uint64 chunk = begin + threadIdx.x;
    ChunkFill<Integrand, ndim, ncomp, adaptive, histogram> fill{
        integrand, arguments, common, reinterpret_cast<const char *>(shared_memory),
        reinterpret_cast<char *>(bins)};
    const bool has_chunk = chunk < common.chunks.count;
    const uint32 lanes = __ballot_sync(0xFFFFFFFFu, has_chunk);
    if (has_chunk) fill.run(chunk, lanes);
    __syncwarp();
    const uint64 group = chunk / statistics::chunks_per_group;
    const bool first_lane = threadIdx.x % statistics::chunks_per_group == 0;
    const bool stores = first_lane && group < common.chunks.groups();
    double *const sums = arguments.group_sums + group * nsums;
#pragma unroll
    for (int c = 0; c < ncomp; ++c) {
      const double sum = sum_of_group(fill.sums.mean[c]);
      if (stores) sums[c] = sum;
    }
#pragma unroll
    for (int k = 0; k < nsums - ncomp; ++k) {
      const double sum = sum_of_group(fill.sums.covariance[k]);
      if (stores) sums[ncomp + k] = sum;
    }
#pragma unroll
    for (int c = 0; c < ncomp; ++c) {
      const uint32 greatest = __reduce_max_sync(0xFFFFFFFFu, fill.greatest[c]);
      if (first_lane) atomicMax(arguments.state->greatest + c, greatest);
      if constexpr (adaptive) {
        const uint32 share = __reduce_max_sync(0xFFFFFFFFu, fill.greatest_cube[c]);
        if (first_lane) atomicMax(arguments.state->greatest_cube + c, share);
      }
    }
    if constexpr (histogram) {
      __syncthreads();
      for (uint32 i = threadIdx.x; i < cells; i += blockDim.x) {
        if (bins[i] != 0) {
          atomicAdd(arguments.histogram + i, uint64{bins[i]});
          bins[i] = 0;
        }
      }
      __syncthreads();
    }
  }
}

/// The kernels for an integrand that is compiled with the program.
template <class Integrand, int ndim, int ncomp, bool adaptive, bool histogram>
__global__ void __launch_bounds__(samples_threads(ndim, adaptive),
                                  samples_blocks_per_multiprocessor)
    samples_fill(const Integrand integrand, const __grid_constant__ SamplesArguments arguments) {
  fill_samples<Integrand, ndim, ncomp, adaptive, histogram>(integrand, arguments);
}

}  // namespace cuboid::engine::cuda

#ifndef __CUDACC_RTC__
namespace cuboid::kernel {

/// Calls add(name, address) for each kernel of this header, compiled by nvcc.
template <class Integrand, int ndim, int ncomp, class Add>
void add_samples_kernels(Add &&add) {
  using namespace cuboid::engine::cuda;
  const auto one = [&add](const char *name, auto *kernel) {
    add(name, reinterpret_cast<const void *>(kernel));
  };
  if constexpr (ndim <= samples_ncomp_limit && ncomp <= samples_ncomp_limit) {
    one("cuboid_samples_fill_uniform", samples_fill<Integrand, ndim, ncomp, false, true>);
    one("cuboid_samples_fill_uniform_fixed", samples_fill<Integrand, ndim, ncomp, false, false>);
    one("cuboid_samples_fill_adaptive", samples_fill<Integrand, ndim, ncomp, true, true>);
    one("cuboid_samples_fill_adaptive_fixed", samples_fill<Integrand, ndim, ncomp, true, false>);
  }
}

}  // namespace cuboid::kernel
#endif

/// One kernel of the samples engine.  kind: the name after cuboid_samples_fill_.
#define CUBOID_SAMPLES_KERNEL(kind, adaptive, histogram, Integrand, ndim, ncomp)                \
  extern "C" __global__ void __launch_bounds__(                                                 \
      cuboid::engine::cuda::samples_threads(ndim, adaptive),                                    \
      cuboid::engine::cuda::samples_blocks_per_multiprocessor)                                  \
      cuboid_samples_fill_##kind(                                                               \
          const Integrand integrand,                                                            \
          const __grid_constant__ cuboid::engine::cuda::SamplesArguments arguments) {           \
    cuboid::engine::cuda::fill_samples<Integrand, ndim, ncomp, adaptive, histogram>(integrand,  \
                                                                                    arguments); \
  }

/// The kernels of the samples engine for one integrand: the same number of samples in all
/// hypercubes or not, with histograms for the refinement of the map or without.
#define CUBOID_SAMPLES_KERNELS(Integrand, ndim, ncomp)                       \
  CUBOID_SAMPLES_KERNEL(uniform, false, true, Integrand, ndim, ncomp)        \
  CUBOID_SAMPLES_KERNEL(uniform_fixed, false, false, Integrand, ndim, ncomp) \
  CUBOID_SAMPLES_KERNEL(adaptive, true, true, Integrand, ndim, ncomp)        \
  CUBOID_SAMPLES_KERNEL(adaptive_fixed, true, false, Integrand, ndim, ncomp)
