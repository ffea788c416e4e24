// Helpers for the tests of Suave.
#pragma once

#include <gtest/gtest.h>

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "algorithm/suave/suave.hpp"
#include "base/failure.hpp"
#include "cuba/suave/suave.hpp"
#include "engine/engine.hpp"
#include "unit/algorithm/one_integration.hpp"

namespace suave_test {

using cuboid::Failure;
using cuboid::algorithm::Log;
using cuboid::algorithm::Result;
using cuboid::algorithm::StateFile;
using cuboid::algorithm::SuaveOptions;
using cuboid::algorithm::Task;
using cuboid::engine::PointSet;

using Integrand = algorithm_test::PointFunction;

/// What one call of the engine was.
struct Batch {
  std::int64_t count;
  std::int32_t iteration;
  std::vector<double> x;
  std::vector<double> weight;
};

/// Evaluates one point after the other, and keeps what it was given.
class RecordingEngine final : public cuboid::engine::PointsEngine {
 public:
  RecordingEngine(int ndim, int ncomp, Integrand integrand)
      : ndim_(ndim), ncomp_(ncomp), integrand_(std::move(integrand)) {}

  void evaluate(const PointSet &points, double *f) override {
    if (keep)
      batches.push_back({points.count,
                         points.iteration,
                         {points.x, points.x + points.count * ndim_},
                         {points.weight, points.weight + points.count}});
    if (++calls_ == fail_at) throw Failure(CUBOID_ABORTED, "the integrand returned -999");
    for (std::int64_t i = 0; i < points.count; ++i)
      integrand_(points.x + i * ndim_, f + i * ncomp_);
  }
  const cuboid::engine::NonfiniteReport &nonfinite() const override { return report_; }
  bool prefers_few_batches() const override { return few_batches; }

  bool keep = false;
  bool few_batches = false;
  int fail_at = 0;  ///< number of the call that throws; 0: none
  std::vector<Batch> batches;

 private:
  int ndim_;
  int ncomp_;
  Integrand integrand_;
  int calls_ = 0;
  cuboid::engine::NonfiniteReport report_;
};

/// One integration with everything that it needs, as Cuba does it and natively.
using Integration =
    algorithm_test::OneIntegration<RecordingEngine, SuaveOptions, cuboid::algorithm::cuba::suave>;
using NativeIntegration =
    algorithm_test::OneIntegration<RecordingEngine, SuaveOptions, cuboid::algorithm::suave>;

}  // namespace suave_test
