// What the blocks of the kernels between two fills do, for one integral or for one of many.
#pragma once

#include <algorithm>

#include "engine/cuda/engines/block_sums.cuh"
#include "engine/cuda/engines/samples_pieces.cuh"
#include "engine/cuda/engines/samples_steps.hpp"
#include "engine/cuda/kernel/samples_cubes.cuh"
#include "map/refinement.hpp"
#include "statistics/cube_variance.hpp"
#include "statistics/estimates.hpp"
#include "statistics/scaling.hpp"

namespace cuboid::engine::cuda {

/// The most that a block may have: a single block refines the map.
constexpr int block_threads = 1024;
constexpr int max_intervals = samples_max_intervals;
static_assert(max_intervals == 2 * block_threads);

/// Of a block that joins pieces; 128 and 512 take as long (gpu_launch.txt).
constexpr int joining_threads = 256;

/// Blocks that refine one axis each, or the first of them all axes.
inline unsigned refining_blocks(const SamplesFinish &finish) {
  return static_cast<unsigned>(finish.step.alpha == 0 ? 0 : finish.one_map ? 1 : finish.ndim);
}

/// Of a block that finishes an iteration: two intervals to a thread, and a thread to each group of
/// chunks, since with fewer their sums would follow another tree.
inline unsigned finish_threads(const SamplesArguments &arguments, uint64 max_chunks) {
  const uint64 groups = max_chunks / statistics::chunks_per_group + 1;
  const uint64 wanted = std::max<uint64>((arguments.intervals + 1) / 2, groups);
  return static_cast<unsigned>(std::min<uint64>((wanted + 31) / 32 * 32, block_threads));
}

/// Blocks of so many threads for the chunks of a rank.  max_chunks: of all ranks.
inline unsigned join_blocks(const SamplesArguments &arguments, uint64 max_chunks,
                            unsigned threads = joining_threads) {
  const uint64 groups = max_chunks / statistics::chunks_per_group / arguments.ranks + 1;
  return static_cast<unsigned>(groups * statistics::chunks_per_group / threads + 1);
}

/// One thread for each chunk of a rank, or its warp if the hypercube spans many.  block: of those
/// that join.
__device__ inline void join_pieces_of(const SamplesArguments &arguments, uint32 block) {
  const statistics::Chunks chunks = chunks_of(arguments, true);
  const uint64 end = chunk_begin(chunks, arguments.rank + 1, arguments.ranks);
  const uint64 chunk = chunk_begin(chunks, arguments.rank, arguments.ranks) +
                       uint64{block} * blockDim.x + threadIdx.x;
  const uint32 cube = chunk < end ? arguments.piece_cube[2 * chunk + 1] : samples_no_cube;
  const auto piece = [&](uint64 slot) {
    return Piece{arguments.piece_cube[slot], arguments.piece_variance[slot]};
  };
  const double variance = joined(piece, chunk, end, cube);
  if (cube != samples_no_cube)
    arguments.variance[cube] = statistics::bounded_variance(static_cast<float>(variance));
}

/// One axis of the map, refined as src/map/refine_importance.cpp does it, by a block with two
/// neighbouring intervals a thread.
struct AxisRefinement {
  const SamplesArguments &arguments;
  const SamplesFinish &finish;
  int axis;
  uint32 n;        ///< intervals
  uint32 first;    ///< of the thread
  double *room;    ///< [block_threads / 32] in shared memory
  double *values;  ///< [max_intervals] in shared memory
  uint64 *edges;   ///< [max_intervals + 1] in shared memory
  bool has[2];     ///< which of its intervals there are
  double weight[2];

  /// The squares of the intervals, into values, and clears the histograms.
  __device__ void take_histograms() {
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
  }

