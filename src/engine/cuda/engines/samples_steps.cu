#include "engine/cuda/engines/samples_steps.hpp"
#include "map/refine_constants.hpp"
#include "statistics/scaling.hpp"
#include "statistics/stratify.hpp"

namespace cuboid::engine::cuda {

namespace {

constexpr int block_threads = 1024;
constexpr int tile_threads = 1024;
constexpr int cubes_per_thread = samples_cubes_per_tile / tile_threads;
constexpr int join_threads = 256;
constexpr int most_intervals = samples_most_intervals;
static_assert(most_intervals == 2 * block_threads);
constexpr uint32 infinite_word = 0x7FF00000u;

struct Plus {
  template <class Number>
  __device__ Number operator()(Number a, Number b) const {
    return a + b;
  }
};
struct Greater {
  template <class Number>
  __device__ Number operator()(Number a, Number b) const {
    return a > b ? a : b;
  }
};

/// The sum, or what else, over the threads of a block up to and with the calling one: first in its
/// warp, then over the warps before it.  room: [blockDim.x / 32] in shared memory.
template <class Number, class Operation>
__device__ Number block_scan(Number value, Number *room, Operation operation) {
  const unsigned lane = threadIdx.x % 32;
  const unsigned warp = threadIdx.x / 32;
  const unsigned warps = blockDim.x / 32;
  for (unsigned step = 1; step < 32; step *= 2) {
    const Number other = __shfl_up_sync(0xFFFFFFFFu, value, step);
    if (lane >= step) value = operation(other, value);
  }
  if (lane == 31) room[warp] = value;
  __syncthreads();
  if (warp == 0) {
    Number total = lane < warps ? room[lane] : Number{};
    for (unsigned step = 1; step < 32; step *= 2) {
      const Number other = __shfl_up_sync(0xFFFFFFFFu, total, step);
      if (lane >= step) total = operation(other, total);
    }
    if (lane < warps) room[lane] = total;
  }
  __syncthreads();
  if (warp > 0) value = operation(room[warp - 1], value);
  __syncthreads();
  return value;
}

/// The sum over a block, by a tree, in all of its threads.  room: [blockDim.x / 32] in shared
/// memory.
template <class Number>
__device__ Number block_sum(Number value, Number *room) {
  const unsigned lane = threadIdx.x % 32;
  for (int step = 1; step < 32; step *= 2) value += __shfl_xor_sync(0xFFFFFFFFu, value, step);
  if (lane == 0) room[threadIdx.x / 32] = value;
  __syncthreads();
  value = lane < blockDim.x / 32 ? room[lane] : Number{};
  for (int step = 1; step < 32; step *= 2) value += __shfl_xor_sync(0xFFFFFFFFu, value, step);
  __syncthreads();
  return value;
}

/// True in all threads of the block that is the last to come here.  It sees what the first threads
/// of the other blocks have written before.
__device__ bool last_block(uint32 *ticket) {
  __shared__ bool last;
  if (threadIdx.x == 0) {
    __threadfence();
    last = atomicAdd(ticket, 1u) == gridDim.x - 1;
    if (last) *ticket = 0;
    __threadfence();
  }
  __syncthreads();
  return last;
}

/// The hypercubes of a thread: neighbours, so that they come in one access.
struct alignas(16) Neighbours {
  float variance[cubes_per_thread];
};

/// What the samples of hypercubes are in proportion to, one after the other; 0 behind the last one.
__device__ Neighbours weights(const SamplesStratification &strata, uint64 first) {
  Neighbours result;
  if (first + cubes_per_thread <= strata.ncube) {
    result = *reinterpret_cast<const Neighbours *>(strata.variance + first);
  } else {
    for (int i = 0; i < cubes_per_thread; ++i)
      result.variance[i] = first + i < strata.ncube ? strata.variance[first + i] : 0;
  }
  for (int i = 0; i < cubes_per_thread; ++i)
    result.variance[i] = __powf(result.variance[i], strata.power);
  return result;
}

/// The sum of the weights.
__global__ void __launch_bounds__(tile_threads) weigh_cubes(SamplesStratification strata) {
  __shared__ double room[tile_threads / 32];
  const uint64 first =
      uint64{blockIdx.x} * samples_cubes_per_tile + threadIdx.x * uint64{cubes_per_thread};
  const Neighbours weight = weights(strata, first);
  double sum = 0;
  for (int i = 0; i < cubes_per_thread; ++i) sum += weight.variance[i];
  sum = block_sum(sum, room);
  if (threadIdx.x == 0) strata.tile_sum[blockIdx.x] = sum;
  if (!last_block(strata.ticket)) return;
  sum = 0;
  for (uint64 tile = threadIdx.x; tile < gridDim.x; tile += tile_threads)
    sum += __ldcg(strata.tile_sum + tile);
  sum = block_sum(sum, room);
  if (threadIdx.x == 0) strata.tile_sum[0] = sum;
}

/// Numbers of samples, and where those of each hypercube end in its tile.
__global__ void __launch_bounds__(tile_threads) count_samples(SamplesStratification strata) {
  __shared__ uint64 room[tile_threads / 32];
  __shared__ uint64 last_end;
  __shared__ statistics::Allocation allocation;
  if (threadIdx.x == 0)
    allocation = statistics::allocate(strata.samples, strata.ncube, strata.tile_sum[0]);
  const uint64 first =
      uint64{blockIdx.x} * samples_cubes_per_tile + threadIdx.x * uint64{cubes_per_thread};
  const Neighbours weight = weights(strata, first);
  __syncthreads();
  uint32 count[cubes_per_thread];
  uint64 sum = 0;
  for (int i = 0; i < cubes_per_thread; ++i) {
    count[i] = first + i < strata.ncube ? allocation.samples(first + i, weight.variance[i]) : 0;
    sum += count[i];
  }
  const uint64 upto = block_scan(sum, room, Plus{});
  const uint32 end = static_cast<uint32>(upto);
  static_assert(cubes_per_thread == 4);
  *reinterpret_cast<uint4 *>(strata.cube_end + first) =
      uint4{end - count[3] - count[2] - count[1], end - count[3] - count[2], end - count[3], end};
  // The sum up to the last warp.
  if (threadIdx.x == 0) strata.tile_first[blockIdx.x + 1] = room[tile_threads / 32 - 1];
  if (!last_block(strata.ticket + 1)) return;
  uint64 before = 0;
  for (uint64 tile = 0; tile < gridDim.x; tile += tile_threads) {
    const bool has = tile + threadIdx.x < gridDim.x;
    const uint64 samples = has ? __ldcg(strata.tile_first + tile + threadIdx.x + 1) : 0;
    const uint64 end = before + block_scan(samples, room, Plus{});
    if (has) strata.tile_first[tile + threadIdx.x + 1] = end;
    if (threadIdx.x == tile_threads - 1) last_end = end;
    __syncthreads();
    before = last_end;
    __syncthreads();
  }
  if (threadIdx.x == 0) strata.tile_first[0] = 0;
}

/// One thread for each chunk, or its warp if the hypercube spans many.
__global__ void join_pieces(SamplesArguments arguments) {
  const uint64 tiles = (arguments.ncube + samples_cubes_per_tile - 1) / samples_cubes_per_tile;
  const statistics::Chunks chunks = statistics::make_chunks(arguments.tile_first[tiles], 0);
  const uint64 chunk = uint64{blockIdx.x} * blockDim.x + threadIdx.x;
  const uint32 cube = chunk < chunks.count ? arguments.piece_cube[2 * chunk + 1] : samples_no_cube;
  constexpr uint64 alone = 8;
  double variance = cube == samples_no_cube ? 0 : arguments.piece_variance[2 * chunk + 1];
  uint64 next = chunk + 1;
  bool open = cube != samples_no_cube;
  for (uint64 i = 0; i < alone && open; ++i) {
    open = next < chunks.count && arguments.piece_cube[2 * next] == cube;
    if (open) variance += arguments.piece_variance[2 * next++];
  }
  for (unsigned waiting = __ballot_sync(0xFFFFFFFFu, open); waiting != 0; waiting &= waiting - 1) {
    const int owner = __ffs(static_cast<int>(waiting)) - 1;
    const uint32 wanted = __shfl_sync(0xFFFFFFFFu, cube, owner);
    const uint64 start = __shfl_sync(0xFFFFFFFFu, next, owner);
    double sum = 0;
    for (uint64 begin = start;; begin += 32) {
      const uint64 mine = begin + threadIdx.x % 32;
      const bool has = mine < chunks.count && arguments.piece_cube[2 * mine] == wanted;
      if (has) sum += arguments.piece_variance[2 * mine];
      if (!__all_sync(0xFFFFFFFFu, has)) break;
    }
    for (int lane = 1; lane < 32; lane *= 2) sum += __shfl_xor_sync(0xFFFFFFFFu, sum, lane);
    if (static_cast<int>(threadIdx.x % 32) == owner) variance += sum;
  }
  if (cube != samples_no_cube)
    arguments.variance[cube] = fminf(static_cast<float>(variance), statistics::most_variance);
}

/// The refinement of src/map/refine_importance.hpp, with two neighbouring intervals a thread.
__device__ void refine_axis(const SamplesArguments &arguments, const SamplesFinish &finish,
                            int axis, double samples) {
  __shared__ double room[block_threads / 32];
  __shared__ uint64 room_for_edges[block_threads / 32];
  __shared__ double values[most_intervals];
  __shared__ uint64 edges[most_intervals + 1];
  const uint32 n = arguments.intervals;
  const uint32 first = 2 * threadIdx.x;
  bool has[2];
  for (uint32 k = 0; k < 2; ++k) {
    const uint32 i = first + k;
    has[k] = i < n;
    double squares = 0;
    for (int other = 0; other < finish.ndim; ++other)
      if (has[k] && (finish.one_map || other == axis)) {
        const uint64 place = static_cast<uint64>(other) * n + i;
        squares += static_cast<double>(arguments.histogram[place]);
        arguments.histogram[place] = 0;
      }
    values[i] = squares;
  }
  __syncthreads();
  double weight[2];
  for (uint32 k = 0; k < 2; ++k) {
    const uint32 i = first + k;
    const double before = values[has[k] && i > 0 ? i - 1 : i];
    const double after = values[i + 1 < n ? i + 1 : i];
    weight[k] = has[k] ? (before + 6 * values[i] + after) / 8 : 0;
  }
  const double sum = block_sum(weight[0] + weight[1], room);
  if (!(sum > 0) || finish.alpha == 0) return;
  const double mean = 1.0 / n;
  double squares = 0;
  for (uint32 k = 0; k < 2; ++k) {
    weight[k] /= sum;
    const double deviation = has[k] ? weight[k] / mean - 1 : 0;
    squares += deviation * deviation;
  }
  const double variance = block_sum(squares, room) * mean;
  const double noise = map::count_noise / samples;
  if (!(variance > noise)) return;
  const double kept = 1 - noise / variance;
  for (uint32 k = 0; k < 2; ++k) {
    const double share = fmax(mean + kept * (weight[k] - mean), map::least_share);
    weight[k] = !has[k] ? 0 : share < 1 ? pow((1 - share) / -log(share), finish.alpha) : 1;
  }
  const double upto = block_scan(weight[0] + weight[1], room, Plus{});
  values[first] = upto - weight[1];
  values[first + 1] = upto;
  map::MapInterval *const intervals = finish.map + static_cast<uint64>(axis) * n;
  for (uint32 k = 0; k < 2; ++k)
    if (has[k]) edges[first + k] = intervals[first + k] >> 32;
  if (threadIdx.x == 0) edges[n] = uint64{1} << 32;
  __syncthreads();

  uint64 edge[2] = {0, 0};
  for (uint32 k = 0; k < 2; ++k) {
    const uint32 i = first + k;
    if (!has[k] || i == 0) continue;
    const double wanted = values[n - 1] * (static_cast<double>(i) / n);
    uint32 low = 0;
    uint32 high = n - 1;
    while (low < high) {
      const uint32 middle = (low + high) / 2;
      if (values[middle] < wanted)
        low = middle + 1;
      else
        high = middle;
    }
    const double begin = low == 0 ? 0 : values[low - 1];
    const double part = fmin(fmax((wanted - begin) / (values[low] - begin), 0.0), 1.0);
    edge[k] = edges[low] +
              static_cast<uint64>(llrint(part * static_cast<double>(edges[low + 1] - edges[low])));
  }
  __syncthreads();
  // Edges at least 1 apart: the greatest so far of edge - number, plus the number.
  for (uint32 k = 0; k < 2; ++k) edge[k] = edge[k] > first + k ? edge[k] - (first + k) : uint64{0};
  const uint64 own = edge[0];
  edge[1] = block_scan(max(edge[0], edge[1]), room_for_edges, Greater{});
  // The greatest up to the first of the two: of those before, whose scan the neighbour holds.
  edges[first] = edge[1];
  __syncthreads();
  edge[0] = max(own, first > 0 ? edges[first - 2] : uint64{0});
  __syncthreads();
  for (uint32 k = 0; k < 2; ++k)
    if (has[k]) edges[first + k] = min(edge[k] + first + k, (uint64{1} << 32) - (n - first - k));
  if (threadIdx.x == 0) edges[n] = uint64{1} << 32;
  __syncthreads();
  for (uint32 k = 0; k < 2; ++k) {
    const uint32 i = first + k;
    if (!has[k]) continue;
    const map::MapInterval interval = map::make_map_interval(edges[i], edges[i + 1]);
    for (int other = 0; other < finish.ndim; ++other)
      if (finish.one_map || other == axis)
        finish.map[static_cast<uint64>(other) * n + i] = interval;
  }
}

__device__ double from_upper_word(uint32 word) {
  return __hiloint2double(static_cast<int>(word), 0);
}

/// Sums over the hypercubes, then the scales for the next iteration.
__device__ void report_sums(const SamplesArguments &arguments, const SamplesFinish &finish,
                            const statistics::Chunks &chunks) {
  __shared__ double room[block_threads / 32];
  __shared__ double means[samples_ncomp_limit];
  __shared__ double variances[samples_ncomp_limit];
  SamplesState &state = *arguments.state;
  const int nsums = finish.ncomp + finish.ncomp * (finish.ncomp + 1) / 2;
  const double cubes = static_cast<double>(arguments.ncube);
  int row = 0;
  int column = 0;
  for (int k = 0; k < nsums; ++k) {
    double sum = 0;
    for (uint64 group = threadIdx.x; group < chunks.groups(); group += block_threads)
      sum += arguments.group_sums[group * static_cast<uint64>(nsums) + static_cast<uint64>(k)];
    sum = block_sum(sum, room) / cubes;
    if (threadIdx.x != 0) continue;
    if (k < finish.ncomp) {
      means[k] = sum;
      finish.report->integral[k] = sum / state.scale[k];
    } else {
      // The diagonal comes last in its row: until it is there, the correlations lack its factor.
      sum *= cubes;
      if (row == column) {
        variances[row] = sum;
        const double sigma = sqrt(sum);
        finish.report->error[row] = sigma / cubes / state.scale[row];
        for (int other = 0; other < row; ++other) {
          double &correlation = finish.report->correlation[row * (row + 1) / 2 + other];
          correlation = sigma > 0 ? correlation / sigma : 0;
        }
        finish.report->correlation[k - finish.ncomp] = sum > 0 ? 1 : 0;
      } else {
        const double sigma = sqrt(variances[column]);
        finish.report->correlation[k - finish.ncomp] = sigma > 0 ? sum / sigma : 0;
      }
      if (column++ == row) {
        ++row;
        column = 0;
      }
    }
  }
  if (threadIdx.x != 0) return;
  finish.report->samples = chunks.samples;
  finish.report->nonfinite = state.nonfinite;
  finish.report->first_nonfinite = state.first_nonfinite;
  double sum = 0;
  double shares[samples_ncomp_limit];
  for (int c = 0; c < finish.ncomp; ++c) {
    const double sample =
        from_upper_word(state.greatest[c]) / static_cast<double>(arguments.samples_per_cube);
    const double largest =
        finish.adaptive ? from_upper_word(state.greatest_cube[c]) : sample * sample;
    finish.report->dominance[c] = variances[c] > 0 ? largest / variances[c] : 0;
    const uint32 word = state.greatest[c];
    const double old = state.scale[c];
    if (word >= 0x00100000u && word < infinite_word)
      state.scale[c] = fmin(
          fmax(scalbn(old, -statistics::scaling_exponent(word, means[c], sqrt(variances[c]) / cubes,
                                                         static_cast<double>(chunks.samples))),
               0x1p-1000),
          0x1p1000);
    const double scaled = means[c] * (state.scale[c] / old);
    const double inverse = 1 / (scaled * scaled);
    shares[c] = scaled != 0 && isfinite(inverse) ? inverse : 0;
    sum += shares[c];
  }
  for (int c = 0; c < finish.ncomp; ++c) {
    state.weight[c] =
        sum > 0 ? static_cast<float>(shares[c] / sum) : 1.0f / static_cast<float>(finish.ncomp);
    state.greatest[c] = 0;
    state.greatest_cube[c] = 0;
  }
  state.nonfinite = 0;
  state.first_nonfinite = ~uint64{0};
  __threadfence_system();
}

/// The last block adds up, the others refine one axis each, or the first of them all axes.
__global__ void __launch_bounds__(block_threads)
    finish_iteration(SamplesArguments arguments, SamplesFinish finish) {
  const uint64 tiles = (arguments.ncube + samples_cubes_per_tile - 1) / samples_cubes_per_tile;
  const uint64 samples =
      finish.adaptive ? arguments.tile_first[tiles] : arguments.ncube * arguments.samples_per_cube;
  const statistics::Chunks chunks =
      statistics::make_chunks(samples, finish.adaptive ? 0 : arguments.samples_per_cube);
  if (blockIdx.x == gridDim.x - 1) {
    report_sums(arguments, finish, chunks);
    return;
  }
  const double per_interval = static_cast<double>(samples) / chunks.histogram_stride /
                              arguments.intervals * (finish.one_map ? finish.ndim : 1);
  refine_axis(arguments, finish, static_cast<int>(blockIdx.x), per_interval);
}

}  // namespace

void launch_stratify(const SamplesStratification &stratification, cudaStream_t stream) {
  const auto tiles = static_cast<unsigned>((stratification.ncube + samples_cubes_per_tile - 1) /
                                           samples_cubes_per_tile);
  weigh_cubes<<<tiles, tile_threads, 0, stream>>>(stratification);
  count_samples<<<tiles, tile_threads, 0, stream>>>(stratification);
}

void launch_join_pieces(const SamplesArguments &arguments, uint64 most_chunks,
                        cudaStream_t stream) {
  const auto blocks = static_cast<unsigned>((most_chunks + join_threads - 1) / join_threads);
  join_pieces<<<blocks, join_threads, 0, stream>>>(arguments);
}

void launch_finish(const SamplesArguments &arguments, const SamplesFinish &finish,
                   cudaStream_t stream) {
  const int refining = finish.alpha == 0 ? 0 : finish.one_map ? 1 : finish.ndim;
  finish_iteration<<<static_cast<unsigned>(refining) + 1, block_threads, 0, stream>>>(arguments,
                                                                                      finish);
}

}  // namespace cuboid::engine::cuda
