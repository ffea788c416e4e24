// Ranges of numbers that the threads of a team take one after the other, and whose points they
// evaluate.
#pragma once

#include <atomic>
#include <cstdint>
#include <exception>
#include <functional>
#include <mutex>

#include "base/words.hpp"
#include "engine/cpu/points/hooks.hpp"
#include "engine/cpu/threads/thread_team.hpp"
#include "engine/engine.hpp"

namespace cuboid::engine {
class Interrupts;
}

namespace cuboid::engine::cpu {

class ThreadedRanges {
 public:
  /// What one thread takes part with.
  class Part {
   public:
    Part(ThreadedRanges &all, HookScope &hooks, int core, Interrupts &interrupts)
        : all_(all), hooks_(hooks), core_(core), interrupts_(interrupts) {}

    /// The next range; false: there is none, or all threads are to stop.
    bool take(uint64 &begin, uint64 &end);
    /// Calls the integrand.  False if another thread has stopped it.
    bool evaluate(const PointSet &points, double *f);

   private:
    ThreadedRanges &all_;
    HookScope &hooks_;
    int core_;
    Interrupts &interrupts_;
  };

  /// The integrand is called with up to host.nvec points, and on several threads if threads > 1.
  /// Its core argument is the number of the thread, 0 on the calling one.  The hooks are called on
  /// every thread for each run.
  ThreadedRanges(const HostFunction &host, const Limits &limits, int threads, const Hooks &hooks)
      : host_(host), limits_(limits), hooks_(hooks), team_(threads) {}

  const HostFunction &host() const { return host_; }

  /// From first up to end, at_once numbers a range, on at most so many threads.  The first failure
  /// stops all of them and is thrown; of one from outside, all that was evaluated is counted.
  void run(uint64 first, uint64 end, uint64 at_once, uint64 threads,
           const std::function<void(Part &)> &work);
  /// work(i) for all i below count, without the integrand.
  void share_out(uint64 count, const std::function<void(uint64)> &work);

  /// For what the threads add to together.
  std::mutex &mutex() { return mutex_; }

 private:
  void work(int core, const std::function<void(Part &)> &work);
  void record_failure(std::exception_ptr failure) noexcept;
  void rethrow_failure();

  const HostFunction host_;
  const Limits limits_;
  const Hooks hooks_;
  uint64 end_ = 0;
  uint64 at_once_ = 1;
  std::atomic<uint64> next_ = 0;  ///< first number that no thread has taken
  volatile int stop_ = 0;         ///< nonzero: no further call; atomic access
  std::mutex mutex_;              ///< guards failure_ while threads work
  std::exception_ptr failure_;
  std::atomic<std::int64_t> evaluated_ = 0;
  ThreadTeam team_;
};

}  // namespace cuboid::engine::cpu
