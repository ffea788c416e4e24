// Evaluates on several threads, for integrands that are declared to be thread-safe.
#pragma once

#include <atomic>
#include <exception>
#include <memory>
#include <mutex>
#include <vector>

#include "base/failure.hpp"
#include "engine/cpu/points/serial.hpp"
#include "engine/cpu/points/shares.hpp"
#include "engine/cpu/threads/thread_team.hpp"

namespace cuboid::engine::cpu {

/// The calling thread is worker 0, the others are 1 to threads - 1; the core argument is that
/// number.
class ThreadedEvaluator final : public Evaluator {
 public:
  /// master: evaluates on the calling thread, as core 0, what is too little to be shared.  If the
  /// system has fewer threads to give, fewer are used.
  ThreadedEvaluator(const HostFunction &host, const Limits &limits, const Hooks &hooks, int threads,
                    std::shared_ptr<SerialEvaluator> master);

  void evaluate(const PointSet &points, double *f) override;
  double busy_seconds() const override { return busy_seconds_; }

 private:
  void work(int core);
  void record(std::exception_ptr failure, std::int64_t start) noexcept;
  HookScope &hooks(int core) { return core == 0 ? master_->hooks() : hooks_[core - 1]; }

  const HostFunction host_;
  const Limits limits_;
  const int threads_;
  std::shared_ptr<SerialEvaluator> master_;
  std::vector<HookScope> hooks_;  ///< of the other threads

  // The batch: set while no thread works.
  PointSet points_;
  double *f_ = nullptr;
  CommonBatch common_;
  std::atomic<std::int64_t> next_ = 0;  ///< first point that nobody has taken
  int stop_ = 0;  ///< nonzero: no further call of the integrand; atomic access

  std::mutex mutex_;            ///< guards what follows; never held while the integrand runs
  std::exception_ptr failure_;  ///< of the earliest points: to copy it needs no memory
  std::int64_t failure_start_ = 0;
  std::int64_t evaluated_ = 0;
  std::int64_t leading_ = 0;  ///< the first point that was taken and not evaluated
  double busy_seconds_ = 0;
  ThreadTeam team_;
};

}  // namespace cuboid::engine::cpu
