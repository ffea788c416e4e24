// Draws, evaluates and sums the samples of one iteration of VEGAS: the only kernel of the samples
// engine that knows the integrand.  See src/statistics/strata.hpp for the order of the sums.
#pragma once

#include "base/magnitude.hpp"
#include "base/words.hpp"
#include "engine/cuda/kernel/batched_function.cuh"
#include "engine/cuda/kernel/move_apart.cuh"
#include "engine/cuda/kernel/sample_draws.cuh"
#include "engine/cuda/kernel/samples_arguments.cuh"
#include "engine/cuda/kernel/samples_cubes.cuh"
#include "engine/cuda/kernel/samples_sums.cuh"
#include "engine/cuda/kernel/variants.cuh"
#include "map/importance_map.hpp"
#include "statistics/cube_variance.hpp"
#include "statistics/side_by_side.hpp"
#include "statistics/strata.hpp"

namespace cuboid::engine::cuda {

/// Numbers that all threads of a block use, in shared memory so that they take no registers.
template <int ncomp>
struct SamplesCommon {
  statistics::Chunks chunks;
  uint64 first_chunk;   ///< that the block works off
  uint64 end_chunk;     ///< and behind its last one
  uint32 histograms;    ///< of the block: as a constant it would make the loop over pairs longer
  double scale[ncomp];  ///< what values are multiplied by besides the widths of their intervals
  float weight[ncomp];
  statistics::HistogramUnit unit;
  float samples_per_cube;  ///< mean; adaptive only
};

/// The interval of the map that a random word chooses, in bytes: map::map_position.  The offset of
/// a stratum is a multiple of its size.
template <class Walk>
__device__ __forceinline__ uint32 cell_of(const SamplesArguments &arguments, const Walk &walk,
                                          int axis, uint32 random) {
  return walk.begin(arguments, axis) | (random & arguments.stratum_mask);
}

/// One sample on its way.
template <int ndim, int ncomp>
struct Sample {
  double x[ndim];
  double volume;  ///< product of the widths of the intervals, and the Jacobian of the box
  double value[ncomp];

  template <class Walk>
  __device__ __forceinline__ void place(const SamplesArguments &arguments, const char *map,
                                        const Walk &walk, const uint32 *random) {
    map::Volume widths{arguments.volume_unit.widths};
#pragma unroll
    for (int axis = 0; axis < ndim; ++axis) {
      const uint32 cell = cell_of(arguments, walk, axis, random[axis]);
      const auto interval = *reinterpret_cast<const map::MapInterval *>(map + cell);
      x[axis] = map::map_point(interval, random[axis]);
      widths.multiply(axis, ndim, map::interval_width(interval));
    }
    volume = widths.product;
  }

  /// In a copy, so that the points of the unit cube stay in registers.
  __device__ __forceinline__ void move_to_box(const SamplesArguments &arguments) {
    double mapped[ndim];
#pragma unroll
    for (int axis = 0; axis < ndim; ++axis) mapped[axis] = x[axis];
    volume *= move_apart(arguments.box, ndim, mapped, arguments.volume_unit.jacobians);
#pragma unroll
    for (int axis = 0; axis < ndim; ++axis) x[axis] = mapped[axis];
  }
};

/// One chunk, worked off by one thread.
template <class Integrand, int ndim, int ncomp, bool adaptive, bool histogram, bool quasi,
          bool boxed>
struct ChunkFill {
  const Integrand &integrand;
  const SamplesArguments &arguments;
  const SamplesCommon<ncomp> &common;
  double scale[ncomp];
  const char *cells;  ///< the map in shared memory
  char *bins;         ///< the histograms of the thread in shared memory

  ChunkSums<ncomp> sums = {};
  uint32 greatest[ncomp] = {};
  uint32 greatest_part[ncomp] = {};

  __device__ __forceinline__ ChunkFill(const Integrand &integrand,
                                       const SamplesArguments &arguments,
                                       const SamplesCommon<ncomp> &common, const char *cells,
                                       char *bins)
      : integrand(integrand), arguments(arguments), common(common), cells(cells), bins(bins) {
#pragma unroll
    for (int c = 0; c < ncomp; ++c) scale[c] = common.scale[c];
  }

