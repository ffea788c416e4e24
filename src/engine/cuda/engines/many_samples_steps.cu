#include "engine/cuda/engines/many_samples_steps.hpp"

#include <algorithm>

#include "engine/cuda/engines/samples_steps.cuh"
#include "engine/cuda/engines/samples_stratify.cuh"
#include "engine/cuda/kernel/samples_many_place.cuh"

namespace cuboid::engine::cuda {

namespace {

constexpr unsigned warp = 32;
// Not tuned: these kernels move what is in memory, and half or twice as many threads for the pieces
// of one integral make no difference (gpu_launch.txt).
constexpr unsigned join_threads = 128;
constexpr unsigned repeat_threads = 256;

unsigned whole_warps(uint64 threads) {
  return static_cast<unsigned>((threads + warp - 1) / warp * warp);
}

__global__ void repeat_bytes(RepeatedBytes bytes) {
  const uint64 all = bytes.words * bytes.count;
  for (uint64 i = uint64{blockIdx.x} * blockDim.x + threadIdx.x; i < all;
       i += uint64{gridDim.x} * blockDim.x)
    bytes.to[i] = bytes.from[i % bytes.words];
}

/// A block for each integral.
__global__ void number_rows(NumberedRows numbered) {
  const std::int64_t number = numbered.number[blockIdx.x];
  const uint64 end = numbered.rows[blockIdx.x + 1];
  for (uint64 i = numbered.rows[blockIdx.x] + threadIdx.x; i < end; i += blockDim.x)
    numbered.integral[i] = number;
}

/// A block for each integral.
__global__ void __launch_bounds__(tile_places)
    stratify_many(SamplesManyArguments many, uint64 samples, float power) {
  __shared__ double room[tile_places / 32];
  __shared__ uint32 room_for_counts[tile_places / 32];
  const SamplesArguments arguments = arguments_of(many, blockIdx.x);
  auto *const tile_first = const_cast<uint64 *>(arguments.tile_first);
  const SamplesStratification strata{arguments.variance,
                                     tile_first,
                                     nullptr,
                                     const_cast<uint32 *>(arguments.cube_end),
                                     nullptr,
                                     nullptr,
                                     nullptr,
                                     arguments.ncube,
                                     samples,
                                     power};
  const uint64 first = threadIdx.x * uint64{cubes_per_thread};
  const Neighbours weight = weights(strata, first);
  const double sum = block_sum(sum_of(weight), room);
  const statistics::Allocation allocation = statistics::allocate(strata.samples, strata.ncube, sum);
  const Counts counts = count_samples_of(strata, allocation, first, weight);
  store_ends(strata, first, counts, block_scan(counts.sum, room_for_counts, Plus{}));
  if (threadIdx.x != 0) return;
  tile_first[0] = 0;
  tile_first[1] = room_for_counts[blockDim.x / 32 - 1];
}

__global__ void join_pieces_of_many(SamplesManyArguments many) {
  join_pieces_of(arguments_of(many, blockIdx.y), blockIdx.x);
}

/// A row of ManySamplesReports by the names of SamplesReport.
struct ReportRow {
  double *integral, *error, *dominance, *greatest, *correlation;
  uint64 &samples, &nonfinite, &first_nonfinite, &aborted;
};

__device__ ReportRow row_of(const ManySamplesReports &reports, uint32 place) {
  const int ncomp = reports.ncomp;
  double *const row = reports.rows + place * uint64{static_cast<uint32>(reports.width(ncomp))};
  double *const correlation = row + 4 * ncomp;
  auto *const counts = reinterpret_cast<uint64 *>(correlation + ncomp * (ncomp + 1) / 2);
  return {row,       row + ncomp, row + 2 * ncomp, row + 3 * ncomp, correlation,
          counts[0], counts[1],   counts[2],       counts[3]};
}

__global__ void __launch_bounds__(block_threads)
    finish_many(SamplesManyArguments many, SamplesFinish finish, ManySamplesReports reports) {
  const uint32 place = blockIdx.y;
  const SamplesArguments arguments = arguments_of(many, place);
  finish.map += arguments.map - many.common.map;
  ReportRow report = row_of(reports, place);
  finish_with_block(arguments, finish, gridDim.x, report);
  if (blockIdx.x == gridDim.x - 1 && threadIdx.x == 0)
    report.aborted = static_cast<uint64>(many.aborted[many.which[place]]);
}

}  // namespace

void launch_repeat(const RepeatedBytes &bytes, cudaStream_t stream) {
  const uint64 blocks = (bytes.words * bytes.count + repeat_threads - 1) / repeat_threads;
  repeat_bytes<<<static_cast<unsigned>(std::min<uint64>(blocks, 1 << 16)), repeat_threads, 0,
                 stream>>>(bytes);
}

void launch_number(const NumberedRows &numbered, unsigned places, cudaStream_t stream) {
  number_rows<<<places, repeat_threads, 0, stream>>>(numbered);
}

void launch_many_stratify(const SamplesManyArguments &many, unsigned places, uint64 samples,
                          float power, cudaStream_t stream) {
  const unsigned threads =
      whole_warps((many.common.ncube + cubes_per_thread - 1) / cubes_per_thread);
  stratify_many<<<places, threads, 0, stream>>>(many, samples, power);
}

void launch_many_join_pieces(const SamplesManyArguments &many, unsigned places,
                             cudaStream_t stream) {
  const auto blocks = static_cast<unsigned>((many.chunks + join_threads - 1) / join_threads);
  join_pieces_of_many<<<dim3(blocks, places), join_threads, 0, stream>>>(many);
}

void launch_many_finish(const SamplesManyArguments &many, unsigned places,
                        const SamplesFinish &finish, const ManySamplesReports &reports,
                        cudaStream_t stream) {
  finish_many<<<dim3(refining_blocks(finish) + 1, places), finish_threads(many.common, many.chunks),
                0, stream>>>(many, finish, reports);
}

}  // namespace cuboid::engine::cuda
