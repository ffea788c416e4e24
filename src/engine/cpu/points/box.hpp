// Integrands over boxes with finite and infinite limits, as functions on the unit cube.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "engine/common/nonfinite.hpp"
#include "engine/engine.hpp"
#include "map/box.hpp"

namespace cuboid::engine::cpu {

/// Maps the points to the box, and multiplies the values by the Jacobian of the map, so that the
/// integral over the unit cube is that over the box.  Weights are multiplied by it as well: the sum
/// of weight times integrand stays an estimate of the integral.
class BoxEngine final : public PointsEngine {
 public:
  /// lower, upper: [ndim], finite or infinite.  inner: calls the integrand at points of the box.
  /// policy: as that of the inner engine, for products that overflow.
  /// Throws Failure(CUBOID_BAD_ARGUMENT) for limits between which there is no interval.
  BoxEngine(int ndim, int ncomp, const double *lower, const double *upper,
            std::unique_ptr<PointsEngine> inner, Nonfinite policy);

  void evaluate(const PointSet &points, double *f) override;
  const NonfiniteReport &nonfinite() const override;
  std::int64_t worthwhile_batch() const override { return inner_->worthwhile_batch(); }
  bool prefers_few_batches() const override { return inner_->prefers_few_batches(); }

 private:
  void note_finite_box();
  void move_to_box(const PointSet &points);
  /// By the Jacobian.  mapped: the first points of the batch.
  void multiply(const PointSet &mapped, double *f);

  int ndim_;
  int ncomp_;
  std::vector<map::Interval> axes_;
  /// Of all axes again and again, where all of them are finite; else empty.
  std::vector<double> origin_, width_, smallest_, largest_;
  double volume_ = 1;  ///< the Jacobian, where all axes are finite
  std::unique_ptr<PointsEngine> inner_;
  NonfiniteFilter products_;        ///< for values that are finite and whose products are not
  mutable NonfiniteReport report_;  ///< put together when it is asked for
  std::vector<double> x_;
  std::vector<double> jacobian_;  ///< of each point, where an axis is infinite
  std::vector<double> weight_;
};

}  // namespace cuboid::engine::cpu
