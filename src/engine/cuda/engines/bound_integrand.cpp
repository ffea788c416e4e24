#include "engine/cuda/engines/bound_integrand.hpp"

#include <cuda_runtime.h>

#include <algorithm>
#include <utility>

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

uint64 points_that_fit(int ndim, int ncomp) {
  // 15 million points in eight dimensions: a millisecond of work beside the 0.05 ms that a call of
  // Python takes.  The function makes arrays of its own beside them, often of the same size.
  constexpr std::size_t max_bytes = std::size_t{1} << 30;
  constexpr std::size_t part_of_memory = 64;
  std::size_t free = 0;
  std::size_t total = 0;
  check(cudaMemGetInfo(&free, &total), "asking for the memory");
  const auto numbers = static_cast<std::size_t>(ndim + ncomp);
  return std::min(max_bytes, total / part_of_memory) / (numbers * sizeof(double));
}

BoundIntegrand::BoundIntegrand(DeviceIntegrandPointer integrand, void *userdata)
    : owner_(std::move(integrand)),
      integrand_(as_cuda(*owner_)),
      userdata_(userdata),
      call_(Device::chosen()) {
  argument_.aborted = reinterpret_cast<int *>(call_.page());
  *argument_.aborted = 0;
  if (batched()) max_points_ = points_that_fit(integrand_.ndim(), integrand_.ncomp());
  const std::int64_t bytes = integrand_.userdata_bytes();
  if (!userdata || bytes == 0) return;
  copied_userdata_ = DeviceMemory(call_, bytes);
  call_.to_device(copied_userdata_.get(), userdata, static_cast<std::size_t>(bytes),
                  "copying the userdata to the device");
  argument_.userdata = copied_userdata_.get();
}

void BoundIntegrand::stay_entered() noexcept {
  try {
    at_end_.emplace(call_.device());
  } catch (const Failure &) {
    // The device is lost, and with it what the engine would give back.
  }
}

KernelTable BoundIntegrand::kernels(const KernelPart &part) const {
  const ContextScope scope = entered();
  KernelTable table = integrand_.kernels(part, call_.device());
  const std::string_view functor = integrand_.functor();
  table.integrand = functor.empty() ? static_cast<const void *>(&argument_) : functor.data();
  if (!table.owner) table.owner = owner_;
  return table;
}

void BoundIntegrand::check_aborted() const {
  if (*const_cast<const volatile int *>(argument_.aborted) == 0) return;
  // What is still under way says so once more, which is not to be taken for the next call's.
  call_.wait("waiting for kernels whose integrand returned -999");
  throw Failure(CUBOID_ABORTED, "the integrand returned -999");
}

void BoundIntegrand::prepare_points() {
  if (!batched() && points_kernel_.entries.empty()) points_kernel_ = kernels(points_part());
}

/// Of the one integral to which all points belong.
const std::int64_t *BoundIntegrand::number_of_all(std::int64_t number, std::int64_t count) {
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

int BoundIntegrand::call_batch(const BatchFunction &batch, std::int64_t count, const double *x,
                               double *f, const std::int64_t *integral) {
  const int ndim = integrand_.ndim();
  const int ncomp = integrand_.ncomp();
  if (batch.many == nullptr)
    return call_user(
        [&] { return batch.one(ndim, x, ncomp, f, count, call_.stream(), userdata_); });
  if (integral == nullptr) integral = number_of_all(batch.number, count);
  return call_user(
      [&] { return batch.many(ndim, x, ncomp, f, count, integral, call_.stream(), userdata_); });
}

void BoundIntegrand::evaluate(std::int64_t count, const double *x, double *f,
                              const std::int64_t *integral) {
  if (const BatchFunction *const batch = integrand_.batch()) {
    // All bits set make a NaN, which tells values that were not written.
    call_.set_bytes(f, 0xff, static_cast<std::size_t>(count * integrand_.ncomp()) * sizeof *f,
                    "preparing the values on the device");
    if (call_batch(*batch, count, x, f, integral) == -999)
      throw Failure(CUBOID_ABORTED, "the integrand returned -999");
    return;
  }
  prepare_points();
  const std::int64_t blocks = (count + points_threads - 1) / points_threads;
  const std::int64_t max_blocks =
      std::int64_t{call_.device().multiprocessors()} * blocks_per_multiprocessor;
  launch(points_kernel_, points_part().name(),
         {static_cast<unsigned>(std::min(blocks, max_blocks)), points_threads, 0}, call_.stream(),
         x, f, static_cast<long long>(count));
}

BatchedPoints BoundIntegrand::placed(uint64 first, uint64 count) {
  // The next iterations are of about as many: to take memory anew takes as long as to fill it.
  const uint64 room = count + count / 8 + 1;
  x_.reserve(room * static_cast<uint64>(integrand_.ndim()));
  f_.reserve(room * static_cast<uint64>(integrand_.ncomp()));
  return {x_.data(), nullptr, first, count};
}

const double *BoundIntegrand::evaluated(uint64 count, const std::int64_t *integral) {
  if (count > 0) evaluate(static_cast<std::int64_t>(count), x_.data(), f_.data(), integral);
  return f_.data();
}

}  // namespace cuboid::engine::cuda
