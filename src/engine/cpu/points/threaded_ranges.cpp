#include "engine/cpu/points/threaded_ranges.hpp"

#include <cxxabi.h>

#include <algorithm>
#include <utility>

#include "engine/common/interrupts.hpp"
#include "engine/common/largest_value.hpp"
#include "engine/cpu/points/call.hpp"

namespace cuboid::engine::cpu {

namespace {

constexpr uint64 max_threads = 1 << 20;

}  // namespace

bool ThreadedRanges::Part::take(uint64 &begin, uint64 &end) {
  if (__atomic_load_n(&all_.stop_, __ATOMIC_RELAXED) != 0) return false;
  begin = all_.next_.fetch_add(all_.at_once_);
  end = std::min(begin + all_.at_once_, all_.end_);
  return begin < all_.end_;
}

bool ThreadedRanges::Part::evaluate(const PointSet &points, double *f) {
  hooks_.begin();
  try {
    const std::int64_t done = call_integrand(all_.host_, points, f, core_, interrupts_);
    all_.evaluated_ += done;
    const HostFunction &host = all_.host_;
    if (host.largest != nullptr) host.largest->note(done * host.ncomp, f);
    return done == points.count;
  } catch (const Interrupted &interrupted) {
    all_.evaluated_ += interrupted.evaluated();
    throw;
  }
}

void ThreadedRanges::run(uint64 first, uint64 end, uint64 at_once, uint64 threads,
                         const std::function<void(Part &)> &work) {
  end_ = end;
  at_once_ = at_once;
  next_ = first;
  stop_ = 0;
  evaluated_ = 0;
  failure_ = nullptr;
  const uint64 useful = std::min(threads, (end - first + at_once - 1) / at_once);
  team_.run(static_cast<int>(std::min(useful, max_threads)),
            [&](int core) { this->work(core, work); });
  rethrow_failure();
  let_caller_look(limits_, evaluated_, 0);
}

void ThreadedRanges::share_out(uint64 count, const std::function<void(uint64)> &work) {
  std::atomic<uint64> next = 0;
  failure_ = nullptr;
  team_.run(static_cast<int>(std::min(count, max_threads)), [&](int) {
    try {
      for (uint64 i = next++; i < count; i = next++) work(i);
    } catch (...) {
      record_failure(exception_for_another_thread());
    }
  });
  rethrow_failure();
}

void ThreadedRanges::work(int core, const std::function<void(Part &)> &work) {
  HookScope hooks(hooks_, core);
  try {
    Interrupts interrupts(limits_, &stop_);
    Part part(*this, hooks, core, interrupts);
    work(part);
  } catch (const abi::__forced_unwind &) {
    __atomic_store_n(&stop_, 1, __ATOMIC_RELAXED);
    throw;  // The thread is being cancelled, which must not be held up.
  } catch (...) {
    record_failure(exception_for_another_thread());
  }
  hooks.end();
}

void ThreadedRanges::record_failure(std::exception_ptr failure) noexcept {
  const std::lock_guard lock(mutex_);
  if (!failure_) failure_ = std::move(failure);
  __atomic_store_n(&stop_, 1, __ATOMIC_RELAXED);
}

void ThreadedRanges::rethrow_failure() {
  if (!failure_) return;
  try {
    std::rethrow_exception(std::exchange(failure_, nullptr));
  } catch (const Interrupted &interrupted) {
    throw Interrupted(interrupted.ending(), evaluated_, 0);
  }
}

}  // namespace cuboid::engine::cpu
