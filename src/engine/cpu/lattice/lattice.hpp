// Sums lattices on the threads of the host, or with any points engine.
#pragma once

#include <atomic>
#include <exception>
#include <memory>
#include <mutex>

#include "engine/cpu/lattice/lattice_batch.hpp"
#include "engine/cpu/points/hooks.hpp"
#include "engine/cpu/threads/thread_team.hpp"
#include "engine/engine.hpp"
#include "engine/lattice.hpp"

namespace cuboid::engine::cpu {

/// Everything is done on several threads, for integrands that are thread-safe.
class ThreadedLattice final : public LatticeEngine {
 public:
  /// As ThreadedSamples.
  ThreadedLattice(LatticeProblem problem, const HostFunction &host, const Limits &limits,
                  int threads, const Hooks &hooks = {});

  const LatticeProblem &problem() const override { return problem_; }
  LatticeSums evaluate(const LatticeRequest &request) override;

 private:
  void work(const LatticeRequest &request, uint64 groups, int core, LatticeTotals &totals);
  void record_failure(std::exception_ptr failure) noexcept;
  void rethrow_failure();

  const LatticeProblem problem_;
  const HostFunction host_;
  const Limits limits_;
  const Hooks hooks_;
  uint64 points_at_once_ = 1;     ///< of a batch
  uint64 groups_at_once_ = 1;     ///< that a thread takes
  std::atomic<uint64> next_ = 0;  ///< first group that no thread has taken
  volatile int stop_ = 0;         ///< nonzero: no further call; atomic access
  std::mutex mutex_;              ///< guards what is not finite, and failure_, while threads work
  std::exception_ptr failure_;
  std::atomic<std::int64_t> evaluated_ = 0;
  ThreadTeam team_;
};

/// The calling thread places and sums, and a points engine evaluates.
class PointsLattice final : public LatticeEngine {
 public:
  /// points: its values are taken as they come.
  PointsLattice(LatticeProblem problem, std::unique_ptr<PointsEngine> points)
      : problem_(std::move(problem)), points_(std::move(points)) {}

  const LatticeProblem &problem() const override { return problem_; }
  LatticeSums evaluate(const LatticeRequest &request) override;

 private:
  const LatticeProblem problem_;
  std::unique_ptr<PointsEngine> points_;
};

}  // namespace cuboid::engine::cpu
