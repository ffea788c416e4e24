// Counts the points at which an engine evaluates the integrand, those of interrupted batches
// included.
#pragma once

#include <atomic>
#include <cstdint>
#include <memory>
#include <utility>

#include "engine/engine.hpp"

namespace cuboid::engine {

class CountedEngine final : public PointsEngine {
 public:
  /// count: may be that of several engines.
  CountedEngine(std::unique_ptr<PointsEngine> inner, std::atomic<std::int64_t> &count)
      : inner_(std::move(inner)), count_(count) {}

  void evaluate(const PointSet &points, double *f) override {
    try {
      inner_->evaluate(points, f);
    } catch (const Interrupted &interrupted) {
      count_ += interrupted.evaluated();
      throw;
    }
    count_ += points.count;
  }

  const NonfiniteReport &nonfinite() const override { return inner_->nonfinite(); }
  std::int64_t worthwhile_batch() const override { return inner_->worthwhile_batch(); }
  bool prefers_few_batches() const override { return inner_->prefers_few_batches(); }

 private:
  std::unique_ptr<PointsEngine> inner_;
  std::atomic<std::int64_t> &count_;
};

}  // namespace cuboid::engine
