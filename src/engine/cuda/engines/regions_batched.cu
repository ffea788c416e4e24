// The regions engine around a batch function: the kernels of rules and probes run twice, once to
// place points and once to sum their values, for as many regions at a time as there is room for.
#include <algorithm>
#include <numeric>
#include <vector>

#include "engine/cuda/engines/device_points.hpp"
#include "engine/cuda/engines/regions_class.cuh"

namespace cuboid::engine::cuda {

/// Waits until the number of new regions is known.
void CudaRegions::launch_rule_around_batches() {
  long long nwork = 0;
  check(cudaMemcpyAsync(&nwork, &work_.state->nwork, sizeof nwork, cudaMemcpyDeviceToHost, stream_),
        "the number of regions");
  call_.wait("the rule before this one");
  const auto room = static_cast<std::int64_t>(kernels_.batched->max_points());
  const std::int64_t at_once = std::max(room / rule_.npoints, std::int64_t{1});
  for (std::int64_t first = 0; first < nwork; first += at_once) {
    const std::int64_t count = std::min<std::int64_t>(nwork - first, at_once);
    const auto start = [&](const void *points) { launch_rule_around(points, count); };
    kernels_.batched->run(static_cast<uint64>(first * rule_.npoints),
                          static_cast<uint64>(count * rule_.npoints), start, start);
  }
}

/// The first launch counts the points that each round of a warp takes.
void CudaRegions::launch_probe_around_batches(ProbeTable probe, int blocks) {
  const long long warps = static_cast<long long>(blocks) * (probe_threads / 32);
  const long long rounds = rounds_of_warps(probe.count, regions_of_warp(probe.count, warps));
  const DeviceArray<long long> here(call_, rounds + 1);
  probe.rows = {0, rounds, here.get()};
  const BatchedPoints none{};
  launch_probe_around(&none, probe, blocks);
  std::vector<long long> row(static_cast<std::size_t>(rounds + 1));
  check(cudaMemcpyAsync(row.data() + 1, here.get(), rounds * sizeof(long long),
                        cudaMemcpyDeviceToHost, stream_),
        "the points of a probe");
  call_.wait("counting the points of a probe");
  std::partial_sum(row.begin(), row.end(), row.begin());
  check(cudaMemcpyAsync(here.get(), row.data(), row.size() * sizeof(long long),
                        cudaMemcpyHostToDevice, stream_),
        "the points of a probe");
  const auto room = static_cast<long long>(kernels_.batched->max_points());
  const auto start = [&](const void *points) { launch_probe_around(points, probe, blocks); };
  // The last launch tells what all have found.
  for (probe.rows.end = 0; probe.rows.end < rounds;) {
    const auto begin = row.begin() + probe.rows.end;
    probe.rows.begin = probe.rows.end;
    probe.rows.end = std::max<long long>(
        std::upper_bound(begin, row.end(), *begin + room) - row.begin() - 1, probe.rows.begin + 1);
    kernels_.batched->run(
        static_cast<uint64>(*begin),
        static_cast<uint64>(row[static_cast<std::size_t>(probe.rows.end)] - *begin), start, start);
  }
}

}  // namespace cuboid::engine::cuda
