// Evaluates integrands at given points on a device: the simplest of the engines.
#pragma once

#include "engine/common/evaluator.hpp"
#include "engine/common/interrupts.hpp"
#include "engine/cuda/engines/bound_integrand.hpp"

namespace cuboid::engine::cuda {

/// Copies points to the device and values back, as many points at a time as are worth a launch.
class PointsEvaluator final : public Evaluator {
 public:
  PointsEvaluator(const DeviceIntegrandPointer &integrand, void *userdata, const StartClock &start);

  void evaluate(const PointSet &points, double *f) override;
  /// A launch and the copies around it are then a few per cent of the time.
  std::int64_t worthwhile_batch() const override { return 1 << 16; }

 private:
  void evaluate_some(const PointSet &points, double *f);

  BoundIntegrand bound_;
  Interrupts interrupts_;  ///< last, since the clock starts when the kernels are there
};

}  // namespace cuboid::engine::cuda
