// Sums lattices on the threads of the host, or with any points engine.
#pragma once

#include <memory>
#include <utility>

#include "engine/cpu/lattice/lattice_batch.hpp"
#include "engine/cpu/points/threaded_ranges.hpp"
#include "engine/engine.hpp"
#include "engine/lattice.hpp"

namespace cuboid::engine::cpu {

/// Everything is done on several threads, for integrands that are thread-safe.
class ThreadedLattice final : public LatticeOfGroups {
 public:
  /// As ThreadedRanges.
  ThreadedLattice(LatticeProblem problem, const HostFunction &host, const Limits &limits,
                  int threads, const Hooks &hooks = {})
      : ThreadedLattice(std::move(problem),
                        std::make_shared<ThreadedRanges>(host, limits, threads, hooks)) {}
  /// ranges: of other engines too, which work at other times.
  ThreadedLattice(LatticeProblem problem, std::shared_ptr<ThreadedRanges> ranges)
      : problem_(std::move(problem)), ranges_(std::move(ranges)) {}

  const LatticeProblem &problem() const override { return problem_; }
  void sum_groups(const LatticeRequest &request, uint64 first, uint64 end,
                  LatticeTotals &totals) override;

 private:
  const LatticeProblem problem_;
  const std::shared_ptr<ThreadedRanges> ranges_;
};

/// The calling thread places and sums, and a points engine evaluates.
class PointsLattice final : public LatticeOfGroups {
 public:
  /// points: its values are taken as they come.  Perhaps of other engines too.
  PointsLattice(LatticeProblem problem, std::shared_ptr<PointsEngine> points)
      : problem_(std::move(problem)), points_(std::move(points)) {}

  const LatticeProblem &problem() const override { return problem_; }
  void sum_groups(const LatticeRequest &request, uint64 first, uint64 end,
                  LatticeTotals &totals) override;

 private:
  const LatticeProblem problem_;
  const std::shared_ptr<PointsEngine> points_;
};

}  // namespace cuboid::engine::cpu
