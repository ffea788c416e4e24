#include "engine/cuda/engines/samples_merge.hpp"
#include "engine/cuda/engines/samples_pieces.cuh"
#include "engine/cuda/kernel/samples_cubes.cuh"
#include "statistics/cube_variance.hpp"

namespace cuboid::engine::cuda {

namespace {

constexpr int merge_threads = 512;
static_assert(merge_threads > samples_most_parts);
constexpr unsigned begin_threads = 128;

/// The beginning of a rank's range.  A hypercube of which it has only the end counts as one of its
/// own: what is wrong there is set right when the pieces are joined.
__device__ SamplesBegin begin_of(const SamplesArguments &whole, const statistics::Chunks &chunks,
                                 bool adaptive, uint32 rank) {
  const uint64 chunk = chunk_begin(chunks, rank, whole.ranks);
  if (!adaptive) return {chunk, 0};
  return {chunk, chunk < chunks.count ? find_cube(whole, chunks.begin(chunk)).cube : whole.ncube};
}

/// By 16 bytes: what comes from another device comes faster the more of it is on its way.
template <class Number>
__device__ void copy_range(Number *__restrict__ to, const Number *__restrict__ from, uint64 begin,
                           uint64 end) {
  constexpr uint64 width = sizeof(uint4) / sizeof(Number);
  const uint64 threads = uint64{gridDim.x} * blockDim.x;
  const uint64 thread = uint64{blockIdx.x} * blockDim.x + threadIdx.x;
  const uint64 first = min(end, (begin + width - 1) / width * width);
  const uint64 last = max(first, end / width * width);
  for (uint64 i = begin + thread; i < first; i += threads) to[i] = from[i];
  const auto *const wide_from = reinterpret_cast<const uint4 *>(from);
  auto *const wide_to = reinterpret_cast<uint4 *>(to);
#pragma unroll 4
  for (uint64 i = first / width + thread; i < last / width; i += threads) wide_to[i] = wide_from[i];
  for (uint64 i = last + thread; i < end; i += threads) to[i] = from[i];
}

__device__ void add_histograms(const SamplesArguments &whole, const SamplesMerge &merge) {
  const uint32 threads = gridDim.x * blockDim.x;
  for (uint32 i = blockIdx.x * blockDim.x + threadIdx.x; i < merge.cells; i += threads) {
    uint64 units = 0;
    for (uint32 rank = 0; rank < whole.ranks; ++rank) units += merge.part[rank].histogram[i];
    whole.histogram[i] = units;
    if (merge.next_histogram != nullptr) merge.next_histogram[i] = 0;
  }
}

/// What is counted: that of all ranks, and nothing yet in the next iteration.
__device__ void add_counts(const SamplesArguments &whole, const SamplesMerge &merge) {
  for (uint32 rank = 0; rank < whole.ranks; ++rank)
    add_state(*whole.counted, *merge.part[rank].counted, merge.ncomp);
  if (merge.next_counted == nullptr) return;
  *merge.next_counted = {};
  merge.next_counted->first_nonfinite = ~uint64{0};
}

__global__ void __launch_bounds__(merge_threads)
    merge_parts(const __grid_constant__ SamplesArguments whole,
                const __grid_constant__ SamplesMerge merge) {
  __shared__ SamplesBegin begins[samples_most_parts + 1];
  const statistics::Chunks chunks = chunks_of(whole, merge.adaptive);
  if (threadIdx.x <= whole.ranks)
    begins[threadIdx.x] = begin_of(whole, chunks, merge.adaptive, threadIdx.x);
  __syncthreads();
  add_histograms(whole, merge);
  constexpr uint64 of_group = statistics::chunks_per_group;
  for (uint32 rank = 0; rank < whole.ranks; ++rank) {
    if (rank == whole.rank) continue;
    const SamplesPart &part = merge.part[rank];
    const SamplesBegin begin = begins[rank], end = begins[rank + 1];
    copy_range(whole.group_sums, part.group_sums,
               (begin.chunk + of_group - 1) / of_group * merge.sums,
               (end.chunk + of_group - 1) / of_group * merge.sums);
    if (merge.adaptive) copy_range(whole.variance, part.variance, begin.cube, end.cube);
  }
  if (blockIdx.x == 0 && threadIdx.x == 0) add_counts(whole, merge);
}

/// The hypercubes that lie in the ranges of several ranks: a warp for each beginning of a range.
__global__ void __launch_bounds__(32 * samples_most_parts)
    join_across(const __grid_constant__ SamplesArguments whole,
                const __grid_constant__ SamplesMerge merge) {
  const statistics::Chunks chunks = chunks_of(whole, true);
  const auto piece = [&](uint64 slot) {
    uint32 rank = whole.ranks - 1;
    while (rank > 0 && chunk_begin(chunks, rank, whole.ranks) > slot / 2) --rank;
    return Piece{merge.part[rank].piece_cube[slot], merge.part[rank].piece_variance[slot]};
  };
  const uint64 begin = chunk_begin(chunks, threadIdx.x / 32 + 1, whole.ranks);
  if (begin >= chunks.count) return;
  const uint32 cube = piece(2 * begin).cube;
  if (cube == samples_no_cube) return;
  const CubePlace place = find_cube(whole, begin * chunks.length);
  const bool first_lane = threadIdx.x % 32 == 0;
  const double variance = joined(piece, (place.tile_first + place.begin) / chunks.length,
                                 chunks.count, first_lane ? cube : samples_no_cube);
  if (first_lane) whole.variance[cube] = statistics::bounded_variance(static_cast<float>(variance));
}

__global__ void __launch_bounds__(begin_threads)
    find_begins(const __grid_constant__ SamplesArguments whole, bool adaptive,
                SamplesBegin *begins) {
  const uint32 rank = blockIdx.x * blockDim.x + threadIdx.x;
  if (rank > whole.ranks) return;
  begins[rank] = begin_of(whole, chunks_of(whole, adaptive), adaptive, rank);
}

}  // namespace

void launch_merge(const SamplesArguments &whole, const SamplesMerge &merge, unsigned blocks,
                  cudaStream_t stream) {
  merge_parts<<<blocks, merge_threads, 0, stream>>>(whole, merge);
  if (merge.adaptive) join_across<<<1, 32 * whole.ranks, 0, stream>>>(whole, merge);
}

void launch_begins(const SamplesArguments &whole, bool adaptive, SamplesBegin *begins,
                   cudaStream_t stream) {
  find_begins<<<whole.ranks / begin_threads + 1, begin_threads, 0, stream>>>(whole, adaptive,
                                                                             begins);
}

}  // namespace cuboid::engine::cuda
