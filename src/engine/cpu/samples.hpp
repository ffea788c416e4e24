// Draws and sums samples on the threads of the host.
#pragma once

#include <atomic>
#include <mutex>
#include <optional>

#include "base/failure.hpp"
#include "engine/engine.hpp"
#include "engine/reference/samples.hpp"

namespace cuboid::engine::cpu {

/// The bits of the results are those of the reference engine, for any number of threads.
class ThreadedSamples final : public reference::HostSamples {
 public:
  /// The integrand is called with up to host.nvec points, and on several threads if threads > 1.
  /// Its core argument is the number of the thread, 0 on the calling one.
  ThreadedSamples(SamplesProblem problem, const HostFunction &host, const Limits &limits,
                  int threads);

 private:
  /// Points of one batch and what belongs to them.
  struct Batch;

  void fill() override;
  void work(int core);
  void evaluate_chunk(uint64 chunk, int core, Batch &batch, Tally &tally);
  void generate(const std::vector<reference::SamplesPiece> &pieces, Batch &batch) const;
  void record(const Failure &failure);

  const HostFunction host_;
  const Limits limits_;
  const int threads_;
  std::atomic<uint64> next_ = 0;  ///< first chunk that no thread has taken
  volatile int stop_ = 0;         ///< nonzero: no further call; atomic access
  std::mutex mutex_;              ///< guards tally_ and failure_ while threads work
  std::optional<Failure> failure_;
};

}  // namespace cuboid::engine::cpu
