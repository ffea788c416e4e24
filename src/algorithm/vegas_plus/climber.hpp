// The samples that climb to a lost peak, drawn by the engine of a run.
#pragma once

#include <cstdint>
#include <functional>
#include <utility>

#include "algorithm/common/lost_peaks.hpp"
#include "engine/samples.hpp"

namespace cuboid::algorithm {

/// Leaves the engine with other grids.
class SamplesClimber final : public PeakClimber {
 public:
  using Count = std::function<void(const engine::SamplesResult &)>;

  /// adaptive: what the run's grids are.  number: of the first iteration that is free.  count: is
  /// handed what each iteration brought.
  SamplesClimber(engine::SamplesEngine &engine, bool adaptive, std::int64_t number, Count count)
      : engine_(engine), adaptive_(adaptive), number_(number), count_(std::move(count)) {}

  void refine(PeakMap &map, int times, std::int64_t samples) override {
    engine_.set_grid({1, map.nintervals, map.edges}, adaptive_);
    for (int i = 0; i < times; ++i) draw(samples, 1, nullptr);
    map.edges = engine_.edges();
  }

  void draw(const PeakMap &map, std::int64_t samples,
            const engine::SampleReceiver &receiver) override {
    engine_.set_grid({1, map.nintervals, map.edges}, adaptive_);
    draw(samples, 0, &receiver);
  }

  /// That were drawn.
  std::int64_t iterations() const { return iterations_; }

 private:
  void draw(std::int64_t samples, double alpha, const engine::SampleReceiver *receiver) {
    engine::SamplesIteration step;
    step.number = static_cast<std::int32_t>(number_ + iterations_++);
    step.samples = samples;
    step.alpha = alpha;
    step.receiver = receiver;
    engine_.submit(step);
    count_(engine_.collect());
  }

  engine::SamplesEngine &engine_;
  bool adaptive_;
  std::int64_t number_;
  std::int64_t iterations_ = 0;
  Count count_;
};

}  // namespace cuboid::algorithm
