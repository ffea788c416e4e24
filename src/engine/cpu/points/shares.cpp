#include "engine/cpu/points/shares.hpp"

#include <algorithm>

namespace cuboid::engine::cpu {

void share_out(std::int64_t points, const WorkerCounts &counts, Shares &shares) {
  shares = {std::move(shares.first), 0, 0, 0, 0};
  shares.first.assign(static_cast<std::size_t>(counts.total()), 0);
  std::int64_t rest = points;
  for (int a = 0; a < counts.accelerators; ++a) {
    const std::int64_t share = std::min(counts.points_per_accelerator, rest);
    shares.first[static_cast<std::size_t>(a)] = share;
    rest -= share;
  }
  shares.busy_cores = static_cast<int>(std::min<std::int64_t>(counts.cores, rest / 10));
  if (shares.busy_cores == 0) {
    shares.queued = rest;
    shares.queue_piece = counts.accelerators > 0 ? counts.points_per_accelerator : rest;
    return;
  }
  shares.points_per_core = std::min(counts.points_per_core, rest / shares.busy_cores);
  rest -= shares.busy_cores * shares.points_per_core;
  const bool one_more_each = rest < shares.busy_cores;
  for (int c = 0; c < shares.busy_cores; ++c)
    shares.first[static_cast<std::size_t>(counts.accelerators + c)] =
        shares.points_per_core + (one_more_each && c < rest ? 1 : 0);
  if (one_more_each) return;
  shares.queued = rest;
  shares.queue_piece = shares.points_per_core;
}

CommonBatch::CommonBatch(std::int64_t count, int sharers, std::int64_t nvec)
    : points(count), participants(sharers) {
  const std::int64_t few = 2 * static_cast<std::int64_t>(sharers);
  unit = std::min(nvec, std::max<std::int64_t>((count + few - 1) / few, 1));
}

CommonBatch::Chunk CommonBatch::take(std::atomic<std::int64_t> &next) const {
  std::int64_t start = next.load(std::memory_order_relaxed);
  std::int64_t count;
  do {
    const std::int64_t rest = points - start;
    const std::int64_t units = std::max<std::int64_t>(rest / (2 * participants * unit), 1);
    count = std::clamp<std::int64_t>(units * unit, 0, std::max<std::int64_t>(rest, 0));
  } while (count > 0 &&
           !next.compare_exchange_weak(start, start + count, std::memory_order_relaxed));
  return {start, count};
}

}  // namespace cuboid::engine::cpu
