// What evaluates points, before anybody looks at the values.
#pragma once

#include <memory>
#include <utility>
#include <vector>

#include "engine/common/largest_value.hpp"
#include "engine/common/nonfinite.hpp"
#include "engine/engine.hpp"

namespace cuboid::engine {

/// Fills f for a batch of points in one of several ways.  An object serves one integration, which
/// ends with its destruction.
class Evaluator {
 public:
  virtual ~Evaluator() = default;

  /// f: [points.count][ncomp].  Throws Failure as PointsEngine does, except CUBOID_NONFINITE.
  virtual void evaluate(const PointSet &points, double *f) = 0;

  /// CPU seconds that the workers have spent in the integrand so far; 0 where nobody measures it.
  virtual double busy_seconds() const { return 0; }

  /// As that of PointsEngine, where there are workers that have to be told.
  virtual std::int64_t worthwhile_batch() const { return 4096; }
  virtual bool prefers_few_batches() const { return false; }
};

/// A PointsEngine made of an evaluator and the policy for NaN and infinity.
class FilteredEngine final : public PointsEngine {
 public:
  FilteredEngine(const HostFunction &host, std::unique_ptr<Evaluator> evaluator, Nonfinite policy)
      : ndim_(host.ndim),
        ncomp_(host.ncomp),
        nvec_(host.nvec),
        largest_(host.largest),
        evaluator_(std::move(evaluator)),
        filter_(policy, host.domain) {}

  void evaluate(const PointSet &points, double *f) override {
    try {
      evaluator_->evaluate(points, f);
    } catch (const Interrupted &interrupted) {
      filter_.apply(slice(points, ndim_, 0, interrupted.leading()), ndim_, f, ncomp_);
      throw;
    }
    if (seems_of_one_point(points.count, ncomp_, nvec_, f)) ask_alone(slice(points, ndim_, 1, 1));
    filter_.apply(points, ndim_, f, ncomp_);
    if (largest_ != nullptr) largest_->note(points.count * ncomp_, f);
  }

  const NonfiniteReport &nonfinite() const override { return filter_.report(); }
  std::int64_t worthwhile_batch() const override { return evaluator_->worthwhile_batch(); }
  bool prefers_few_batches() const override { return evaluator_->prefers_few_batches(); }

 private:
  void ask_alone(PointSet second) {
    // An integrand that sums up what it sees by its weights sees nothing more.
    const double weight = 0;
    if (second.weight != nullptr) second.weight = &weight;
    std::vector<double> f(static_cast<std::size_t>(ncomp_));
    evaluator_->evaluate(second, f.data());
    refuse_if_of_one_point(ncomp_, nvec_, f.data());
  }

  int ndim_;
  int ncomp_;
  std::int64_t nvec_;
  LargestValue *largest_;
  std::unique_ptr<Evaluator> evaluator_;
  NonfiniteFilter filter_;
};

}  // namespace cuboid::engine
