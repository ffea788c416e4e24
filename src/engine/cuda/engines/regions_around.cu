// The kernels that know the integrand: rules and probes.  Around a batch function they run twice,
// once to place points and once to sum their values, for as many regions at a time as there is room
// for.
#include <algorithm>
#include <array>
#include <numeric>
#include <vector>

#include "engine/cuda/engines/regions_class.cuh"

namespace cuboid::engine::cuda {

namespace {

/// Of the two kernels, the one that a box needs: to compile that of infinite boxes takes up to five
/// times as long as the other.
KernelPart rule_part(bool mapped) {
  return {"engine/cuda/kernel/regions_rule.cuh", "rule_kernel", mapped};
}

KernelPart probe_part(bool mapped) {
  return {"engine/cuda/kernel/regions_probe.cuh", "probe_kernel", mapped};
}

}  // namespace

/// The probe comes later, but at once where the first regions are accurate enough.
void CudaRegions::make_kernels() {
  kept_.reserve(2);
  const KernelPart part = rule_part(mapped_);
  bound_.prepare(std::array{part, probe_part(mapped_)});
  rule_kernel_ = bound_.kernels(part);
  rule_function_ = rule_kernel_.get(part.name());
}

/// As many as the device has room for.
int CudaRegions::blocks_of_rule() const {
  int blocks = 0;
  check(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, rule_function_, rule_threads, 0),
        "the rule kernel");
  return std::max(blocks, 1) * multiprocessors_;
}

/// most: of the new regions.
void CudaRegions::launch_rule(std::int64_t most) {
  if (bound_.batched()) return launch_rule_around_batches();
  launch_rule_around(rule_kernel_.integrand, most);
}

void CudaRegions::launch_rule_around(const void *integrand, std::int64_t most) {
  const int regions_of_block = rule_threads / group_lanes(ndim_);
  launch_with({const_cast<void *>(integrand), &table_, &box_, &regions_->arrays, &work_},
              Start::after, rule_function_, blocks_for(most, regions_of_block, rule_blocks_),
              rule_threads);
}

/// Waits until the number of new regions is known.
void CudaRegions::launch_rule_around_batches() {
  long long nwork = 0;
  check(cudaMemcpyAsync(&nwork, &work_.state->nwork, sizeof nwork, cudaMemcpyDeviceToHost, stream_),
        "the number of regions");
  call_.wait("the rule before this one");
  const auto room = static_cast<std::int64_t>(bound_.max_points());
  const std::int64_t at_once = std::max(room / rule_.npoints, std::int64_t{1});
  for (std::int64_t first = 0; first < nwork; first += at_once) {
    const std::int64_t count = std::min<std::int64_t>(nwork - first, at_once);
    const auto start = [&](const void *points) { launch_rule_around(points, count); };
    bound_.run_batched(static_cast<uint64>(first * rule_.npoints),
                       static_cast<uint64>(count * rule_.npoints), start, start);
  }
}

/// Blocks of the probe on one multiprocessor: more than run at a time, so that those that end early
/// make room for others.  4 and 16 take as long (gpu_launch.txt).
constexpr int probe_blocks = 8;

/// At no more than so many regions.
void CudaRegions::launch_probe(ProbeTable probe, std::int64_t max_regions) {
  probe.state = work_.state;
  probe.number = ++probes_;
  probe.news = news_;
  if (probe_function_ == nullptr) {
    const KernelPart part = probe_part(mapped_);
    probe_kernel_ = bound_.kernels(part);
    probe_function_ = probe_kernel_.get(part.name());
    start_of_probe_ = waits_for_earlier(probe_function_) ? Start::early : Start::after;
  }
  const int blocks = blocks_for(max_regions, probe_threads / 32, probe_blocks * multiprocessors_);
  if (bound_.batched()) return launch_probe_around_batches(probe, blocks);
  launch_probe_around(rule_kernel_.integrand, probe, blocks);
}

void CudaRegions::launch_probe_around(const void *integrand, const ProbeTable &probe, int blocks) {
  const bool early = probe.after != 0 && start_of_probe_ == Start::early;
  launch_with(
      {const_cast<void *>(integrand), &box_, &regions_->arrays, const_cast<ProbeTable *>(&probe)},
      early ? Start::early : Start::after, probe_function_, blocks, probe_threads);
}

/// The probe that follows the decision that was launched last, if that is the first by which the
/// accuracy is reached.  Until the host has seen that and starts a probe, 8 us pass; one that finds
/// nothing to do takes 2.  regions: no more than so many there are then.
void CudaRegions::launch_look_ahead(std::int64_t regions) {
  ProbeTable probe{};
  probe.request.number = 1;
  probe.after = launched_;
  launch_probe(probe, regions);
  ahead_[launched_ & 1] = {launched_, probes_};
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
  const auto room = static_cast<long long>(bound_.max_points());
  const auto start = [&](const void *points) { launch_probe_around(points, probe, blocks); };
  // The last launch tells what all have found.
  for (probe.rows.end = 0; probe.rows.end < rounds;) {
    const auto begin = row.begin() + probe.rows.end;
    probe.rows.begin = probe.rows.end;
    probe.rows.end = std::max<long long>(
        std::upper_bound(begin, row.end(), *begin + room) - row.begin() - 1, probe.rows.begin + 1);
    bound_.run_batched(static_cast<uint64>(*begin),
                       static_cast<uint64>(row[static_cast<std::size_t>(probe.rows.end)] - *begin),
                       start, start);
  }
}

}  // namespace cuboid::engine::cuda
