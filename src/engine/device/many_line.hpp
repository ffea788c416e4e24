// Takes the first step of line for many integrals of one integrand on a device.  engine/cuda
// implements this, and engine/cuda_stub does in builds without CUDA.
#pragma once

#include <memory>
#include <vector>

#include "base/goal.hpp"
#include "engine/device/integral_list.hpp"
#include "engine/device/integrand.hpp"
#include "engine/device/many_regions.hpp"
#include "rule/line_step.hpp"

namespace cuboid::engine {

struct ManyLineResult {
  std::vector<double> value, error;    ///< [count][ncomp]
  std::vector<long long> evaluations;  ///< [count]; 0: it needs more than a step
  ManyPhases phases;
};

class ManyLineEngine {
 public:
  virtual ~ManyLineEngine() = default;

  /// found: replaced; memory that it has is used again.
  virtual void integrate(const Goal &goal, const IntegralList &list, ManyLineResult &found) = 0;
};

/// Whether the device can take the step for many integrals of the integrand at once.
bool device_takes_line_steps(const DeviceIntegrand &integrand);

/// Makes the kernel for finite ranges, or that for any, so that what follows does not take the time
/// for it.
void compile_for_many_lines(const DeviceIntegrandPointer &integrand, bool mapped);

/// userdata: of all integrals that have none of their own.  Throws Failure.
std::unique_ptr<ManyLineEngine> make_device_many_line(const DeviceIntegrandPointer &integrand,
                                                      void *userdata,
                                                      const rule::LineStepTables &tables);

}  // namespace cuboid::engine
