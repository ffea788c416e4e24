#include "engine/cpu/points/threaded.hpp"

#include <cxxabi.h>

#include <algorithm>
#include <utility>

#include "base/clock.hpp"

namespace cuboid::engine::cpu {

ThreadedEvaluator::ThreadedEvaluator(const HostFunction &host, const Limits &limits,
                                     const Hooks &hooks, int threads,
                                     std::shared_ptr<SerialEvaluator> master)
    : host_(host),
      limits_(limits),
      threads_(threads),
      master_(std::move(master)),
      team_(threads, [this](int number) { this->hooks(number).end(); }) {
  for (int core = 1; core < threads; ++core) hooks_.emplace_back(hooks, core);
}

void ThreadedEvaluator::evaluate(const PointSet &points, double *f) {
  const auto useful =
      static_cast<int>(std::min<std::int64_t>(threads_, points.count / min_shared_points));
  if (useful < 2) return master_->evaluate(points, f);
  points_ = points;
  f_ = f;
  common_ = CommonBatch(points.count, useful, host_.nvec);
  next_ = 0;
  __atomic_store_n(&stop_, 0, __ATOMIC_RELAXED);
  failure_ = nullptr;
  evaluated_ = 0;
  leading_ = points.count;
  team_.run(useful, [this](int core) { work(core); });
  if (!failure_) return let_caller_look(limits_, points.count, points.count);
  try {
    std::rethrow_exception(std::exchange(failure_, nullptr));
  } catch (const Interrupted &interrupted) {
    throw Interrupted(interrupted.ending(), evaluated_, std::min(leading_, next_.load()));
  }
}

/// Takes chunks of the batch until none is left or something stops it.
void ThreadedEvaluator::work(int core) {
  const double start_seconds = thread_cpu_seconds();
  Interrupts interrupts(limits_, &stop_);
  std::int64_t evaluated = 0;
  std::int64_t leading = points_.count;
  while (true) {
    const CommonBatch::Chunk chunk = common_.take(next_);
    if (chunk.count == 0) break;
    std::int64_t done = 0;
    try {
      hooks(core).begin();
      done = call_integrand(host_, slice(points_, host_.ndim, chunk.start, chunk.count),
                            f_ + chunk.start * host_.ncomp, core, interrupts);
    } catch (const abi::__forced_unwind &) {
      __atomic_store_n(&stop_, 1, __ATOMIC_RELAXED);
      throw;
    } catch (const Interrupted &interrupted) {
      done = interrupted.evaluated();
      record(std::current_exception(), chunk.start);
    } catch (...) {
      record(exception_for_another_thread(), chunk.start);
    }
    evaluated += done;
    if (done == chunk.count) continue;
    leading = chunk.start + done;
    break;
  }
  const double seconds = thread_cpu_seconds() - start_seconds;
  const std::lock_guard lock(mutex_);
  busy_seconds_ += seconds;
  evaluated_ += evaluated;
  leading_ = std::min(leading_, leading);
}

/// Keeps the failure of the earliest points and ends the others' work.
void ThreadedEvaluator::record(std::exception_ptr failure, std::int64_t start) noexcept {
  const std::lock_guard lock(mutex_);
  if (!failure_ || start < failure_start_) {
    failure_ = std::move(failure);
    failure_start_ = start;
  }
  __atomic_store_n(&stop_, 1, __ATOMIC_RELAXED);
}

}  // namespace cuboid::engine::cpu
