#include "engine/cpu/points/threaded.hpp"

#include <cxxabi.h>

#include <algorithm>
#include <utility>

#include "base/clock.hpp"
#include "engine/cpu/threads/worker_thread.hpp"

namespace cuboid::engine::cpu {

ThreadedEvaluator::ThreadedEvaluator(const HostFunction &host, const Limits &limits,
                                     const Hooks &hooks, int threads,
                                     std::shared_ptr<SerialEvaluator> master)
    : host_(host), limits_(limits), hooks_(hooks), master_(std::move(master)) {
  const BlockedSignals blocked;
  threads_.reserve(static_cast<std::size_t>(std::max(threads, 1)));
  try {
    for (int number = 1; number < threads; ++number)
      threads_.emplace_back([this, number] { run_thread(number); });
  } catch (const std::exception &) {
    // Neither threads nor memory without end: those that did start are enough.
  }
}

ThreadedEvaluator::~ThreadedEvaluator() {
  quit();
}

void ThreadedEvaluator::quit() {
  {
    const std::lock_guard lock(mutex_);
    quit_ = true;
    __atomic_store_n(&stop_, 1, __ATOMIC_RELAXED);
  }
  batch_open_.notify_all();
  for (Thread &thread : threads_) thread.join();
}

void ThreadedEvaluator::evaluate(const PointSet &points, double *f) {
  const auto max_useful =
      static_cast<std::size_t>(std::max<std::int64_t>(points.count / min_shared_points - 1, 0));
  const std::size_t helpers = std::min(threads_.size(), max_useful);
  if (helpers == 0) {
    master_->evaluate(points, f);
    return;
  }
  {
    const std::lock_guard lock(mutex_);
    points_ = points;
    f_ = f;
    common_ = CommonBatch(points.count, static_cast<int>(helpers) + 1, host_.nvec);
    next_ = 0;
    __atomic_store_n(&stop_, 0, __ATOMIC_RELAXED);
    failure_ = nullptr;
    evaluated_ = 0;
    leading_ = points.count;
    open_ = true;
    ++batch_number_;
  }
  // Also where the calling thread is cancelled: the others still work with what belongs to it.
  struct Closed {
    ThreadedEvaluator &evaluator;
    ~Closed() { evaluator.close(); }
  };
  {
    const Closed closed{*this};
    if (helpers == threads_.size())
      batch_open_.notify_all();
    else
      for (std::size_t i = 0; i < helpers; ++i) batch_open_.notify_one();
    const WorkerThreadScope scope;
    work(master_->hooks(), 0);
  }
  if (!failure_) return let_caller_look(limits_, points.count, points.count);
  try {
    std::rethrow_exception(std::exchange(failure_, nullptr));
  } catch (const Interrupted &interrupted) {
    throw Interrupted(interrupted.ending(), evaluated_, std::min(leading_, next_.load()));
  }
}

/// Nobody joins the batch any more, and those that did have left.
void ThreadedEvaluator::close() {
  std::unique_lock lock(mutex_);
  open_ = false;
  batch_done_.wait(lock, [this] { return working_ == 0; });
}

void ThreadedEvaluator::run_thread(int number) {
  const WorkerThreadScope scope;
  HookScope hooks(hooks_, number);
  std::int64_t last_batch = 0;
  std::unique_lock lock(mutex_);
  while (true) {
    batch_open_.wait(lock, [&] { return quit_ || (open_ && batch_number_ != last_batch); });
    if (quit_) break;
    last_batch = batch_number_;
    ++working_;
    lock.unlock();
    work(hooks, number);
    lock.lock();
    if (--working_ == 0) batch_done_.notify_one();
  }
  lock.unlock();
  hooks.end();
}

/// Takes chunks of the batch until none is left or something stops it.
void ThreadedEvaluator::work(HookScope &hooks, int core) {
  const double start_seconds = thread_cpu_seconds();
  Interrupts interrupts(limits_, &stop_);
  std::int64_t evaluated = 0;
  std::int64_t leading = points_.count;
  while (true) {
    const CommonBatch::Chunk chunk = common_.take(next_);
    if (chunk.count == 0) break;
    std::int64_t done = 0;
    try {
      hooks.begin();
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
