#include "engine/cuda/engines/samples_wide_steps.hpp"

#include "base/magnitude.hpp"
#include "engine/cuda/engines/last_block.cuh"
#include "engine/cuda/engines/samples_steps.cuh"
#include "engine/cuda/kernel/samples_cubes.cuh"
#include "engine/cuda/kernel/samples_sums.cuh"

namespace cuboid::engine::cuda {

namespace {

constexpr int warp_lanes = 32;
/// Samples that are read together, so that what they need to know of all components costs one
/// barrier.
constexpr int tile = 8;
/// Hypercubes have at least so many samples, in two pairs.
constexpr int quad = 4;
/// Hypercubes that end within a tile.
constexpr int max_ends = tile / quad;

__device__ float warp_sum(float value) {
#pragma unroll
  for (int lane = 1; lane < warp_lanes; lane *= 2)
    value += __shfl_xor_sync(0xFFFFFFFFu, value, lane);
  return value;
}

/// What a block knows of a tile: the sums over the components, of each warp.
struct TileRoom {
  float squares[tile][warp_lanes];
  float variance[max_ends][warp_lanes];
};

/// Where the variance of a hypercube goes, which is the sum over its components.
struct Ended {
  float variance;  ///< of the thread's component
  uint32 cube;
  uint64 slot;  ///< of a piece; whole: all of the hypercube lies in the chunk
  static constexpr uint64 whole = ~uint64{0};
};

/// One component of one chunk.  All that is not of the component is the same in all threads of the
/// block.
template <bool adaptive>
struct WideChunk {
  const SamplesArguments &arguments;
  const WideSumming &all;
  const statistics::Chunks &chunks;
  TileRoom *rooms;  ///< [2], by turns
  const uint64 chunk;
  const bool has;  ///< the thread has a component
  double scale = 0;
  float weight = 0;

  double mean = 0;      ///< over the hypercubes
  double variance = 0;  ///< likewise
  double sum = 0;       ///< since the last hypercube ended
  double square = 0;
  uint32 greatest = 0;
  uint32 greatest_part = 0;

  // The hypercube; adaptive only.
  uint32 cube = 0;
  uint32 cube_samples = 0;
  uint32 tile_end = 0;  ///< samples of its tile up to its end
  uint64 cube_end = 0;  ///< sample
  bool begins = false;  ///< its first sample lies in the chunk
  Ended ended[max_ends] = {};
  int ends = 0;

  uint32 chosen = 0;  ///< the pair of the chunk that is added to the histograms next
  unsigned turn = 0;

  __device__ WideChunk(const SamplesArguments &arguments, const WideSumming &all,
                       const statistics::Chunks &chunks, TileRoom *rooms, uint64 chunk)
      : arguments(arguments),
        all(all),
        chunks(chunks),
        rooms(rooms),
        chunk(chunk),
        has(threadIdx.x < static_cast<unsigned>(all.ncomp)) {
    if (!has) return;
    scale = all.state->scale[threadIdx.x] * arguments.volume_unit.rest;
    weight = all.state->weight[threadIdx.x];
  }

  __device__ void run() {
    const uint64 begin = chunks.begin(chunk);
    const uint64 end = chunks.begin(chunk + 1);
    if constexpr (adaptive) find_first_cube(begin);
    chosen = statistics::histogram_choice(chunk, 0, chunks.histogram_stride);
    for (uint64 first = begin; first < end; first += tile) {
      double value[tile];
      read(first, min(uint64{tile}, end - first), value);
      const unsigned chosen_pairs = choose(static_cast<uint32>((first - begin) / 2));
      share_squares(value);
      if constexpr (adaptive) share_variances();
      if (__syncthreads_or(largest(value) >= infinite_word)) leave_out_nonfinite(value, begin);
      add_to_histograms(first, chosen_pairs);
      if constexpr (adaptive) store_variances();
      ++turn;
      ends = 0;
#pragma unroll
      for (int i = 0; i < tile; i += quad) {
        if (first + i >= end) break;
        add(value + i);
        if (adaptive && first + i + quad == cube_end) {
          end_cube(begins ? Ended::whole : 2 * chunk);
          if (cube_end < end) next_cube();
        }
      }
    }
    if constexpr (adaptive) {
      if (cube_end > end) end_cube(2 * chunk + (begins ? 1 : 0));
      share_variances();
      __syncthreads();
      store_variances();
    } else {
      // All hypercubes at once: they have equally many samples.
      close(1.0 / static_cast<double>(arguments.samples_per_cube));
    }
    store();
  }

