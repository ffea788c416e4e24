#include "engine/cpu/samples.hpp"

#include <algorithm>
#include <utility>
#include <vector>

#include "engine/cpu/call.hpp"
#include "engine/cpu/worker_thread.hpp"

namespace cuboid::engine::cpu {

namespace {

/// Points generated before the integrand is called, about: enough to fill vectors, few enough for
/// the first-level cache.
constexpr std::size_t batch_points = 256;

/// Chunks that a thread takes at a time.
constexpr uint64 chunks_at_once = 64;

/// Points of a batch that a points engine shares out among its workers, about.
constexpr std::size_t shared_points = 1 << 14;

}  // namespace

ThreadedSamples::ThreadedSamples(SamplesProblem problem, const HostFunction &host,
                                 const Limits &limits, int threads, const Hooks &hooks)
    : BatchedSamples(std::move(problem)),
      host_(host),
      limits_(limits),
      threads_(threads),
      hooks_(hooks) {}

void ThreadedSamples::record_failure(const Failure &failure) {
  const std::lock_guard lock(mutex_);
  if (!failure_) failure_ = failure;
  __atomic_store_n(&stop_, 1, __ATOMIC_RELAXED);
}

void ThreadedSamples::fill(uint64 first, uint64 end) {
  next_ = first;
  stop_ = 0;
  failure_.reset();
  const uint64 useful = (end - first + chunks_at_once - 1) / chunks_at_once;
  const uint64 threads = std::clamp<uint64>(useful, 1, static_cast<uint64>(std::max(threads_, 1)));
  run_in_threads(static_cast<int>(threads), [this, end](int core) { work(end, core); });
  if (failure_) throw Failure(*failure_);
}

void ThreadedSamples::work(uint64 end, int core) {
  HookScope hooks(hooks_, core);
  try {
    const auto nvec = static_cast<std::size_t>(std::clamp<std::int64_t>(host_.nvec, 1, 1 << 20));
    Batch batch(problem().ndim, problem().ncomp, std::max(nvec, batch_points));
    Tally tally = empty_tally();
    Interrupts interrupts(limits_, &stop_);
    const auto evaluate = [&](const PointSet &points, double *f) {
      hooks.begin();
      return call_integrand(host_, points, f, core, interrupts);
    };
    while (__atomic_load_n(&stop_, __ATOMIC_RELAXED) == 0) {
      const uint64 begin = next_.fetch_add(chunks_at_once);
      if (begin >= end) break;
      if (!evaluate_chunks(begin, std::min(begin + chunks_at_once, end), batch, tally, evaluate))
        break;
    }
    const std::lock_guard lock(mutex_);
    tally_.add(tally);
  } catch (const Failure &failure) {
    record_failure(failure);
  } catch (const std::bad_alloc &) {
    record_failure(Failure(CUBOID_OUT_OF_MEMORY, "there is no memory for a batch of samples"));
  }
  hooks.end();
}

PointsSamples::PointsSamples(SamplesProblem problem, std::unique_ptr<PointsEngine> points)
    : BatchedSamples(std::move(problem)), points_(std::move(points)) {}

void PointsSamples::fill(uint64 first, uint64 end) {
  Batch batch(problem().ndim, problem().ncomp, shared_points);
  const uint64 at_once = std::max<uint64>(shared_points / chunks().length, 1);
  for (uint64 begin = first; begin < end; begin += at_once)
    evaluate_chunks(begin, std::min(begin + at_once, end), batch, tally_,
                    [&](const PointSet &points, double *f) {
                      points_->evaluate(points, f);
                      return true;
                    });
}

}  // namespace cuboid::engine::cpu
