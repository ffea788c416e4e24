#include "engine/cuda/engines/samples_grid.hpp"

#include <cuda_runtime.h>

#include <algorithm>
#include <bit>

#include "engine/cuda/runtime/error.hpp"
#include "rng/scrambled_sobol.hpp"
#include "statistics/strata.hpp"

namespace cuboid::engine::cuda {

std::int64_t max_samples_intervals(const Device &device, int ndim) {
  int shared_memory = 0;  // bytes of a multiprocessor
  check(cudaDeviceGetAttribute(&shared_memory, cudaDevAttrMaxSharedMemoryPerMultiprocessor,
                               device.ordinal()),
        "asking for the shared memory");
  // At most two thirds are for the map and two histograms, the rest for what the kernel declares
  // itself and the first-level cache.
  constexpr int bytes = sizeof(map::MapInterval) + 2 * sizeof(uint32);
  return std::min(samples_max_intervals, shared_memory / 3 * 2 / bytes / ndim);
}

uint64 max_samples_chunks(uint64 samples, uint64 ncube) {
  // At worst all hypercubes round up: by half a run in the mean.
  const uint64 run = statistics::samples_per_run(samples, ncube);
  const uint64 most = std::max(samples, run * ncube) + run / 2 * ncube + 64;
  return statistics::max_chunks(most);
}

void set_samples_grid(const SamplesGrid &grid, int ndim, SamplesArguments &arguments) {
  constexpr auto bytes = static_cast<uint32>(sizeof(map::MapInterval));
  arguments.nstrat = static_cast<uint32>(grid.nstrat);
  arguments.intervals = static_cast<uint32>(grid.nintervals);
  arguments.intervals_per_stratum = arguments.intervals / arguments.nstrat;
  arguments.axis_bytes = arguments.intervals * bytes;
  arguments.stratum_bytes = arguments.intervals_per_stratum * bytes;
  arguments.stratum_bits = static_cast<uint32>(std::countr_zero(arguments.intervals_per_stratum));
  arguments.stratum_mask = (arguments.intervals_per_stratum - 1) * bytes;
  arguments.ncube = 1;
  for (int d = 0; d < ndim; ++d) arguments.ncube *= arguments.nstrat;
}

void set_samples_iteration(const SamplesIteration &iteration, const SamplesProblem &problem,
                           SamplesArguments &arguments) {
  const auto wanted = static_cast<uint64>(iteration.samples);
  arguments.iteration = static_cast<uint32>(iteration.number);
  arguments.samples_per_cube = statistics::equal_samples(wanted, arguments.ncube);
  arguments.pairs_per_cube =
      static_cast<uint32>(std::min(arguments.samples_per_cube / 2, samples_many_pairs));
  arguments.pairs_per_run = statistics::samples_per_run(wanted, arguments.ncube) / 2;
  for (int d = 0; problem.quasi && d < problem.ndim; ++d)
    arguments.scramble_seed[d] =
        rng::scramble_seed(static_cast<uint32>(d), arguments.iteration, arguments.keys);
}

}  // namespace cuboid::engine::cuda
