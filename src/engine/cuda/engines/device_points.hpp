// Values of an integrand at points that lie on the device, wherever they come from.
#pragma once

#include <cstdint>
#include <functional>

#include "engine/cuda/compile/program.hpp"
#include "engine/cuda/engines/integrand.hpp"
#include "engine/cuda/engines/samples_memory.hpp"
#include "engine/cuda/kernel/batched_points.cuh"
#include "engine/cuda/runtime/device.hpp"

namespace cuboid::engine::cuda {

/// The kernels of kernel/points.cuh.
const KernelPart &points_part();

/// Starts the evaluation of points on the stream of a call.  x: [count][ndim], f: [count][ncomp].
using StartPoints = std::function<void(std::int64_t count, const double *x, double *f)>;

/// That by a kernel of points_part().
void start_points_kernel(const KernelTable &kernels, const DeviceCall &call, std::int64_t count,
                         const double *x, double *f);

/// By a kernel around the integrand, or by its batch function.
class DevicePoints {
 public:
  /// userdata: what a batch function gets.  Integrand and call must outlive this object.
  DevicePoints(const BoundIntegrand &integrand, const DeviceCall &call, void *userdata);

  /// Whether a batch function gives the values.
  bool batched() const { return integrand_.integrand().batch() != nullptr; }

  /// Makes the kernel, which is made at the first points else.
  void prepare();

  /// As StartPoints.  integral: [count] on the device, for a batch function of many; nullptr: all
  /// points are of one.  Throws Failure: what the batch function gives cause for.
  void start(std::int64_t count, const double *x, double *f,
             const std::int64_t *integral = nullptr);

 private:
  int call_batch(const BatchFunction &batch, std::int64_t count, const double *x, double *f,
                 const std::int64_t *integral);
  const std::int64_t *number_of_all(std::int64_t number, std::int64_t count);

  const BoundIntegrand &integrand_;
  const DeviceCall &call_;
  void *userdata_;
  KernelTable kernels_;
  GrowingArray<std::int64_t> numbers_;  ///< the same for all points
  std::int64_t numbered_ = 0;           ///< points for which it is there
};

/// Points that a kernel places, which a batch function evaluates, and whose values the same kernel
/// sums: see kernel/batched_function.cuh.
class BatchedLaunch {
 public:
  BatchedLaunch(const BoundIntegrand &integrand, const DeviceCall &call, DevicePoints &points);

  /// Points of a launch that are worth their memory.
  uint64 max_points() const { return max_points_; }

  /// place, sum: start the kernel around the integrand that they get.  first: the number of the
  /// first point.  integral: as of DevicePoints::start.
  template <class Place, class Sum>
  void run(uint64 first, uint64 count, Place &&place, Sum &&sum,
           const std::int64_t *integral = nullptr) {
    BatchedPoints points = placed(first, count);
    place(static_cast<const void *>(&points));
    points.f = evaluated(count, integral);
    sum(static_cast<const void *>(&points));
  }

 private:
  BatchedPoints placed(uint64 first, uint64 count);
  const double *evaluated(uint64 count, const std::int64_t *integral);

  uint64 ndim_;
  uint64 ncomp_;
  uint64 max_points_ = 0;
  DevicePoints &points_;
  GrowingArray<double> x_;
  GrowingArray<double> f_;
};

}  // namespace cuboid::engine::cuda
