#include "engine/cpu/samples/samples.hpp"

#include <cxxabi.h>

#include <algorithm>
#include <utility>
#include <vector>

#include "engine/cpu/points/call.hpp"

namespace cuboid::engine::cpu {

namespace {

/// Points generated before the integrand is called, at least: enough to fill vectors.
constexpr uint64 batch_points = 512;

/// Samples of a group up to which batches are whole groups.
constexpr uint64 small_group = 4096;

/// Points of a batch that a points engine shares out among its workers, about.
constexpr std::size_t shared_points = 1 << 14;

}  // namespace

ThreadedSamples::ThreadedSamples(SamplesProblem problem, const HostFunction &host,
                                 const Limits &limits, int threads, const Hooks &hooks)
    : BatchedSamples(std::move(problem)),
      host_(host),
      limits_(limits),
      hooks_(hooks),
      team_(threads) {}

void ThreadedSamples::record_failure(std::exception_ptr failure) noexcept {
  const std::lock_guard lock(mutex_);
  if (!failure_) failure_ = std::move(failure);
  __atomic_store_n(&stop_, 1, __ATOMIC_RELAXED);
}

void ThreadedSamples::rethrow_failure() {
  if (!failure_) return;
  try {
    std::rethrow_exception(std::exchange(failure_, nullptr));
  } catch (const Interrupted &interrupted) {
    throw Interrupted(interrupted.status(), evaluated_, 0);
  }
}

void ThreadedSamples::fill(uint64 first, uint64 end) {
  const auto nvec = static_cast<uint64>(std::clamp<std::int64_t>(host_.nvec, 1, 1 << 20));
  const uint64 points = std::max(nvec, batch_points);
  // Batches end with groups, so that they are full.
  groups_at_once_ = std::max<uint64>(points / group_samples(), 1);
  points_at_once_ = group_samples() > small_group ? points : groups_at_once_ * group_samples();
  next_ = first;
  stop_ = 0;
  evaluated_ = 0;
  failure_ = nullptr;
  const uint64 useful = (end - first + groups_at_once_ - 1) / groups_at_once_;
  team_.run(static_cast<int>(std::min<uint64>(useful, 1 << 20)),
            [this, end](int core) { work(end, core); });
  rethrow_failure();
  let_caller_look(limits_, evaluated_, 0);
}

void ThreadedSamples::share_out(uint64 count, const std::function<void(uint64)> &work) {
  std::atomic<uint64> next = 0;
  failure_ = nullptr;
  team_.run(static_cast<int>(std::min<uint64>(count, 1 << 20)), [&](int) {
    try {
      for (uint64 i = next++; i < count; i = next++) work(i);
    } catch (...) {
      record_failure(exception_for_another_thread());
    }
  });
  rethrow_failure();
}

void ThreadedSamples::work(uint64 end, int core) {
  HookScope hooks(hooks_, core);
  try {
    Batch batch(problem().ndim, problem().ncomp, std::min(points_at_once_, chunks().samples));
    SamplesTally tally = empty_tally();
    Interrupts interrupts(limits_, &stop_);
    const auto evaluate = [&](const PointSet &points, double *f) {
      hooks.begin();
      try {
        const std::int64_t done = call_integrand(host_, points, f, core, interrupts);
        evaluated_ += done;
        return done == points.count;
      } catch (const Interrupted &interrupted) {
        evaluated_ += interrupted.evaluated();
        throw;
      }
    };
    while (__atomic_load_n(&stop_, __ATOMIC_RELAXED) == 0) {
      const uint64 begin = next_.fetch_add(groups_at_once_);
      if (begin >= end) break;
      if (!evaluate_groups(begin, std::min(begin + groups_at_once_, end), batch, tally, evaluate))
        break;
    }
    const std::lock_guard lock(mutex_);
    tally_.add(tally);
  } catch (const abi::__forced_unwind &) {
    __atomic_store_n(&stop_, 1, __ATOMIC_RELAXED);
    throw;  // The thread is being cancelled, which must not be held up.
  } catch (...) {
    record_failure(exception_for_another_thread());
  }
  hooks.end();
}

PointsSamples::PointsSamples(SamplesProblem problem, std::unique_ptr<PointsEngine> points,
                             std::unique_ptr<PointsEngine> of_ranks)
    : BatchedSamples(std::move(problem)),
      points_(std::move(points)),
      of_ranks_(std::move(of_ranks)) {}

void PointsSamples::fill(uint64 first, uint64 end) {
  Batch batch(problem().ndim, problem().ncomp, std::min<uint64>(shared_points, chunks().samples));
  const uint64 at_once = std::max<uint64>(shared_points / group_samples(), 1);
  PointsEngine &points_engine = of_ranks_ && !ranges_shared_out() ? *of_ranks_ : *points_;
  std::int64_t evaluated = 0;
  try {
    for (uint64 begin = first; begin < end; begin += at_once)
      evaluate_groups(begin, std::min(begin + at_once, end), batch, tally_,
                      [&](const PointSet &points, double *f) {
                        points_engine.evaluate(points, f);
                        evaluated += points.count;
                        return true;
                      });
  } catch (const Interrupted &interrupted) {
    throw Interrupted(interrupted.status(), evaluated + interrupted.evaluated(), 0);
  }
}

}  // namespace cuboid::engine::cpu
