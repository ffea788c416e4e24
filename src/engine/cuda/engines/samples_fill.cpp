#include "engine/cuda/engines/samples_fill.hpp"

#include <cuda_runtime.h>

#include <algorithm>

#include "engine/cuda/runtime/error.hpp"
#include "engine/cuda/runtime/launch.hpp"
#include "statistics/strata.hpp"

namespace cuboid::engine::cuda {

namespace {

/// Threads of a block at least, so that maps and histograms of small iterations are read and
/// emptied sooner.  With the 64 that have samples, small integrals take longer; with 768, threads
/// that integrate at once get in each other's way.
constexpr unsigned min_threads = 256;

}  // namespace

void SamplesFill::begin(const SamplesArguments &arguments, bool adaptive) {
  adaptive_ = adaptive;
  adapting_ = make(arguments, true);
  fixed_ = {};
}

SamplesFill::Kernel SamplesFill::make(const SamplesArguments &arguments, bool histogram) const {
  Kernel made;
  const KernelPart part =
      samples_part(FillKind{!problem_.box.empty(), problem_.quasi, adaptive_, histogram});
  made.table = bound_.kernels(part);
  made.kernel = made.table.get(part.name());
  const std::size_t cells = static_cast<std::size_t>(problem_.ndim) * arguments.intervals;
  const int threads = samples_threads(problem_.ndim, problem_.ncomp, adaptive_, histogram);
  const uint32 histograms = histogram ? samples_histograms(static_cast<uint32>(threads)) : 0;
  made.shared_bytes = cells * (sizeof(map::MapInterval) + histograms * sizeof(uint32));
  allow_shared_memory(made.kernel, made.shared_bytes);
  made.threads = static_cast<unsigned>(threads);
  made.blocks = static_cast<unsigned>(samples_blocks_per_multiprocessor *
                                      bound_.call().device().multiprocessors());
  return made;
}

/// Few samples are drawn by the one with histograms in any case, and what is in these then is not
/// used.
const SamplesFill::Kernel &SamplesFill::kernel_for(const SamplesArguments &arguments, bool adapting,
                                                   std::int64_t samples) {
  if (adapting || samples < worth_a_fixed_kernel) return adapting_;
  if (fixed_.kernel == nullptr) fixed_ = make(arguments, false);
  return fixed_;
}

void SamplesFill::start(const SamplesIteration &iteration, const SamplesArguments &arguments,
                        const Count &samples) {
  const auto wanted = static_cast<uint64>(iteration.samples);
  const Kernel &kernel = kernel_for(arguments, iteration.alpha > 0, iteration.samples);
  const uint64 expected =
      adaptive_ ? statistics::make_chunks(wanted + wanted / 64, 0).groups()
                : statistics::make_chunks(arguments.ncube * arguments.samples_per_cube,
                                          arguments.samples_per_cube)
                      .groups();
  if (bound_.batched())
    launch_in_parts(kernel, arguments, expected, samples());
  else
    launch(kernel, arguments, expected, kernel.table.integrand);
}

/// In parts for which there is room.
void SamplesFill::launch_in_parts(const Kernel &kernel, const SamplesArguments &arguments,
                                  uint64 expected_groups, uint64 samples) const {
  const statistics::Chunks chunks =
      statistics::make_chunks(samples, adaptive_ ? 0 : arguments.samples_per_cube);
  const auto first_sample = [&](uint64 part, uint64 parts) {
    return chunks.begin(statistics::share_begin<uint64>(chunks.groups(), part, parts) *
                        statistics::chunks_per_group);
  };
  const uint64 group = chunks.length * statistics::chunks_per_group;
  const uint64 at_once = std::max<uint64>(bound_.max_points() / group, 1);
  const uint64 parts = (chunks.groups() / arguments.ranks) / at_once + 1;
  SamplesArguments own = arguments;
  own.ranks = static_cast<uint32>(arguments.ranks * parts);
  for (uint64 part = 0; part < parts; ++part) {
    own.rank = static_cast<uint32>(arguments.rank * parts + part);
    const uint64 first = first_sample(own.rank, own.ranks);
    const uint64 end = first_sample(own.rank + 1, own.ranks);
    if (first == end) continue;
    const auto around = [&](const void *points) { launch(kernel, own, expected_groups, points); };
    bound_.run_batched(first, end - first, around, around);
  }
}

/// expected_groups: of chunks, of all ranks.
void SamplesFill::launch(const Kernel &kernel, const SamplesArguments &arguments,
                         uint64 expected_groups, const void *integrand) const {
  cudaLaunchConfig_t launch{};
  // Groups of chunks, one a warp.  Blocks that are smaller where such ones take all of the device,
  // so that all of it has equally much to do.
  const uint64 expected = (expected_groups - 1) / arguments.ranks + 1;
  constexpr uint64 lanes = statistics::chunks_per_group;
  const uint64 rounds = (expected - 1) / (kernel.blocks * (kernel.threads / lanes)) + 1;
  const uint64 warps = (expected - 1) / (rounds * kernel.blocks) + 1;
  const uint64 blocks = std::min<uint64>(kernel.blocks, (expected - 1) / warps + 1);
  // The others help with the map and the histograms.
  const uint64 threads = std::max<uint64>(warps * lanes, min_threads);
  launch.gridDim = dim3(static_cast<unsigned>(blocks));
  launch.blockDim = dim3(static_cast<unsigned>(threads));
  launch.dynamicSmemBytes = kernel.shared_bytes;
  launch.stream = bound_.call().stream();
  void *parameters[] = {const_cast<void *>(integrand), const_cast<SamplesArguments *>(&arguments)};
  check(cudaLaunchKernelExC(&launch, kernel.kernel, parameters), "drawing samples");
}

}  // namespace cuboid::engine::cuda
