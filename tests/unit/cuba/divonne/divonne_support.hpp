// Helpers for the tests of Divonne.
#pragma once

#include <gtest/gtest.h>

#include <cstdint>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "algorithm/divonne/divonne.hpp"
#include "base/failure.hpp"
#include "cuba/divonne/divonne.hpp"
#include "engine/engine.hpp"
#include "unit/algorithm/one_integration.hpp"

namespace divonne_test {

using cuboid::Failure;
using cuboid::algorithm::DivonneOptions;
using cuboid::algorithm::Log;
using cuboid::algorithm::Result;
using cuboid::algorithm::StateFile;
using cuboid::algorithm::Task;
using cuboid::engine::PointSet;

using Integrand = algorithm_test::PointFunction;

/// Evaluates one point after the other, and counts by phase.
class TestEngine final : public cuboid::engine::PointsEngine {
 public:
  TestEngine(int ndim, int ncomp, Integrand integrand)
      : ndim_(ndim), ncomp_(ncomp), integrand_(std::move(integrand)) {}

  void evaluate(const PointSet &points, double *f) override {
    EXPECT_EQ(points.weight, nullptr);
    EXPECT_GT(points.count, 0);
    if (++calls == fail_at) throw Failure(CUBOID_ABORTED, "the integrand returned -999");
    phases[points.phase] += points.count;
    largest_batch = std::max(largest_batch, points.count);
    for (std::int64_t i = 0; i < points.count; ++i) {
      const double *x = points.x + i * ndim_;
      for (int d = 0; d < ndim_; ++d) {
        min_x = std::min(min_x, x[d]);
        largest_x = std::max(largest_x, x[d]);
      }
      integrand_(x, f + i * ncomp_);
    }
  }
  const cuboid::engine::NonfiniteReport &nonfinite() const override { return report_; }
  std::int64_t worthwhile_batch() const override { return worthwhile; }

  std::int64_t evaluations() const {
    std::int64_t sum = 0;
    for (const auto &[phase, count] : phases) sum += count;
    return sum;
  }

  int calls = 0;
  int fail_at = 0;  ///< number of the call that throws; 0: none
  std::map<int, std::int64_t> phases;
  std::int64_t largest_batch = 0;
  std::int64_t worthwhile = 4096;
  double min_x = 1;
  double largest_x = 0;

 private:
  int ndim_;
  int ncomp_;
  Integrand integrand_;
  cuboid::engine::NonfiniteReport report_;
};

/// One integration with everything that it needs.
template <void (*method)(const Task &, const DivonneOptions &, Result &)>
struct IntegrationBy : algorithm_test::OneIntegration<TestEngine, DivonneOptions, method> {
  IntegrationBy(int ndim, int ncomp, Integrand integrand)
      : algorithm_test::OneIntegration<TestEngine, DivonneOptions, method>(ndim, ncomp,
                                                                           std::move(integrand)) {
    this->task.memory_limit = std::int64_t{1} << 32;
  }
};
using Integration = IntegrationBy<cuboid::algorithm::cuba::divonne>;
using NativeIntegration = IntegrationBy<cuboid::algorithm::divonne>;

}  // namespace divonne_test
