#include "engine/cpu/samples/samples.hpp"

#include <algorithm>
#include <mutex>
#include <utility>

#include "simd/kernels.hpp"

namespace cuboid::engine::cpu {

namespace {

/// Points generated before the integrand is called, at least: enough to fill vectors.
constexpr uint64 batch_points = 512;

/// Samples of a group up to which batches are whole groups.
constexpr uint64 small_group = 4096;

/// Points of a batch that a points engine shares out among its workers, about.
constexpr uint64 shared_points = 1 << 14;

/// So many points; but if they have many components, as many as have the values of those with 32,
/// so that these do not leave the caches either, and not less than two blocks.
uint64 points_for(uint64 points, const SamplesProblem &problem) {
  constexpr uint64 few_components = 32;
  constexpr uint64 least = 2 * simd::samples_block;
  const uint64 most = points * few_components / static_cast<uint64>(problem.ncomp);
  return std::min(points, std::max(most, least));
}

}  // namespace

void ThreadedSamples::fill(uint64 first, uint64 end) {
  const auto nvec = static_cast<uint64>(
      std::clamp<std::int64_t>(ranges_->host().nvec, 1, samples_max_batch(problem().ncomp)));
  const uint64 points = std::max(nvec, points_for(batch_points, problem()));
  // Batches end with groups, so that they are full.
  const uint64 groups_at_once = std::max<uint64>(points / group_samples(), 1);
  const uint64 points_at_once = group_samples() > points_for(small_group, problem())
                                    ? points
                                    : groups_at_once * group_samples();
  ranges_->run(first, end, groups_at_once, end - first, [&](ThreadedRanges::Part &part) {
    std::unique_ptr<Batch> batch = take_batch(std::min(points_at_once, chunks().samples));
    SamplesTally tally = empty_tally();
    const auto evaluate = [&](const PointSet &batch_of_points, double *f) {
      return part.evaluate(batch_of_points, f);
    };
    for (uint64 from = 0, to = 0; part.take(from, to);)
      if (!evaluate_groups(from, to, *batch, tally, evaluate)) break;
    keep_batch(std::move(batch));
    const std::lock_guard lock(ranges_->mutex());
    tally_.add(tally);
  });
}

void ThreadedSamples::share_out(uint64 count, const std::function<void(uint64)> &work) {
  ranges_->share_out(count, work);
}

PointsSamples::PointsSamples(SamplesProblem problem, std::shared_ptr<PointsEngine> points,
                             std::shared_ptr<PointsEngine> of_ranks)
    : BatchedSamples(std::move(problem)),
      points_(std::move(points)),
      of_ranks_(std::move(of_ranks)) {}

void PointsSamples::fill(uint64 first, uint64 end) {
  PointsEngine &points_engine = of_ranks_ && !ranges_shared_out() ? *of_ranks_ : *points_;
  // What stays in the second-level cache, where the integrand needs no more.
  const auto worthwhile = static_cast<uint64>(points_engine.worthwhile_batch());
  const uint64 points_at_once = points_for(
      worthwhile < small_group ? std::max(worthwhile, batch_points) : shared_points, problem());
  const uint64 at_once = std::max<uint64>(points_at_once / group_samples(), 1);
  std::unique_ptr<Batch> batch = take_batch(std::min(points_at_once, chunks().samples));
  std::int64_t evaluated = 0;
  try {
    for (uint64 begin = first; begin < end; begin += at_once)
      evaluate_groups(begin, std::min(begin + at_once, end), *batch, tally_,
                      [&](const PointSet &points, double *f) {
                        points_engine.evaluate(points, f);
                        evaluated += points.count;
                        return true;
                      });
  } catch (const Interrupted &interrupted) {
    throw Interrupted(interrupted.ending(), evaluated + interrupted.evaluated(), 0);
  }
  keep_batch(std::move(batch));
}

}  // namespace cuboid::engine::cpu