  __device__ __forceinline__ void run(uint64 chunk) {
    if constexpr (adaptive) {
      arguments.piece_cube[2 * chunk] = samples_no_cube;
      arguments.piece_cube[2 * chunk + 1] = samples_no_cube;
    }
    const uint64 begin = chunk * common.chunks.length;
    const uint64 end = min(begin + common.chunks.length, common.chunks.samples);
    const auto pairs = static_cast<uint32>((end - begin) / 2);
    CubeWalk<ndim, adaptive> walk;
    const uint64 first = walk.find(arguments, begin);
    // Pairs drawn when the hypercube began, or its part in this chunk, and when it ends.
    uint32 cube_begin = 0;
    auto cube_end = static_cast<uint32>(
        min((first + (adaptive ? walk.samples : arguments.samples_per_cube) - begin) / 2,
            samples_many_pairs));
    Position position{begin / 2, 0, 0, {}};
    // Kept in registers, since the compiler would multiply anew for each pair.
    asm volatile("" : "+l"(position.first_pair));
    if constexpr (histogram)
      position.chosen = statistics::histogram_choice(chunk, 0, common.chunks.histogram_stride);
    uint32 &drawn = position.drawn;
    while (drawn < pairs) {
      if constexpr (adaptive) {
        walk.look_ahead(arguments);
        const uint32 run_end = drawn + arguments.pairs_per_run;
#pragma unroll 1
        do work_off(chunk, walk, position);
        while (drawn < run_end);
      } else {
        work_off(chunk, walk, position);
      }
      if (drawn == cube_end) {
        if constexpr (adaptive) {
          end_cube(walk, drawn - cube_begin, 2 * chunk);
          cube_begin = drawn;
        }
        walk.advance(arguments);
        cube_end += adaptive ? walk.samples / 2 : arguments.pairs_per_cube;
      }
    }
    if constexpr (adaptive) {
      // The hypercube that goes on in the next chunk, unless it began in one before.
      const bool begins = cube_begin > 0 || first == begin;
      if (cube_begin < pairs) end_cube(walk, pairs - cube_begin, 2 * chunk + (begins ? 1 : 0));
    } else {
      // All hypercubes at once: they have equally many samples.
      double variances[ncomp];
      double added[ncomp];
      sums.end_cube(1.0 / static_cast<double>(arguments.samples_per_cube), variances, added);
#pragma unroll
      for (int c = 0; c < ncomp; ++c)
        greatest_part[c] = max(greatest_part[c], upper_word(added[c]));
    }
  }

 private:
  /// Where in a chunk a thread is.
  struct Position {
    uint64 first_pair;  ///< of the chunk
    uint32 drawn;       ///< pairs of the chunk
    uint32 chosen;      ///< the pair of the chunk that is added to the histograms next
    SobolDraws<quasi ? ndim : 1> sobol;
  };

  /// One pair.
  __device__ __forceinline__ void work_off(uint64 chunk, const CubeWalk<ndim, adaptive> &walk,
                                           Position &position) {
    const uint64 pair = position.first_pair + position.drawn;
    uint32 random[2 * ndim];
    if constexpr (quasi) {
      position.sobol.draw(arguments, 2 * pair, random);
      position.sobol.draw(arguments, 2 * pair + 1, random + ndim);
    } else {
      draw<ndim>(arguments, pair, random);
    }
    Sample<ndim, ncomp> sample[2];
    evaluate(sample, walk, random, chunk, 2 * position.drawn);
    if (places_points(integrand)) {
      ++position.drawn;
      return;
    }
    if (max(weigh(sample[0]), weigh(sample[1])) >= infinite_word)
      leave_out_nonfinite(sample, 2 * position.first_pair);
    sums.add(sample[0].value, sample[1].value, position.drawn % 2 != 0);
    if constexpr (histogram) {
      if (position.drawn == position.chosen) {
        draw_again(pair, random);
#pragma unroll
        for (int half = 0; half < 2; ++half)
          add_to_histograms(sample[half], 2 * pair + half, walk, random + half * ndim);
        position.chosen = statistics::next_histogram_choice(chunk, position.chosen,
                                                            common.chunks.histogram_stride);
      }
    }
    ++position.drawn;
  }

  /// The random words of a pair once more, where to keep them or what follows from them would cost
  /// registers.
  __device__ __forceinline__ void draw_again(uint64 pair, uint32 *random) const {
    if constexpr (!quasi && !samples_together(ndim, ncomp)) {
      asm volatile("" : "+l"(pair));  // Else the compiler would keep them.
      draw<ndim>(arguments, pair, random);
    } else {
#pragma unroll
      for (int axis = 0; axis < ndim; ++axis) {
        asm volatile("" : "+r"(random[axis]));
        if constexpr (!quasi) random[ndim + axis] = map::reflected_word(random[axis]);
      }
    }
  }