 private:
  __device__ void find_first_cube(uint64 begin) {
    if (threadIdx.x == 0)
      arguments.piece_cube[2 * chunk] = arguments.piece_cube[2 * chunk + 1] = samples_no_cube;
    const CubePlace place = find_cube(arguments, begin);
    cube = static_cast<uint32>(place.cube);
    cube_samples = place.end - place.begin;
    tile_end = place.end;
    cube_end = place.tile_first + place.end;
    begins = place.tile_first + place.begin == begin;
  }

  __device__ void next_cube() {
    const uint32 next_end = arguments.cube_end[++cube];
    cube_samples = next_end - (cube % samples_cubes_per_tile == 0 ? 0 : tile_end);
    tile_end = next_end;
    cube_end += cube_samples;
    begins = true;
  }

  /// The weighted values of some samples; 0 beyond them.
  __device__ void read(uint64 first, uint64 count, double (&value)[tile]) {
    const uint64 row = first - all.values.first;
    const auto ncomp = static_cast<uint64>(all.ncomp);
#pragma unroll
    for (int i = 0; i < tile; ++i)
      value[i] =
          has && static_cast<uint64>(i) < count
              ? all.values.f[(row + i) * ncomp + threadIdx.x] * (all.values.volume[row + i] * scale)
              : 0;
    greatest = max(greatest, largest(value));
  }

  __device__ static uint32 largest(const double (&value)[tile]) {
    uint32 result = 0;
#pragma unroll
    for (const double one : value) result = max(result, upper_word(one));
    return result;
  }

  /// Which pairs from a pair of the chunk on are added to the histograms, as bits.
  __device__ unsigned choose(uint32 first_pair) {
    unsigned pairs = 0;
#pragma unroll
    for (uint32 i = 0; i < tile / 2; ++i) {
      if (first_pair + i != chosen) continue;
      pairs |= 1u << i;
      chosen = statistics::next_histogram_choice(chunk, chosen, chunks.histogram_stride);
    }
    return pairs;
  }

  __device__ TileRoom &room() const {
    return rooms[turn % 2];
  }

  /// The sums over the warp, for the other warps.
  __device__ void share_squares(const double (&value)[tile]) const {
    if (all.values.cell == nullptr) return;
#pragma unroll
    for (int i = 0; i < tile; ++i) {
      const auto v = static_cast<float>(value[i]);
      const float squares = warp_sum(has ? weight * (v * v) : 0.0f);
      if (threadIdx.x % warp_lanes == 0) room().squares[i][threadIdx.x / warp_lanes] = squares;
    }
  }

  __device__ void share_variances() const {
#pragma unroll
    for (int i = 0; i < max_ends; ++i) {
      if (i >= ends) continue;
      const float own = warp_sum(ended[i].variance);
      if (threadIdx.x % warp_lanes == 0) room().variance[i][threadIdx.x / warp_lanes] = own;
    }
  }

  /// Samples with a value that is not finite in any component.
  __device__ void leave_out_nonfinite(double (&value)[tile], uint64 begin) {
#pragma unroll
    for (int i = 0; i < tile; ++i) {
      if (!__syncthreads_or(upper_word(value[i]) >= infinite_word)) continue;
      value[i] = 0;
      if (threadIdx.x != 0) continue;
      atomicAdd(&all.state->nonfinite, uint64{1});
      atomicMin(&all.state->first_nonfinite, begin);
    }
    share_squares(value);
    __syncthreads();
  }

  /// The sum over the warps.
  __device__ static float row_sum(const float *row) {
    const unsigned lane = threadIdx.x % warp_lanes;
    return warp_sum(lane < blockDim.x / warp_lanes ? row[lane] : 0.0f);
  }

