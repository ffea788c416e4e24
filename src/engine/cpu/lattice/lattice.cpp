#include "engine/cpu/lattice/lattice.hpp"

#include <algorithm>
#include <bit>
#include <mutex>

namespace cuboid::engine::cpu {

namespace {

/// Points that are placed before the integrand is called, at least: enough to fill vectors.
constexpr uint64 min_batch = 512;

/// Points of a batch that a points engine shares out among its workers.
constexpr uint64 shared_points = 1 << 14;

statistics::LatticeChunks chunks_of(const LatticeRequest &request) {
  return statistics::lattice_chunks(static_cast<uint64>(request.points));
}

}  // namespace

void ThreadedLattice::sum_groups(const LatticeRequest &request, uint64 first, uint64 end,
                                 LatticeTotals &totals) {
  const auto nvec = static_cast<uint64>(
      std::clamp<std::int64_t>(ranges_->host().nvec, 1, samples_max_batch(problem().ncomp)));
  const uint64 points_at_once = std::bit_ceil(std::max(nvec, min_batch));
  const uint64 points_of_a_group =
      std::min(uint64{1} << chunks_of(request).group_bits(), chunks_of(request).points);
  const uint64 groups_at_once = std::max<uint64>(points_at_once / points_of_a_group, 1);
  // A receiver is handed the points in their order.
  const uint64 threads = request.receiver != nullptr ? 1 : end - first;
  ranges_->run(first, end, groups_at_once, threads, [&](ThreadedRanges::Part &part) {
    LatticeBatch batch(problem_, request, points_at_once);
    LatticeTotals nonfinite;
    const auto evaluate = [&](const PointSet &points, double *f) {
      return part.evaluate(points, f);
    };
    for (uint64 from = 0, to = 0; part.take(from, to);)
      if (!batch.work_off(from, to, totals.group_sums.data(), nonfinite, evaluate)) break;
    const std::lock_guard lock(ranges_->mutex());
    totals.add_nonfinite(nonfinite);
  });
}

void PointsLattice::sum_groups(const LatticeRequest &request, uint64 first, uint64 end,
                               LatticeTotals &totals) {
  const uint64 all = static_cast<uint64>(request.points * request.shifts());
  LatticeBatch batch(problem_, request, std::min(shared_points, std::bit_ceil(all)));
  std::int64_t evaluated = 0;
  try {
    batch.work_off(first, end, totals.group_sums.data(), totals,
                   [&](const PointSet &points, double *f) {
                     points_->evaluate(points, f);
                     evaluated += points.count;
                     return true;
                   });
  } catch (const Interrupted &interrupted) {
    throw Interrupted(interrupted.ending(), evaluated + interrupted.evaluated(), 0);
  }
}

}  // namespace cuboid::engine::cpu
