// Hands what a method draws to a receiver of samples.
#pragma once

#include <memory>
#include <utility>

#include "engine/engine.hpp"
#include "engine/samples.hpp"

namespace cuboid::engine {

/// Stands where points are those of the integrand, and weights have the Jacobian of the box. Points
/// without a weight are no samples.
class SampleTap final : public PointsEngine {
 public:
  SampleTap(std::unique_ptr<PointsEngine> inner, SampleReceiver receiver)
      : inner_(std::move(inner)), receiver_(std::move(receiver)) {}

  void evaluate(const PointSet &points, double *f) override {
    inner_->evaluate(points, f);
    if (points.weight == nullptr) return;
    if (points.estimate != estimate_) first_ = 0;
    estimate_ = points.estimate;
    receiver_({points.estimate, first_, points.count, points.x, points.weight, f});
    first_ += points.count;
  }

  const NonfiniteReport &nonfinite() const override { return inner_->nonfinite(); }
  std::int64_t worthwhile_batch() const override { return inner_->worthwhile_batch(); }
  bool prefers_few_batches() const override { return inner_->prefers_few_batches(); }

 private:
  std::unique_ptr<PointsEngine> inner_;
  SampleReceiver receiver_;
  std::int32_t estimate_ = -1;
  std::int64_t first_ = 0;  ///< number of the next sample
};

}  // namespace cuboid::engine