  /// A warp takes a sample, and its lanes the axes.
  __device__ void add_to_histograms(uint64 first, unsigned chosen_pairs) const {
    if (all.values.cell == nullptr) return;
    for (unsigned i = threadIdx.x / warp_lanes; i < tile; i += blockDim.x / warp_lanes) {
      if ((chosen_pairs >> (i / 2) & 1) == 0) continue;
      const uint64 row = first + i - all.values.first;
      const float squares = row_sum(room().squares[i]) * all.values.density[row];
      const uint32 added = statistics::histogram_units(squares, statistics::histogram_unit(chunks),
                                                       static_cast<uint32>(first + i));
      const unsigned axis = threadIdx.x % warp_lanes;
      const auto ndim = static_cast<unsigned>(all.ndim);
      if (added > 0 && axis < ndim)
        atomicAdd(arguments.histogram + all.values.cell[row * ndim + axis], uint64{added});
    }
  }

  /// Of the hypercubes that have ended in the last tile.
  __device__ void store_variances() const {
    if (threadIdx.x >= warp_lanes) return;
#pragma unroll
    for (int i = 0; i < max_ends; ++i) {
      if (i >= ends) continue;
      const float whole = statistics::bounded_variance(row_sum(room().variance[i]));
      if (threadIdx.x != 0) continue;
      if (ended[i].slot == Ended::whole) {
        arguments.variance[ended[i].cube] = whole;
      } else {
        arguments.piece_variance[ended[i].slot] = whole;
        arguments.piece_cube[ended[i].slot] = ended[i].cube;
      }
    }
  }

  /// Two pairs, of one hypercube.
  __device__ void add(const double *value) {
    const double pair = value[0] + value[1];
    const double next = value[2] + value[3];
    sum += pair;
    sum += next;
    const double difference = next - pair;
    square += difference * difference;
  }

  /// Ends a hypercube, or the part of it in this chunk, or all that lie there.  Returns the
  /// variance of a sample.
  __device__ double close(double inverse) {
    mean += inverse * sum;
    const statistics::CubeCovariance found = statistics::cube_covariance(square, inverse);
    const double added = statistics::not_nan(found.of_mean);
    variance += added;
    greatest_part = max(greatest_part, upper_word(added));
    sum = square = 0;
    return found.of_sample;
  }

  __device__ void end_cube(uint64 slot) {
    const auto found = static_cast<float>(close(reciprocal(cube_samples)));
    const Ended one{has ? weight * found : 0.0f, cube, slot};
    // Places that are known when it is compiled stay in registers.
#pragma unroll
    for (int i = 0; i < max_ends; ++i)
      if (i == ends) ended[i] = one;
    ++ends;
  }

