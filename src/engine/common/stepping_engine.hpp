// Steps off single points at which the integrand is not finite.
#pragma once

#include <atomic>
#include <cstdint>
#include <memory>
#include <utility>
#include <vector>

#include "engine/common/nonfinite.hpp"
#include "engine/engine.hpp"

namespace cuboid::engine {

/// For cubature: 0/0 at an edge, a logarithm or power on the diagonal, 1/r at the centre and
/// infinity times zero at an infinite end are single points, beside which the integrand is as good.
/// Where it is not finite beside them either, the policy decides.  Each region is treated by
/// itself, so that what comes of it does not depend on who evaluates which.
class SteppingEngine final : public PointsEngine {
 public:
  /// inner: leaves what is not finite.  region: points of one that follow each other.
  /// beside: adds the points that it evaluates beside others; may be that of several engines.
  SteppingEngine(std::unique_ptr<PointsEngine> inner, int ndim, int ncomp, std::int64_t region,
                 Nonfinite policy, std::atomic<std::int64_t> &beside)
      : inner_(std::move(inner)),
        ndim_(ndim),
        ncomp_(ncomp),
        region_(region),
        filter_(policy),
        beside_(beside) {}

  void evaluate(const PointSet &points, double *f) override;
  const NonfiniteReport &nonfinite() const override { return filter_.report(); }
  std::int64_t worthwhile_batch() const override { return inner_->worthwhile_batch(); }
  bool prefers_few_batches() const override { return inner_->prefers_few_batches(); }

  struct Stencil;

 private:
  bool is_bad(const double *f) const;
  void step_off(const PointSet &points, double *f);
  void replace(const double *values, const Stencil &stencil, double *f) const;
  double step_of(const double *first, std::int64_t count, double x, int axis) const;

  std::unique_ptr<PointsEngine> inner_;
  int ndim_, ncomp_;
  std::int64_t region_;
  NonfiniteFilter filter_;
  std::atomic<std::int64_t> &beside_;
  std::vector<std::int64_t> bad_;
  std::vector<double> x_, values_;
};

}  // namespace cuboid::engine