  /// What smoothing at a stride takes from the intervals, into details; values are then smooth.
  __device__ void smooth(uint32 stride, double (&details)[2]) {
    double next[2] = {0, 0};
    for (uint32 k = 0; k < 2; ++k) {
      const uint32 i = first + k;
      if (!has[k]) continue;
      next[k] = map::smoothed(values[map::interval_before(i, stride)], values[i],
                              values[map::interval_after(i, stride, n)]);
      details[k] = values[i] - next[k];
    }
    __syncthreads();
    for (uint32 k = 0; k < 2; ++k)
      if (has[k]) values[first + k] = next[k];
    __syncthreads();
  }

  __device__ double mean_square(const double (&deviations)[2]) const {
    const double squares = deviations[0] * deviations[0] + deviations[1] * deviations[1];
    return block_sum(squares, room) / n;
  }

  /// Takes the noise from values, whose mean is 1: what is left of the intervals, into weight.
  /// False in all threads if nothing is left but 1.
  __device__ bool remove_noise(map::HistogramNoise &noise) {
    double details[2] = {0, 0};
    bool any = false;
    const auto keep = [&](double part) {
      any = any || part > 0;
      for (uint32 k = 0; k < 2; ++k) weight[k] += part * details[k];
    };
    weight[0] = weight[1] = 1;
    smooth(1, details);
    noise = map::histogram_noise(mean_square(details), n);
    const uint32 scales = map::refinement_scales(n);
    for (uint32 scale = 1; scale < scales; ++scale) {
      smooth(uint32{1} << scale, details);
      keep(map::kept_of_details(mean_square(details), scale, noise));
    }
    for (uint32 k = 0; k < 2; ++k) details[k] = has[k] ? values[first + k] - 1 : 0;
    keep(map::kept_of_smoothed(mean_square(details), scales - 1, noise));
    return any;
  }

  /// The weights of the intervals.  False in all threads if the map is to stay.
  __device__ bool weigh(map::HistogramNoise &noise) {
    double sum = 0;
    for (uint32 k = 0; k < 2; ++k)
      if (has[k]) sum += values[first + k];
    sum = block_sum(sum, room);
    if (!(sum > 0) || finish.step.alpha == 0) return false;
    for (uint32 k = 0; k < 2; ++k)
      if (has[k]) values[first + k] *= n / sum;
    __syncthreads();
    if (!remove_noise(noise)) return false;
    const double exponent = map::refinement_exponent(finish.step, noise);
    const map::MapInterval *const intervals = finish.map + static_cast<uint64>(axis) * n;
    for (uint32 k = 0; k < 2; ++k) {
      const double width = has[k] ? n * 0x1p-32 * map::interval_width(intervals[first + k]) : 1;
      const double squares = map::counting_squares(weight[k]);
      weight[k] = has[k] ? pow(map::squares_by_width(squares, width, finish.step), exponent) : 0;
    }
    return true;
  }

  /// The shares of the new map up to each interval and with it, into values; the edges as they are.
  __device__ void sum_weights(double even_share) {
    const double upto = block_scan(weight[0] + weight[1], room, Plus{});
    values[first] = upto - weight[1];
    values[first + 1] = upto;
    const map::MapInterval *const intervals = finish.map + static_cast<uint64>(axis) * n;
    for (uint32 k = 0; k < 2; ++k)
      if (has[k]) edges[first + k] = map::interval_lower(intervals[first + k]);
    if (threadIdx.x == 0) edges[n] = map::whole_axis;
    __syncthreads();
    const double total = values[n - 1];
    __syncthreads();
    for (uint32 k = 0; k < 2; ++k)
      if (has[k])
        values[first + k] =
            map::share_below(values[first + k] / total, edges[first + k + 1], even_share);
    __syncthreads();
  }

  /// The edge up to which the intervals weigh i / n of all.
  __device__ uint64 edge_at(uint32 i) const {
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
    const double part = map::place_in_interval(wanted, begin, values[low] - begin);
    return edges[low] +
           static_cast<uint64>(llrint(part * static_cast<double>(edges[low + 1] - edges[low])));
  }