  /// Where the values of a batch function stand for a sample: number i of a chunk.
  __device__ __forceinline__ uint64 slot(uint64 chunk, uint32 i) const {
    constexpr uint64 lanes = statistics::chunks_per_group;
    const statistics::ChunkGroup group{chunk / lanes * lanes * common.chunks.length,
                                       common.chunks.samples, common.chunks.length,
                                       static_cast<uint32>(lanes)};
    return statistics::side_by_side(group, chunk % lanes, i);
  }

  /// first: the number within the chunk of the first of both samples.
  __device__ __forceinline__ void evaluate(Sample<ndim, ncomp> *sample,
                                           const CubeWalk<ndim, adaptive> &walk,
                                           const uint32 *random, uint64 chunk, uint32 first) {
    if constexpr (samples_together(ndim, ncomp)) {
#pragma unroll
      for (int half = 0; half < 2; ++half)
        sample[half].place(arguments, cells, walk, random + half * ndim);
      if constexpr (boxed) {
#pragma unroll
        for (int half = 0; half < 2; ++half) sample[half].move_to_box(arguments);
      }
#pragma unroll
      for (int half = 0; half < 2; ++half)
        evaluate_in_slot(integrand, slot(chunk, first + half), sample[half].x, sample[half].value);
    } else {
#pragma unroll
      for (int half = 0; half < 2; ++half) {
        sample[half].place(arguments, cells, walk, random + half * ndim);
        if constexpr (boxed) sample[half].move_to_box(arguments);
        evaluate_in_slot(integrand, slot(chunk, first + half), sample[half].x, sample[half].value);
      }
    }
  }

  /// Makes values those of the scaled integrand over the unit cube before the map.  Returns the
  /// greatest of their upper words.
  __device__ __forceinline__ uint32 weigh(Sample<ndim, ncomp> &sample) {
    uint32 largest = 0;
#pragma unroll
    for (int c = 0; c < ncomp; ++c) {
      const double value = sample.value[c];
      sample.value[c] *= sample.volume * scale[c];
      // Far out in an infinite box, the volume in the units of tiny values may be beyond the range
      // of double.
      if (boxed && upper_word(sample.value[c]) >= infinite_word)
        sample.value[c] = value * scale[c] * sample.volume;
      const uint32 magnitude = upper_word(sample.value[c]);
      greatest[c] = max(greatest[c], magnitude);
      largest = max(largest, magnitude);
    }
    return largest;
  }

  /// chunk_begin: the first sample of the chunk.
  __device__ __forceinline__ void leave_out_nonfinite(Sample<ndim, ncomp> *sample,
                                                      uint64 chunk_begin) {
#pragma unroll
    for (int half = 0; half < 2; ++half) {
      bool finite = true;
#pragma unroll
      for (int c = 0; c < ncomp; ++c)
        finite = finite && upper_word(sample[half].value[c]) < infinite_word;
      if (finite) continue;
#pragma unroll
      for (int c = 0; c < ncomp; ++c) sample[half].value[c] = 0;
      atomicAdd(&arguments.counted->nonfinite, uint64{1});
      atomicMin(&arguments.counted->first_nonfinite, chunk_begin);
    }
  }

  /// The intervals are found once more: to keep them costs registers.
  __device__ __forceinline__ void add_to_histograms(const Sample<ndim, ncomp> &sample,
                                                    uint64 number,
                                                    const CubeWalk<ndim, adaptive> &walk,
                                                    const uint32 *random) {
    float squares = 0;
#pragma unroll
    for (int c = 0; c < ncomp; ++c) {
      const float v = static_cast<float>(sample.value[c]);
      squares += ncomp == 1 ? v * v : common.weight[c] * (v * v);
    }
    // Where samples are dense each stands for less.
    if constexpr (adaptive)
      squares *= __fdividef(common.samples_per_cube, static_cast<float>(walk.samples));
    const uint32 added =
        statistics::histogram_units(squares, common.unit, static_cast<uint32>(number));
    if (added > 0) {
#pragma unroll
      for (int axis = 0; axis < ndim; ++axis)
        atomicAdd(
            reinterpret_cast<uint32 *>(bins + cell_of(arguments, walk, axis, random[axis]) / 2),
            added);
    }
  }

