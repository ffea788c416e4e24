#include "engine/cuda/engines/device_points.hpp"

#include <cuda_runtime.h>

#include <algorithm>

#include "base/failure.hpp"
#include "engine/common/call_user.hpp"
#include "engine/cuda/engines/many_samples_steps.hpp"
#include "engine/cuda/kernel/points_arguments.cuh"
#include "engine/cuda/runtime/error.hpp"
#include "engine/cuda/runtime/launch.hpp"

namespace cuboid::engine::cuda {

namespace {

// As many threads as a multiprocessor has at once.
constexpr int blocks_per_multiprocessor = 2048 / points_threads;

}  // namespace

const KernelPart &points_part() {
  static const KernelPart part{"engine/cuda/kernel/points.cuh", "points_kernel"};
  return part;
}

void start_points_kernel(const KernelTable &kernels, const DeviceCall &call, std::int64_t count,
                         const double *x, double *f) {
  const std::int64_t blocks = (count + points_threads - 1) / points_threads;
  const std::int64_t max_blocks =
      std::int64_t{call.device().multiprocessors()} * blocks_per_multiprocessor;
  launch(kernels, points_part().name(),
         {static_cast<unsigned>(std::min(blocks, max_blocks)), points_threads, 0}, call.stream(), x,
         f, static_cast<long long>(count));
}

DevicePoints::DevicePoints(const BoundIntegrand &integrand, const DeviceCall &call, void *userdata)
    : integrand_(integrand), call_(call), userdata_(userdata), numbers_(call) {}

void DevicePoints::prepare() {
  if (!batched() && kernels_.entries.empty()) kernels_ = integrand_.kernels(points_part());
}

/// Of the one integral to which all points belong.
const std::int64_t *DevicePoints::number_of_all(std::int64_t number, std::int64_t count) {
  if (numbered_ >= count) return numbers_.data();
  numbered_ = 0;
  numbers_.reserve(static_cast<uint64>(count));
  GrowingArray<std::int64_t> one(call_);
  one.set(&number, 1);
  launch_repeat({reinterpret_cast<const uint64 *>(one.data()), 1,
                 reinterpret_cast<uint64 *>(numbers_.data()), static_cast<uint64>(count)},
                call_.stream());
  call_.wait("numbering the points of an integral");
  numbered_ = count;
  return numbers_.data();
}

int DevicePoints::call_batch(const BatchFunction &batch, std::int64_t count, const double *x,
                             double *f, const std::int64_t *integral) {
  const int ndim = integrand_.integrand().ndim();
  const int ncomp = integrand_.integrand().ncomp();
  if (batch.many == nullptr)
    return call_user(
        [&] { return batch.one(ndim, x, ncomp, f, count, call_.stream(), userdata_); });
  if (integral == nullptr) integral = number_of_all(batch.number, count);
  return call_user(
      [&] { return batch.many(ndim, x, ncomp, f, count, integral, call_.stream(), userdata_); });
}

void DevicePoints::start(std::int64_t count, const double *x, double *f,
                         const std::int64_t *integral) {
  const CudaIntegrand &integrand = integrand_.integrand();
  if (const BatchFunction *const batch = integrand.batch()) {
    // All bits set make a NaN, which tells values that were not written.
    check(cudaMemsetAsync(f, 0xff, static_cast<std::size_t>(count * integrand.ncomp()) * sizeof *f,
                          call_.stream()),
          "preparing the values on the device");
    if (call_batch(*batch, count, x, f, integral) == -999)
      throw Failure(CUBOID_ABORTED, "the integrand returned -999");
    return;
  }
  prepare();
  start_points_kernel(kernels_, call_, count, x, f);
}

BatchedLaunch::BatchedLaunch(const BoundIntegrand &integrand, const DeviceCall &call,
                             DevicePoints &points)
    : ndim_(static_cast<uint64>(integrand.integrand().ndim())),
      ncomp_(static_cast<uint64>(integrand.integrand().ncomp())),
      points_(points),
      x_(call),
      f_(call) {
  if (!points.batched()) return;
  // 15 million points in eight dimensions: a millisecond of work beside the 0.05 ms that a call of
  // Python takes.  The function makes arrays of its own beside them, often of the same size.
  constexpr std::size_t max_bytes = std::size_t{1} << 30;
  constexpr std::size_t part_of_memory = 64;
  const ContextScope scope(call.device());
  std::size_t free = 0;
  std::size_t total = 0;
  check(cudaMemGetInfo(&free, &total), "asking for the memory");
  max_points_ = std::min(max_bytes, total / part_of_memory) / ((ndim_ + ncomp_) * sizeof(double));
}

BatchedPoints BatchedLaunch::placed(uint64 first, uint64 count) {
  // The next iterations are of about as many: to take memory anew takes as long as to fill it.
  const uint64 room = count + count / 8 + 1;
  x_.reserve(room * ndim_);
  f_.reserve(room * ncomp_);
  return {x_.data(), nullptr, first, count};
}

const double *BatchedLaunch::evaluated(uint64 count, const std::int64_t *integral) {
  if (count > 0) points_.start(static_cast<std::int64_t>(count), x_.data(), f_.data(), integral);
  return f_.data();
}

}  // namespace cuboid::engine::cuda
