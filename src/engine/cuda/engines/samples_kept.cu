#include "engine/cuda/engines/block_sums.cuh"
#include "engine/cuda/engines/samples_kept.hpp"

namespace cuboid::engine::cuda {

namespace {

/// Not tuned: the launches around it take longer.
constexpr unsigned block_threads = 256;

/// The width of the interval that holds a place of one axis.
__device__ uint32 width_at(const map::MapInterval *axis, uint32 intervals, double place) {
  const auto at = static_cast<uint64>(place * 0x1p32);
  uint32 first = 0, end = intervals;
  while (end - first > 1) {
    const uint32 middle = (first + end) / 2;
    if (map::interval_lower(axis[middle]) <= at)
      first = middle;
    else
      end = middle;
  }
  return map::interval_width(axis[first]);
}

__global__ void __launch_bounds__(block_threads)
    sum_kept(const KeptSamples kept, const map::MapInterval *map, uint32 intervals, double *sums) {
  __shared__ double room[block_threads / 32];
  const uint64 i = uint64{blockIdx.x} * block_threads + threadIdx.x;
  const bool mine = i < kept.count;
  const double unit = intervals * 0x1p-32;
  double inverse_density = 1;
  for (int d = 0; mine && d < kept.ndim; ++d)
    inverse_density *=
        unit * width_at(map + d * intervals, intervals, kept.place[i * kept.ndim + d]);
  for (int c = 0; c < kept.ncomp; ++c) {
    const double value = mine ? kept.f[i * kept.ncomp + c] * kept.weight[i] : 0;
    const double sum = block_sum(isfinite(value) ? value * value * inverse_density : 0, room);
    if (threadIdx.x == 0) sums[uint64{blockIdx.x} * kept.ncomp + c] = sum;
  }
}

}  // namespace

unsigned kept_blocks(uint64 count) {
  return static_cast<unsigned>((count + block_threads - 1) / block_threads);
}

void launch_kept(const KeptSamples &kept, const map::MapInterval *map, uint32 intervals,
                 double *sums, cudaStream_t stream) {
  sum_kept<<<kept_blocks(kept.count), block_threads, 0, stream>>>(kept, map, intervals, sums);
}

}  // namespace cuboid::engine::cuda
