#include "engine/cuda/engines/points.hpp"

#include <algorithm>

#include "engine/cuda/runtime/error.hpp"
#include "engine/cuda/runtime/memory.hpp"

namespace cuboid::engine::cuda {

namespace {

/// Enough to fill the largest devices many times over, in tens of megabytes.
constexpr std::int64_t max_points = 1 << 20;

Limits prepared(DevicePoints &points, const StartClock &start) {
  points.prepare();
  return start ? start() : Limits{};
}

}  // namespace

PointsEvaluator::PointsEvaluator(const DeviceIntegrandPointer &integrand, void *userdata,
                                 const StartClock &start)
    : call_(Device::chosen()),
      integrand_(integrand, call_, userdata),
      points_(integrand_, call_, userdata),
      interrupts_(prepared(points_, start)) {}

void PointsEvaluator::evaluate(const PointSet &points, double *f) {
  const int ndim = integrand_.integrand().ndim();
  const int ncomp = integrand_.integrand().ncomp();
  for (std::int64_t first = 0; first < points.count; first += max_points) {
    if (!interrupts_.look()) throw interrupts_.failure(first, first);
    const std::int64_t count = std::min(points.count - first, max_points);
    evaluate_some(slice(points, ndim, first, count), f + first * ncomp);
  }
}

void PointsEvaluator::evaluate_some(const PointSet &points, double *f) {
  const std::int64_t x_count = points.count * integrand_.integrand().ndim();
  const std::int64_t f_count = points.count * integrand_.integrand().ncomp();
  const DeviceArray<double> x(call_, x_count);
  const DeviceArray<double> values(call_, f_count);
  const ContextScope scope(call_.device());
  check(cudaMemcpyAsync(x.get(), points.x, x_count * sizeof(double), cudaMemcpyHostToDevice,
                        call_.stream()),
        "copying points to the device");
  points_.start(points.count, x.get(), values.get());
  check(cudaMemcpyAsync(f, values.get(), f_count * sizeof(double), cudaMemcpyDeviceToHost,
                        call_.stream()),
        "evaluating the integrand on the device");
  call_.wait("evaluating the integrand on the device");
  integrand_.check_aborted();
}

}  // namespace cuboid::engine::cuda

namespace cuboid::engine {

std::unique_ptr<PointsEngine> make_device_points_engine(const DeviceIntegrandPointer &integrand,
                                                        void *userdata, Nonfinite nonfinite,
                                                        const StartClock &start) {
  const HostFunction shape{integrand->ndim(), integrand->ncomp(), nullptr, nullptr, 1};
  return std::make_unique<FilteredEngine>(
      shape, std::make_unique<cuda::PointsEvaluator>(integrand, userdata, start), nonfinite);
}

}  // namespace cuboid::engine