  /// Adaptive: ends a hypercube.  pairs: of it in this chunk; slot: where its variance goes if
  /// there are more in others.
  __device__ __forceinline__ void end_cube(const CubeWalk<ndim, adaptive> &walk, uint32 pairs,
                                           uint64 slot) {
    double variances[ncomp];
    double added[ncomp];
    sums.end_cube(reciprocal(walk.samples), variances, added);
    float variance = 0;
#pragma unroll
    for (int c = 0; c < ncomp; ++c) {
      const auto one = static_cast<float>(variances[c]);
      variance += ncomp == 1 ? one : common.weight[c] * one;
      greatest_part[c] = max(greatest_part[c], upper_word(added[c]));
    }
    variance = statistics::bounded_variance(variance);
    if (2 * pairs == walk.samples) {
      arguments.variance[walk.cube] = variance;
    } else {
      arguments.piece_variance[slot] = variance;
      arguments.piece_cube[slot] = walk.cube;
    }
  }
};

/// The blocks that work off the chunks together, and which of them this one is.
struct BlockShare {
  uint32 block;
  uint32 blocks;
  uint32 histograms;  ///< of each block
};

/// The numbers that all threads use, written by one of them.
template <int ncomp, bool adaptive>
__device__ __forceinline__ void set_common(const SamplesArguments &arguments,
                                           const BlockShare &share, SamplesCommon<ncomp> &common) {
  common.chunks = chunks_of(arguments, adaptive);
  // To divide numbers of 64 bits takes many instructions, and long to compile.
  static_assert(statistics::max_groups < 1 << 16, "products must not overflow");
  using statistics::share_begin;
  const auto all = static_cast<uint32>(common.chunks.groups());
  const uint32 first = share_begin<uint32>(all, arguments.rank, arguments.ranks);
  const uint32 count = share_begin<uint32>(all, arguments.rank + 1, arguments.ranks) - first;
  const auto begin_of = [&](uint32 block) {
    const uint64 group = first + share_begin<uint32>(count, block, share.blocks);
    return min(group * statistics::chunks_per_group, common.chunks.count);
  };
  common.first_chunk = begin_of(share.block);
  common.end_chunk = begin_of(share.block + 1);
  common.histograms = share.histograms;
  const SamplesState &state = *arguments.state;
  for (int c = 0; c < ncomp; ++c) {
    common.scale[c] = state.scale[c] * arguments.volume_unit.rest;
    common.weight[c] = state.weight[c];
  }
  common.unit = statistics::histogram_unit(common.chunks);
  if constexpr (adaptive)
    common.samples_per_cube = static_cast<float>(static_cast<double>(common.chunks.samples) /
                                                 static_cast<double>(arguments.ncube));
}

/// Adds up the chunks of a warp.  chunk: that of the calling thread; end_chunk: of those that are
/// worked off.
template <int ncomp, bool adaptive, class Fill>
__device__ __forceinline__ void store_sums(const SamplesArguments &arguments, uint64 end_chunk,
                                           const Fill &fill, uint64 chunk) {
  constexpr int ncov = ChunkSums<ncomp>::ncov;
  const uint64 group = chunk / statistics::chunks_per_group;
  const bool first_lane = threadIdx.x % statistics::chunks_per_group == 0;
  const bool stores = first_lane && chunk < end_chunk;
  double *const sums = arguments.group_sums + group * (ncomp + ncov);
#pragma unroll
  for (int c = 0; c < ncomp; ++c) {
    const double sum = sum_of_group(fill.sums.mean[c]);
    if (stores) sums[c] = sum;
  }
#pragma unroll
  for (int k = 0; k < ncov; ++k) {
    const double sum = sum_of_group(fill.sums.covariance[k]);
    if (stores) sums[ncomp + k] = sum;
  }
#pragma unroll
  for (int c = 0; c < ncomp; ++c) {
    const uint32 greatest = __reduce_max_sync(0xFFFFFFFFu, fill.greatest[c]);
    if (first_lane) atomicMax(arguments.counted->greatest + c, greatest);
    const uint32 share = __reduce_max_sync(0xFFFFFFFFu, fill.greatest_part[c]);
    if (first_lane) atomicMax(arguments.counted->greatest_part + c, share);
  }
}

/// Adds the histograms of a block to those in device memory, and clears them.
__device__ __forceinline__ void empty_histograms(const SamplesArguments &arguments, uint32 *bins,
                                                 uint32 cells, uint32 all_bins) {
  __syncthreads();
  for (uint32 i = threadIdx.x; i < cells; i += blockDim.x) {
    uint64 units = 0;
    for (uint32 bin = i; bin < all_bins; bin += cells) {
      units += bins[bin];
      bins[bin] = 0;
    }
    if (units != 0) atomicAdd(arguments.histogram + i, units);
  }
  __syncthreads();
}

/// Chunks of a round of the block's warps that add to one histogram, at most.  left: chunks to work
/// off.
__device__ __forceinline__ uint32 chunks_of_histogram(uint64 left, uint32 histograms) {
  constexpr uint32 lanes = statistics::chunks_per_group;
  const uint32 warps = (static_cast<uint32>(min(left, uint64{blockDim.x})) + lanes - 1) / lanes;
  return (warps + histograms - 1) / histograms * lanes;
}

/// The block has chunks that follow each other, so that all blocks have as many.  Its warps wait
/// for each other only where the histograms are full.
template <class Integrand, int ndim, int ncomp, bool adaptive, bool histogram, bool quasi,
          bool boxed>
__device__ __forceinline__ void fill_samples(const Integrand &integrand,
                                             const SamplesArguments &arguments,
                                             const BlockShare &share) {
  extern __shared__ map::MapInterval shared_memory[];
  __shared__ SamplesCommon<ncomp> common;
  const uint32 cells = ndim * arguments.intervals;
  uint32 *const bins = reinterpret_cast<uint32 *>(shared_memory + cells);
  const uint32 all_bins = cells * share.histograms;
  for (uint32 i = threadIdx.x; i < cells; i += blockDim.x) shared_memory[i] = arguments.map[i];
  if constexpr (histogram)
    for (uint32 i = threadIdx.x; i < all_bins; i += blockDim.x) bins[i] = 0;
  if (threadIdx.x == 0) set_common<ncomp, adaptive>(arguments, share, common);
  __syncthreads();

  // Warps take turns with the histograms.
  constexpr uint32 lanes = statistics::chunks_per_group;
  const uint32 own_bins = threadIdx.x / lanes % common.histograms * cells;
  uint32 added = 0;  // Chunks that have added to one histogram, at most.
  for (uint64 begin = common.first_chunk; begin < common.end_chunk; begin += blockDim.x) {
    const uint64 chunk = begin + threadIdx.x;
    ChunkFill<Integrand, ndim, ncomp, adaptive, histogram, quasi, boxed> fill(
        integrand, arguments, common, reinterpret_cast<const char *>(shared_memory),
        reinterpret_cast<char *>(bins + own_bins));
    const bool has_chunk = chunk < common.end_chunk;
    if (has_chunk) fill.run(chunk);
    __syncwarp();
    store_sums<ncomp, adaptive>(arguments, common.end_chunk, fill, chunk);
    if constexpr (histogram) {
      // When as many chunks have added to the histograms as may, or there are no more of them.
      added += chunks_of_histogram(common.end_chunk - begin, common.histograms);
      const uint64 next = begin + blockDim.x;
      if (next < common.end_chunk &&
          added + chunks_of_histogram(common.end_chunk - next, common.histograms) <=
              common.chunks.per_histogram())
        continue;
      added = 0;
      empty_histograms(arguments, bins, cells, all_bins);
    }
  }
}

/// Threads of a block.
template <int ndim, int ncomp, int variant>
inline constexpr int threads_of_fill = samples_threads(ndim, ncomp, kind_of_fill(variant).adaptive,
                                                       kind_of_fill(variant).histogram);

/// variant: of FillKind.
template <class Integrand, int ndim, int ncomp, int variant>
__global__ void __launch_bounds__(threads_of_fill<ndim, ncomp, variant>,
                                  samples_blocks_per_multiprocessor)
    samples_kernel(const Integrand integrand, const __grid_constant__ SamplesArguments arguments) {
  constexpr FillKind kind = kind_of_fill(variant);
  fill_samples<Integrand, ndim, ncomp, kind.adaptive, kind.histogram, kind.quasi, kind.boxed>(
      integrand, arguments,
      {blockIdx.x, gridDim.x, samples_histograms(threads_of_fill<ndim, ncomp, variant>)});
}

}  // namespace cuboid::engine::cuda

CUBOID_KERNELS(samples, samples_kernel, fill_variants,
               ndim <= samples_ndim_limit && ncomp <= samples_ncomp_limit)
