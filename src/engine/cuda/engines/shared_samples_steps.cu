#include "engine/cuda/engines/shared_samples_steps.hpp"

namespace cuboid::engine::cuda {

namespace {

constexpr unsigned join_threads = 128;

__global__ void __launch_bounds__(join_threads)
    join_slices(const __grid_constant__ SharedSumming all, int ncomp, uint64 slices,
                statistics::SharedSum *sums, statistics::SharedCount *count) {
  const uint64 place = uint64{blockIdx.x} * join_threads + threadIdx.x;
  if (place >= all.places) return;
  for (int c = 0; c < ncomp; ++c) {
    statistics::SharedSum sum;
    for (uint64 slice = 0; slice < slices; ++slice)
      sum.join(all.sums[(slice * static_cast<uint64>(ncomp) + static_cast<uint64>(c)) * all.places +
                        place]);
    sums[place * static_cast<uint64>(ncomp) + static_cast<uint64>(c)] = sum;
  }
  statistics::SharedCount counted;
  for (uint64 slice = 0; slice < slices; ++slice)
    counted.join(all.count[slice * all.places + place]);
  count[place] = counted;
}

}  // namespace

void launch_join_slices(const SharedSumming &all, int ncomp, statistics::SharedSum *sums,
                        statistics::SharedCount *count, cudaStream_t stream) {
  join_slices<<<(all.places + join_threads - 1) / join_threads, join_threads, 0, stream>>>(
      all, ncomp, shared_slices(all.samples), sums, count);
}

}  // namespace cuboid::engine::cuda
