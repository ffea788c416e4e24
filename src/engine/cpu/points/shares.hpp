// How a batch of points is shared out among worker processes (contract of Cuba's parallel model).
#pragma once

#include <atomic>
#include <cstdint>
#include <vector>

namespace cuboid::engine::cpu {

/// Workers wanted or present, and the most points that each of them gets per batch.
struct WorkerCounts {
  int cores = 0;
  std::int64_t points_per_core = 10000;
  int accelerators = 0;
  std::int64_t points_per_accelerator = 1000;

  int total() const { return cores + accelerators; }
};

/// Batches with fewer points than this are evaluated by the master.
inline constexpr std::int64_t min_shared_points = 10;

/// The shares of one batch, in the order of the points: for each accelerator and then each core its
/// first share (0: none), and what follows is handed out in pieces of queue_piece to whoever is
/// free.
struct Shares {
  std::vector<std::int64_t> first;  ///< length: accelerators + cores
  std::int64_t queued = 0;
  std::int64_t queue_piece = 0;
  std::int64_t points_per_core = 0;  ///< b below
  int busy_cores = 0;                ///< c below
};

/// k = min(naccel, ceil(n / paccel)) accelerators get up to paccel points each.  Of the r points
/// that are left, c = min(ncores, r / 10) cores get b = min(pcores, r / c) each; if fewer than c
/// are then left, the first cores get one more each, else the rest is queued in pieces of b. shares
/// is overwritten, so that its memory serves again.
void share_out(std::int64_t points, const WorkerCounts &counts, Shares &shares);

/// A batch from which several participants take points until none is left.  The chunks get smaller
/// towards the end, so that all end at about the same time, however unevenly the CPUs run.
struct CommonBatch {
  std::int64_t points = 0;
  int participants = 1;
  std::int64_t unit = 1;  ///< chunks are multiples of it: nvec, if that leaves a few for everybody

  CommonBatch() = default;
  CommonBatch(std::int64_t count, int sharers, std::int64_t nvec);

  struct Chunk {
    std::int64_t start;
    std::int64_t count;  ///< 0: none is left
  };

  /// next: the first point that nobody has taken, common to all participants.
  Chunk take(std::atomic<std::int64_t> &next) const;
};

}  // namespace cuboid::engine::cpu
