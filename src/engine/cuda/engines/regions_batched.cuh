// The rule and the look of the regions engine around a batch function: a kernel places the points
// of many regions, the function is called once for all of them, and a kernel sums the values.
#pragma once

#include "engine/cuda/engines/device_points.hpp"
#include "engine/cuda/kernel/regions_look.cuh"
#include "engine/cuda/kernel/regions_types.cuh"
#include "engine/cuda/runtime/memory.hpp"

namespace cuboid::engine::cuda {

/// Sums in the order of the kernels around an integrand (regions_rule.cuh, regions_look.cuh): a
/// function that gives the values of such an integrand gives its results in a finite box.
class BatchedRegions {
 public:
  /// npoints: of the rule.  launch, call: live as long as this object.
  BatchedRegions(int ndim, int ncomp, std::int64_t npoints, BatchedLaunch &launch,
                 const DeviceCall &call);

  /// To the new regions.  Waits until their number is known.
  void apply_rule(const RuleTable &rule, const BoxTable &box, bool mapped,
                  const RegionArrays &regions, const WorkArrays &work);

  void look(const LookTable &look, const BoxTable &box, bool mapped, const RegionArrays &regions);

 private:
  template <class... Arguments>
  void start(void (*kernel)(Arguments...), std::int64_t threads,
             std::type_identity_t<Arguments>... arguments);
  double *room_for_slopes(std::int64_t points);

  const int ndim_;
  const int ncomp_;
  const std::int64_t npoints_;
  BatchedLaunch &launch_;
  const DeviceCall &call_;
  DeviceArray<double> slopes_;  ///< of the map of an infinite box, by point
};

}  // namespace cuboid::engine::cuda
