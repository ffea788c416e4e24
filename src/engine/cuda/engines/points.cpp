#include "engine/cuda/engines/points.hpp"

#include <algorithm>

#include "engine/cuda/runtime/error.hpp"
#include "engine/cuda/runtime/memory.hpp"

namespace cuboid::engine::cuda {

namespace {

/// Enough to fill the largest devices many times over, in tens of megabytes.
constexpr std::int64_t max_points = 1 << 20;

Limits prepared(BoundIntegrand &bound, const StartClock &start) {
  bound.prepare_points();
  return start ? start() : Limits{};
}

}  // namespace

PointsEvaluator::PointsEvaluator(const DeviceIntegrandPointer &integrand, void *userdata,
                                 const StartClock &start)
    : bound_(integrand, userdata), interrupts_(prepared(bound_, start)) {}

void PointsEvaluator::evaluate(const PointSet &points, double *f) {
  const int ndim = bound_.integrand().ndim();
  const int ncomp = bound_.integrand().ncomp();
  for (std::int64_t first = 0; first < points.count; first += max_points) {
    if (!interrupts_.look()) throw interrupts_.failure(first, first);
    const std::int64_t count = std::min(points.count - first, max_points);
    evaluate_some(slice(points, ndim, first, count), f + first * ncomp);
  }
}

void PointsEvaluator::evaluate_some(const PointSet &points, double *f) {
  const std::int64_t x_count = points.count * bound_.integrand().ndim();
  const std::int64_t f_count = points.count * bound_.integrand().ncomp();
  const ContextScope scope = bound_.entered();
  const DeviceCall &call = bound_.call();
  const DeviceArray<double> x(call, x_count);
  const DeviceArray<double> values(call, f_count);
  call.to_device(x.get(), points.x, x_count * sizeof(double), "copying points to the device");
  bound_.evaluate(points.count, x.get(), values.get());
  constexpr const char *action = "evaluating the integrand on the device";
  call.to_host(f, values.get(), f_count * sizeof(double), action);
  call.wait(action);
  bound_.check_aborted();
}

}  // namespace cuboid::engine::cuda

namespace cuboid::engine {

std::unique_ptr<PointsEngine> make_device_points_engine(const DeviceIntegrandPointer &integrand,
                                                        void *userdata, Nonfinite nonfinite,
                                                        const StartClock &start) {
  const HostFunction shape{integrand->ndim(), integrand->ncomp(), nullptr, nullptr, 1};
  const cuda::ContextScope scope(cuda::Device::chosen());
  return std::make_unique<FilteredEngine>(
      shape, std::make_unique<cuda::PointsEvaluator>(integrand, userdata, start), nonfinite);
}

}  // namespace cuboid::engine
