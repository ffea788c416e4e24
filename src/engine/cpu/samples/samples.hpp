// Draws and sums samples on the threads of the host.
#pragma once

#include <atomic>
#include <exception>
#include <memory>
#include <mutex>

#include "base/failure.hpp"
#include "engine/cpu/points/hooks.hpp"
#include "engine/cpu/samples/samples_batched.hpp"
#include "engine/cpu/threads/thread_team.hpp"
#include "engine/engine.hpp"

namespace cuboid::engine::cpu {

/// Everything is done on several threads, for integrands that are thread-safe.
class ThreadedSamples final : public BatchedSamples {
 public:
  /// The integrand is called with up to host.nvec points, and on several threads if threads > 1.
  /// Its core argument is the number of the thread, 0 on the calling one.  The hooks are called on
  /// every thread for each iteration.
  ThreadedSamples(SamplesProblem problem, const HostFunction &host, const Limits &limits,
                  int threads, const Hooks &hooks = {});

 private:
  void fill(uint64 first, uint64 end) override;
  void share_out(uint64 count, const std::function<void(uint64)> &work) override;
  void work(uint64 end, int core);
  void record_failure(std::exception_ptr failure) noexcept;
  void rethrow_failure();

  const HostFunction host_;
  const Limits limits_;
  const Hooks hooks_;
  uint64 groups_at_once_ = 1;     ///< that a thread takes
  uint64 points_at_once_ = 1;     ///< of a batch
  std::atomic<uint64> next_ = 0;  ///< first group that no thread has taken
  volatile int stop_ = 0;         ///< nonzero: no further call; atomic access
  std::mutex mutex_;              ///< guards tally_ and failure_ while threads work
  std::exception_ptr failure_;
  std::atomic<std::int64_t> evaluated_ = 0;  ///< by the last fill()
  ThreadTeam team_;
};

/// The calling thread draws and sums, and a points engine evaluates.
class PointsSamples final : public BatchedSamples {
 public:
  /// points: on the unit cube; its values are taken as they come.
  /// of_ranks: the same that shares points out among ranks, for join(); or nullptr.
  PointsSamples(SamplesProblem problem, std::unique_ptr<PointsEngine> points,
                std::unique_ptr<PointsEngine> of_ranks = nullptr);

 private:
  void fill(uint64 first, uint64 end) override;
  bool shares_points() const override { return of_ranks_ != nullptr; }

  std::unique_ptr<PointsEngine> points_;
  std::unique_ptr<PointsEngine> of_ranks_;
};

}  // namespace cuboid::engine::cpu
