#include "engine/cuda/engines/points.hpp"

#include <algorithm>

#include "base/failure.hpp"
#include "engine/common/call_user.hpp"
#include "engine/cuda/runtime/error.hpp"
#include "engine/cuda/runtime/launch.hpp"
#include "engine/cuda/runtime/memory.hpp"

namespace cuboid::engine::cuda {

namespace {

constexpr int threads_per_block = 128;
constexpr int blocks_per_multiprocessor = 16;
/// Enough to fill the largest devices many times over, in tens of megabytes.
constexpr std::int64_t most_points = 1 << 20;

}  // namespace

const KernelPart &points_part() {
  static const KernelPart part{
      "engine/cuda/kernel/points.cuh", "CUBOID_POINTS_KERNELS", {"cuboid_evaluate_points"}, {}};
  return part;
}

PointsEvaluator::PointsEvaluator(const DeviceIntegrandPointer &integrand, void *userdata,
                                 const StartClock &start)
    : call_(Device::chosen()),
      integrand_(integrand, call_, userdata),
      userdata_(userdata),
      kernels_(integrand_.integrand().batch() ? KernelTable{} : integrand_.kernels(points_part())),
      interrupts_(start ? start() : Limits{}) {}

void PointsEvaluator::evaluate(const PointSet &points, double *f) {
  const int ndim = integrand_.integrand().ndim();
  const int ncomp = integrand_.integrand().ncomp();
  for (std::int64_t first = 0; first < points.count; first += most_points) {
    if (!interrupts_.look()) throw interrupts_.failure(first, first);
    const std::int64_t count = std::min(points.count - first, most_points);
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
  start(points.count, x.get(), values.get());
  check(cudaMemcpyAsync(f, values.get(), f_count * sizeof(double), cudaMemcpyDeviceToHost,
                        call_.stream()),
        "evaluating the integrand on the device");
  call_.wait("evaluating the integrand on the device");
  integrand_.check_aborted();
}

void PointsEvaluator::start(std::int64_t count, const double *x, double *f) {
  const CudaIntegrand &integrand = integrand_.integrand();
  if (integrand.batch()) {
    // All bits set make a NaN, which tells values that were not written.
    check(cudaMemsetAsync(f, 0xff, count * integrand.ncomp() * sizeof(double), call_.stream()),
          "preparing the values on the device");
    const int returned = call_user([&] {
      return integrand.batch()(integrand.ndim(), x, integrand.ncomp(), f, count, call_.stream(),
                               userdata_);
    });
    if (returned == -999) throw Failure(CUBOID_ABORTED, "the integrand returned -999");
    return;
  }
  const std::int64_t blocks = (count + threads_per_block - 1) / threads_per_block;
  const std::int64_t most_blocks =
      std::int64_t{call_.device().multiprocessors()} * blocks_per_multiprocessor;
  launch(kernels_, "cuboid_evaluate_points",
         {static_cast<unsigned>(std::min(blocks, most_blocks)), threads_per_block, 0},
         call_.stream(), x, f, static_cast<long long>(count));
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