  /// The new edges, at least 1 apart: the greatest so far of edge - number, plus the number.
  __device__ void move_edges(uint64 *room_for_edges) {
    uint64 edge[2] = {0, 0};
    for (uint32 k = 0; k < 2; ++k)
      if (has[k] && first + k > 0) edge[k] = edge_at(first + k);
    __syncthreads();
    for (uint32 k = 0; k < 2; ++k)
      edge[k] = edge[k] > first + k ? edge[k] - (first + k) : uint64{0};
    const uint64 own = edge[0];
    edge[1] = block_scan(max(edge[0], edge[1]), room_for_edges, Greater{});
    // The greatest up to the first of the two: of those before, whose scan the neighbour holds.
    edges[first] = edge[1];
    __syncthreads();
    edge[0] = max(own, first > 0 ? edges[first - 2] : uint64{0});
    __syncthreads();
    for (uint32 k = 0; k < 2; ++k)
      if (has[k]) edges[first + k] = min(edge[k] + first + k, map::whole_axis - (n - first - k));
    if (threadIdx.x == 0) edges[n] = map::whole_axis;
    __syncthreads();
  }

  __device__ void write_map() const {
    for (uint32 k = 0; k < 2; ++k) {
      const uint32 i = first + k;
      if (!has[k]) continue;
      const map::MapInterval interval = map::make_map_interval(edges[i], edges[i + 1]);
      for (int other = 0; other < finish.ndim; ++other)
        if (finish.one_map || other == axis)
          finish.map[static_cast<uint64>(other) * n + i] = interval;
    }
  }
};

__device__ inline void refine_axis(const SamplesArguments &arguments, const SamplesFinish &finish,
                                   int axis) {
  __shared__ double room[block_threads / 32];
  __shared__ uint64 room_for_edges[block_threads / 32];
  __shared__ double values[max_intervals];
  __shared__ uint64 edges[max_intervals + 1];
  AxisRefinement refinement{
      arguments, finish, axis, arguments.intervals, 2 * threadIdx.x, room, values, edges, {}, {}};
  refinement.take_histograms();
  map::HistogramNoise noise;
  if (!refinement.weigh(noise)) return;
  refinement.sum_weights(noise.even_share);
  refinement.move_edges(room_for_edges);
  refinement.write_map();
}

/// Sums over the hypercubes: of one component's means, or of one covariance.  All threads get it.
__device__ inline double sum_groups(const SamplesArguments &arguments,
                                    const statistics::Chunks &chunks, int nsums, int k,
                                    double *room) {
  double sum = 0;
  // Long iterations have many groups, whose sums shall be on their way together.
#pragma unroll 8
  for (uint64 group = threadIdx.x; group < chunks.groups(); group += blockDim.x)
    sum += arguments.group_sums[group * static_cast<uint64>(nsums) + static_cast<uint64>(k)];
  return block_sum(sum, room);
}

/// What is told of a component.  sum: of the means over the hypercubes; variance: of that sum.
template <class Report, class State>
__device__ void report_component(Report &report, const State &state, int c,
                                 const SamplesArguments &arguments, bool adaptive, double sum,
                                 double variance) {
  const double cubes = static_cast<double>(arguments.ncube);
  const double scale = state.scale[c];
  report.integral[c] = statistics::integral_of(sum, cubes, scale);
  report.error[c] = statistics::error_of(variance, cubes, scale);
  report.dominance[c] =
      adaptive ? statistics::dominance_of_cube(state.greatest_part[c], variance)
               : statistics::dominance_of_sample(state.greatest[c], state.greatest_part[c],
                                                 arguments.samples_per_cube, variance);
  report.greatest[c] = from_upper_word(state.greatest[c]) / scale;
}

/// And of all samples; what is counted of the next ones begins with nothing.
template <class Report, class State>
__device__ void report_counts(Report &report, State &state, uint64 samples) {
  report.samples = samples;
  report.nonfinite = state.nonfinite;
  report.first_nonfinite = state.first_nonfinite;
  state.nonfinite = 0;
  state.first_nonfinite = ~uint64{0};
}

/// The scale of a component for the next iteration, and empties what is counted in one.  mean: of
/// the scaled values; error: the same.  Returns one over the square of the usual size.
template <class State>
__device__ double rescale_component(State &state, int c, double samples, double mean,
                                    double error) {
  const double old = state.scale[c];
  state.scale[c] = statistics::next_scale(old, state.greatest[c], mean, error, samples);
  state.greatest[c] = state.greatest_part[c] = 0;
  const double rescaled = state.scale[c] / old;
  return statistics::inverse_square(mean * rescaled, error * rescaled);
}

/// A row of the correlations, up to the diagonal.  covariances: [row + 1], of which the last is the
/// variance; sigma: [row + 1], square roots of the variances.
template <class Report>
__device__ void report_row(Report &report, int row, const double *covariances,
                           const double *sigma) {
  double *const correlation = report.correlation + row * (row + 1) / 2;
  for (int column = 0; column < row; ++column) {
    const double part = sigma[column] > 0 ? covariances[column] / sigma[column] : 0;
    correlation[column] = sigma[row] > 0 ? part / sigma[row] : 0;
  }
  correlation[row] = covariances[row] > 0 ? 1 : 0;
}

/// The scales and weights for the next iteration.  means: [ncomp], of the scaled values; errors:
/// the same.
__device__ inline void rescale(SamplesState &state, int ncomp, double samples, const double *means,
                               const double *errors) {
  double sum = 0;
  double inverse[samples_ncomp_limit];
  for (int c = 0; c < ncomp; ++c) {
    inverse[c] = rescale_component(state, c, samples, means[c], errors[c]);
    sum += inverse[c];
  }
  for (int c = 0; c < ncomp; ++c)
    state.weight[c] = statistics::component_weight(inverse[c], sum, ncomp);
}

/// Adds up what the chunks gave, reports it, and prepares the next iteration.
template <class Report>
__device__ void report_sums(const SamplesArguments &arguments, const SamplesFinish &finish,
                            const statistics::Chunks &chunks, Report &report) {
  __shared__ double room[block_threads / 32];
  __shared__ double sums[samples_ncomp_limit];
  __shared__ double means[samples_ncomp_limit];
  __shared__ double sigma[samples_ncomp_limit];
  __shared__ double errors[samples_ncomp_limit];
  __shared__ double covariances[samples_ncomp_limit];
  SamplesState &state = *arguments.state;
  const int nsums = finish.ncomp + finish.ncomp * (finish.ncomp + 1) / 2;
  const double cubes = static_cast<double>(arguments.ncube);
  for (int c = 0; c < finish.ncomp; ++c) {
    const double sum = sum_groups(arguments, chunks, nsums, c, room);
    if (threadIdx.x != 0) continue;
    sums[c] = sum;
    means[c] = sum / cubes;
  }
  for (int row = 0, k = finish.ncomp; row < finish.ncomp; ++row) {
    for (int column = 0; column <= row; ++column, ++k) {
      const double sum = sum_groups(arguments, chunks, nsums, k, room);
      // By way of the mean: the last bits of the results are recorded.
      if (threadIdx.x == 0) covariances[column] = sum / cubes * cubes;
    }
    if (threadIdx.x != 0) continue;
    const double variance = covariances[row];
    sigma[row] = sqrt(variance);
    errors[row] = sigma[row] / cubes;
    report_component(report, state, row, arguments, finish.adaptive, sums[row], variance);
    report_row(report, row, covariances, sigma);
  }
  if (threadIdx.x != 0) return;
  report_counts(report, state, chunks.samples);
  rescale(state, finish.ncomp, static_cast<double>(chunks.samples), means, errors);
  __threadfence_system();
}

/// The last one of so many blocks adds up, the others refine one axis each, or the first of them
/// all axes.  report: as SamplesReport.
template <class Report>
__device__ void finish_with_block(const SamplesArguments &arguments, const SamplesFinish &finish,
                                  uint32 blocks, Report &report) {
  if (blockIdx.x == blocks - 1)
    report_sums(arguments, finish, chunks_of(arguments, finish.adaptive), report);
  else
    refine_axis(arguments, finish, static_cast<int>(blockIdx.x));
}

}  // namespace cuboid::engine::cuda
