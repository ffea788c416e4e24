// Steps off single points at which the integrand is not finite.
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <memory>
#include <utility>

#include "engine/common/nonfinite.hpp"
#include "engine/engine.hpp"

namespace cuboid::engine {

/// Points that stand for one, on a line through it, and what follows from them.
struct Stencil {
  static constexpr int most = 4;
  int count;            ///< of the points
  int nearest;          ///< so many of them have values that may be those of the point
  double at[most];      ///< multiples of a step; the nearest first, and third the next on its side
  double weight[most];  ///< of the polynomial through so many
};

/// Evaluates a batch; false: the work is to end at once.
using EvaluateBatch = std::function<bool(const PointSet &points, double *f)>;

/// Gives points of the unit cube that are not finite what follows from points beside them, where
/// these are.  stencil_of: of point i, with its step [ndim].  False if evaluate ended it.
bool step_off(const PointSet &points, int ndim, int ncomp,
              const std::function<const Stencil *(std::int64_t i, double *step)> &stencil_of,
              const EvaluateBatch &evaluate, double *f);

/// For cubature: 0/0 at an edge, a logarithm or power on the diagonal, 1/r at the centre and
/// infinity times zero at an infinite end are single points, beside which the integrand is as good.
/// Where it is not finite beside them either, the policy decides.  Each region is treated by
/// itself, so that what comes of it does not depend on who evaluates which.
class SteppingEngine final : public PointsEngine {
 public:
  /// inner: leaves what is not finite.  host: the integrand.  lower, upper: [ndim], of its box,
  /// which live as long; nullptr: the unit cube.  region: points of one that follow each other.
  /// beside: adds the points that it evaluates beside others; may be that of several engines.
  SteppingEngine(std::unique_ptr<PointsEngine> inner, const HostFunction &host, const double *lower,
                 const double *upper, std::int64_t region, Nonfinite policy,
                 std::atomic<std::int64_t> &beside)
      : inner_(std::move(inner)),
        ndim_(host.ndim),
        ncomp_(host.ncomp),
        region_(region),
        filter_(policy, host.domain, lower, upper),
        beside_(beside) {}

  void evaluate(const PointSet &points, double *f) override;
  const NonfiniteReport &nonfinite() const override { return filter_.report(); }
  std::int64_t worthwhile_batch() const override { return inner_->worthwhile_batch(); }
  bool prefers_few_batches() const override { return inner_->prefers_few_batches(); }

 private:
  const Stencil *stencil_at(const PointSet &points, std::int64_t i, double *steps) const;
  double step_of(const double *first, std::int64_t count, double x, int axis) const;

  std::unique_ptr<PointsEngine> inner_;
  int ndim_, ncomp_;
  std::int64_t region_;
  NonfiniteFilter filter_;
  std::atomic<std::int64_t> &beside_;
};

}  // namespace cuboid::engine
