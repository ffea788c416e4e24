// Evaluates on several threads, for integrands that are declared to be thread-safe.
#pragma once

#include <atomic>
#include <condition_variable>
#include <exception>
#include <memory>
#include <mutex>
#include <vector>

#include "engine/cpu/points/serial.hpp"
#include "engine/cpu/points/shares.hpp"
#include "engine/cpu/threads/thread.hpp"

namespace cuboid::engine::cpu {

/// The calling thread is worker 0, the others are 1 to threads - 1; the core argument is that
/// number.
class ThreadedEvaluator final : public Evaluator {
 public:
  /// master: evaluates on the calling thread, as core 0, what is too little to be shared.  If the
  /// system has fewer threads to give, fewer are used.
  ThreadedEvaluator(const HostFunction &host, const Limits &limits, const Hooks &hooks, int threads,
                    std::shared_ptr<SerialEvaluator> master);
  ~ThreadedEvaluator() override;

  void evaluate(const PointSet &points, double *f) override;
  double busy_seconds() const override { return busy_seconds_; }

 private:
  void run_thread(int number);
  void work(HookScope &hooks, int core);
  void record(std::exception_ptr failure, std::int64_t start) noexcept;
  void close();
  void quit();

  const HostFunction host_;
  const Limits limits_;
  const Hooks hooks_;
  std::shared_ptr<SerialEvaluator> master_;
  std::vector<Thread> threads_;

  // The batch: set while no thread works, read by the threads that have joined it.
  PointSet points_;
  double *f_ = nullptr;
  CommonBatch common_;
  std::atomic<std::int64_t> next_ = 0;  ///< first point that nobody has taken
  int stop_ = 0;  ///< nonzero: no further call of the integrand; atomic access

  std::mutex mutex_;  ///< guards what follows; never held while the integrand runs
  std::condition_variable batch_open_;
  std::condition_variable batch_done_;
  bool quit_ = false;
  bool open_ = false;
  std::int64_t batch_number_ = 0;
  int working_ = 0;             ///< threads that have joined the batch and not left it
  std::exception_ptr failure_;  ///< of the earliest points: to copy it needs no memory
  std::int64_t failure_start_ = 0;
  std::int64_t evaluated_ = 0;
  std::int64_t leading_ = 0;  ///< the first point that was taken and not evaluated
  double busy_seconds_ = 0;
};

}  // namespace cuboid::engine::cpu
