#include "batch/side_by_side.hpp"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <condition_variable>
#include <exception>
#include <mutex>
#include <utility>

#include "engine/cpu/threads/thread_team.hpp"

namespace cuboid::router {

namespace {

/// All of the integrals once.
class Round {
 public:
  /// share: of the memory, for each; 0: one at a time.
  Round(const std::vector<std::int64_t> &integrals, std::int64_t share, const Calls &calls)
      : integrals_(integrals), share_(share), calls_(calls) {}

  /// Returns those that need more memory.
  std::vector<std::int64_t> run(int threads) {
    engine::cpu::ThreadTeam team(threads);
    team.run(threads, [this](int thread) { work(thread); });
    if (thrown_) std::rethrow_exception(thrown_);
    std::sort(left_over_.begin(), left_over_.end());
    return std::move(left_over_);
  }

 private:
  void work(int thread) {
    {
      const std::lock_guard lock(mutex_);
      ++at_work_;
    }
    try {
      take_integrals(thread);
    } catch (const std::exception &) {
      // There was no memory to begin with.  The others do what this thread does not.
      if (thread == 0) thrown_ = std::current_exception();
    }
    {
      const std::lock_guard lock(mutex_);
      --at_work_;
    }
    left_.notify_one();
    if (thread == 0) wait_for_others();
  }

  void take_integrals(int thread) {
    const Calls::Worker worker = calls_.make_worker();
    while (!calls_.ends()) {
      const std::size_t i = next_.fetch_add(1, std::memory_order_relaxed);
      if (i >= integrals_.size()) return;
      if (!worker(integrals_[i], share_)) {
        const std::lock_guard lock(mutex_);
        left_over_.push_back(integrals_[i]);
      }
      if (thread == 0) calls_.look();
    }
  }

  void wait_for_others() {
    constexpr std::chrono::milliseconds between_looks{20};
    std::unique_lock lock(mutex_);
    while (at_work_ > 0) {
      if (left_.wait_for(lock, between_looks, [this] { return at_work_ == 0; })) return;
      lock.unlock();
      // Their calls ask whether it is to end; but only this thread may ask the caller.
      static_cast<void>(calls_.ends());
      calls_.look();
      lock.lock();
    }
  }

  const std::vector<std::int64_t> &integrals_;
  const std::int64_t share_;
  const Calls &calls_;
  std::atomic<std::size_t> next_ = 0;
  std::exception_ptr thrown_;  ///< on the calling thread
  std::mutex mutex_;           ///< guards what follows
  std::condition_variable left_;
  int at_work_ = 0;  ///< threads
  std::vector<std::int64_t> left_over_;
};

}  // namespace

void carry_out_side_by_side(std::vector<std::int64_t> integrals, int threads, std::int64_t memory,
                            const Calls &calls) {
  // What a round does in vain is at most a part of what the next one does with so much more memory.
  constexpr int more_memory = 4;
  while (!integrals.empty()) {
    threads = static_cast<int>(std::min<std::int64_t>(threads, std::ssize(integrals)));
    const std::int64_t share = threads > 1 ? memory / threads : 0;
    std::vector<std::int64_t> left_over = Round(integrals, share, calls).run(threads);
    if (threads == 1) return;
    integrals = std::move(left_over);
    threads = std::max(threads / more_memory, 1);
  }
}

}  // namespace cuboid::router
