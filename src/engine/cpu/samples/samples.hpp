// Draws and sums samples on the threads of the host.
#pragma once

#include <memory>
#include <utility>

#include "base/failure.hpp"
#include "engine/cpu/points/threaded_ranges.hpp"
#include "engine/cpu/samples/samples_batched.hpp"
#include "engine/engine.hpp"

namespace cuboid::engine::cpu {

/// Everything is done on several threads, for integrands that are thread-safe.
class ThreadedSamples final : public BatchedSamples {
 public:
  /// As ThreadedRanges.
  ThreadedSamples(SamplesProblem problem, const HostFunction &host, const Limits &limits,
                  int threads, const Hooks &hooks = {})
      : ThreadedSamples(std::move(problem),
                        std::make_shared<ThreadedRanges>(host, limits, threads, hooks)) {}
  /// ranges: of other engines too, which work at other times.
  ThreadedSamples(SamplesProblem problem, std::shared_ptr<ThreadedRanges> ranges)
      : BatchedSamples(std::move(problem)), ranges_(std::move(ranges)) {}

 private:
  void fill(uint64 first, uint64 end) override;
  void share_out(uint64 count, const std::function<void(uint64)> &work) override;

  const std::shared_ptr<ThreadedRanges> ranges_;
};

/// The calling thread draws and sums, and a points engine evaluates.
class PointsSamples final : public BatchedSamples {
 public:
  /// points: on the unit cube; its values are taken as they come.  Perhaps of other engines too.
  /// of_ranks: the same that shares points out among ranks, for join(); or nullptr.
  PointsSamples(SamplesProblem problem, std::shared_ptr<PointsEngine> points,
                std::shared_ptr<PointsEngine> of_ranks = nullptr);

 private:
  void fill(uint64 first, uint64 end) override;
  bool shares_points() const override { return of_ranks_ != nullptr; }

  const std::shared_ptr<PointsEngine> points_;
  const std::shared_ptr<PointsEngine> of_ranks_;
};

}  // namespace cuboid::engine::cpu
