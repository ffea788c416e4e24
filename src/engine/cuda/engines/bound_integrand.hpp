// An integrand on a device, for one integration: its kernels, and its values at points that lie
// there, wherever they come from.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "engine/cuda/engines/integrand.hpp"
#include "engine/cuda/engines/samples_memory.hpp"
#include "engine/cuda/kernel/batched_points.cuh"
#include "engine/cuda/runtime/device.hpp"
#include "engine/cuda/runtime/memory.hpp"

namespace cuboid::engine::cuda {

/// The kernels of kernel/points.cuh.
const KernelPart &points_part();

/// What an engine works with.  It stands first among the engine's members, so that it goes last.
class BoundIntegrand {
 public:
  /// For the chosen device, which is current and to which the userdata is copied.  A batch function
  /// gets the userdata as it is, and is called with at most max_points at a time.
  BoundIntegrand(DeviceIntegrandPointer integrand, void *userdata);

  const CudaIntegrand &integrand() const { return integrand_; }
  const DeviceCall &call() const { return call_; }

  /// Makes the device current to the end of a scope.
  ContextScope entered() const { return ContextScope(call_.device()); }
  /// And until this object is gone: for the destructor of an engine.
  void stay_entered() noexcept;

  /// Kernels of these parts are about to be asked for.
  void prepare(std::span<const KernelPart> parts) const {
    integrand_.prepare(parts, call_.device());
  }

  /// The kernels of a part, ready to be launched as long as this object lives.
  KernelTable kernels(const KernelPart &part) const;

  /// Keeps kernels loaded until the next integration on the stream is over.
  void keep(std::vector<std::shared_ptr<const void>> kernels) { call_.keep(std::move(kernels)); }

  /// Throws Failure(CUBOID_ABORTED) if the integrand returned -999 in a kernel that has finished.
  void check_aborted() const;
  /// Where a function of the user's says that, for device and host.
  int *aborted() const { return argument_.aborted; }

  /// Makes the kernel that evaluates points, which is made at the first points else.
  void prepare_points();

  /// Starts the evaluation of points.  x: [count][ndim], f: [count][ncomp].  integral: [count] on
  /// the device, for a batch function of many; nullptr: all points are of one.  Throws Failure:
  /// what the batch function gives cause for.
  void evaluate(std::int64_t count, const double *x, double *f,
                const std::int64_t *integral = nullptr);

  /// Whether a batch function gives the values.  Kernels then place the points, which the function
  /// evaluates, and whose values the same kernels sum: see kernel/batched_function.cuh.
  bool batched() const { return integrand_.batch() != nullptr; }

  /// Points of such a launch that are worth their memory.
  uint64 max_points() const { return max_points_; }

  /// place, sum: start the kernel around the integrand that they get.  first: the number of the
  /// first point.  integral: as of evaluate.
  template <class Place, class Sum>
  void run_batched(uint64 first, uint64 count, Place &&place, Sum &&sum,
                   const std::int64_t *integral = nullptr) {
    BatchedPoints points = placed(first, count);
    place(static_cast<const void *>(&points));
    points.f = evaluated(count, integral);
    sum(static_cast<const void *>(&points));
  }

 private:
  int call_batch(const BatchFunction &batch, std::int64_t count, const double *x, double *f,
                 const std::int64_t *integral);
  const std::int64_t *number_of_all(std::int64_t number, std::int64_t count);
  BatchedPoints placed(uint64 first, uint64 count);
  const double *evaluated(uint64 count, const std::int64_t *integral);

  DeviceIntegrandPointer owner_;
  const CudaIntegrand &integrand_;
  void *userdata_;
  DeviceCall call_;
  std::optional<ContextScope> at_end_;
  DeviceMemory copied_userdata_;
  UserFunctionArgument argument_{};
  KernelTable points_kernel_;
  uint64 max_points_ = 0;
  GrowingArray<double> x_{call_};
  GrowingArray<double> f_{call_};
  GrowingArray<std::int64_t> numbers_{call_};  ///< of the integral, the same for all points
  std::int64_t numbered_ = 0;                  ///< points for which it is there
};

/// Points, with their values, that are worth their memory on the current device.
uint64 points_that_fit(int ndim, int ncomp);

}  // namespace cuboid::engine::cuda