  __device__ void store() const {
    if (!has) return;
    const auto ncomp = static_cast<uint64>(all.ncomp);
    double *const sums = all.chunk_sums + (chunk - all.first_chunk) * 2 * ncomp;
    sums[threadIdx.x] = mean;
    sums[ncomp + threadIdx.x] = variance;
    // Most chunks have nothing greater than those before.
    const auto raise = [](uint32 &most, uint32 own) {
      if (own > *static_cast<volatile uint32 *>(&most)) atomicMax(&most, own);
    };
    raise(all.state->greatest[threadIdx.x], greatest);
    raise(all.state->greatest_part[threadIdx.x], greatest_part);
  }
};

template <bool adaptive>
__global__ void __launch_bounds__(wide_max_ncomp)
    sum_chunks(const __grid_constant__ SamplesArguments arguments,
               const __grid_constant__ WideSumming all) {
  __shared__ TileRoom rooms[2];
  const statistics::Chunks chunks = chunks_of(arguments, adaptive);
  WideChunk<adaptive>(arguments, all, chunks, rooms, all.first_chunk + blockIdx.x).run();
}

/// Not tuned: they move what is in memory.
constexpr int join_threads = 128;

/// A thread for each sum of a group.
__global__ void __launch_bounds__(join_threads)
    join_chunks(const __grid_constant__ SamplesArguments arguments,
                const __grid_constant__ WideSumming all) {
  constexpr int chunks = statistics::chunks_per_group;
  const auto sums = 2 * static_cast<uint64>(all.ncomp);
  const uint64 k = uint64{blockIdx.x} * join_threads + threadIdx.x;
  if (k >= sums) return;
  const uint64 first = uint64{blockIdx.y} * chunks;
  double sum[chunks];
#pragma unroll
  for (int i = 0; i < chunks; ++i)
    sum[i] = first + i < all.chunks ? all.chunk_sums[(first + i) * sums + k] : 0;
#pragma unroll
  for (int step = 1; step < chunks; step *= 2)
#pragma unroll
    for (int i = 0; i < chunks; i += 2 * step) sum[i] += sum[i + step];
  arguments.group_sums[((all.first_chunk + first) / chunks) * sums + k] = sum[0];
}

__device__ void finish_component(const SamplesArguments &arguments, const SamplesFinish &finish,
                                 WideState &state, WideReport &report, int c) {
  __shared__ double room[block_threads / warp_lanes];
  const statistics::Chunks chunks = chunks_of(arguments, finish.adaptive);
  const int sums = 2 * finish.ncomp;
  const double sum = sum_groups(arguments, chunks, sums, c, room);
  const double variance = sum_groups(arguments, chunks, sums, finish.ncomp + c, room);
  if (threadIdx.x != 0) return;
  report_component(report, state, c, arguments, finish.adaptive, sum, variance);
  const auto cubes = static_cast<double>(arguments.ncube);
  state.inverse[c] = rescale_component(state, c, static_cast<double>(chunks.samples), sum / cubes,
                                       sqrt(variance) / cubes);
}

/// The weights for the next iteration, and what is no number of a component.
__device__ void finish_all(const SamplesArguments &arguments, const SamplesFinish &finish,
                           WideState &state, WideReport &report) {
  __shared__ double room[block_threads / warp_lanes];
  const bool has = threadIdx.x < static_cast<unsigned>(finish.ncomp);
  const double inverse = has ? state.inverse[threadIdx.x] : 0;
  const double sum = block_sum(inverse, room);
  if (has) state.weight[threadIdx.x] = statistics::component_weight(inverse, sum, finish.ncomp);
  if (threadIdx.x != 0) return;
  report_counts(report, state, chunks_of(arguments, finish.adaptive).samples);
}

/// The first blocks refine an axis each, or the first of them all axes; the others have a component
/// each, and the last of all to end does the rest.
__global__ void __launch_bounds__(block_threads)
    finish_wide(const __grid_constant__ SamplesArguments arguments,
                const __grid_constant__ SamplesFinish finish, int refining, WideState *state,
                WideReport *report) {
  const int block = static_cast<int>(blockIdx.x);
  if (block < refining)
    refine_axis(arguments, finish, block);
  else
    finish_component(arguments, finish, *state, *report, block - refining);
  __syncthreads();
  if (last_block(&state->ticket)) finish_all(arguments, finish, *state, *report);
}

}  // namespace

void launch_sum_chunks(const SamplesArguments &arguments, const WideSumming &summing,
                       cudaStream_t stream) {
  const auto blocks = static_cast<unsigned>(summing.chunks);
  const auto threads =
      static_cast<unsigned>((summing.ncomp + warp_lanes - 1) / warp_lanes * warp_lanes);
  if (summing.adaptive)
    sum_chunks<true><<<blocks, threads, 0, stream>>>(arguments, summing);
  else
    sum_chunks<false><<<blocks, threads, 0, stream>>>(arguments, summing);
}

void launch_join_chunks(const SamplesArguments &arguments, const WideSumming &summing,
                        cudaStream_t stream) {
  const auto groups = static_cast<unsigned>((summing.chunks + statistics::chunks_per_group - 1) /
                                            statistics::chunks_per_group);
  const auto blocks = static_cast<unsigned>((2 * summing.ncomp + join_threads - 1) / join_threads);
  join_chunks<<<dim3(blocks, groups), join_threads, 0, stream>>>(arguments, summing);
}

void launch_finish_wide(const SamplesArguments &arguments, const SamplesFinish &finish,
                        WideState *state, WideReport *report, cudaStream_t stream) {
  const unsigned refining = refining_blocks(finish);
  finish_wide<<<refining + static_cast<unsigned>(finish.ncomp), block_threads, 0, stream>>>(
      arguments, finish, static_cast<int>(refining), state, report);
}

}  // namespace cuboid::engine::cuda
