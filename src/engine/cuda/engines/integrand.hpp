// Device integrands of every kind.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>

#include "engine/cuda/compile/program.hpp"
#include "engine/cuda/runtime/device.hpp"
#include "engine/cuda/runtime/kernel_table.hpp"
#include "engine/device/integrand.hpp"

namespace cuboid::engine::cuda {

/// The bytes of kernel::UserFunction.
struct UserFunctionArgument {
  void *userdata;
  int *aborted;
};

/// A function on the host that evaluates points on the device: one of the two.
struct BatchFunction {
  cuboid_device_batch one = nullptr;
  cuboid_device_many_batch many = nullptr;
  std::int64_t number = 0;  ///< of the integral, where all points are of one
};

/// Adds to the interface of the upper layers what engines of this folder need.
class CudaIntegrand : public DeviceIntegrand {
 public:
  using DeviceIntegrand::DeviceIntegrand;

  /// The kernels of a part for a device, without the integrand's bytes.  Made at the first call,
  /// kept after that.  Throws Failure(CUBOID_NOT_COMPILED) if kernels cannot be made around it.
  virtual KernelTable kernels(const KernelPart &part, Device &device) const = 0;

  /// Makes parts side by side that would be made one after the other, if there are such.
  virtual void prepare(std::span<const KernelPart>, Device &) const {}

  /// The integrand's bytes for kernels; empty: those of UserFunctionArgument.
  virtual std::string_view functor() const { return {}; }

  /// What is copied to the device for each integration.
  virtual std::int64_t userdata_bytes() const { return 0; }

  /// The function of a batch integrand, else nullptr.
  virtual const BatchFunction *batch() const { return nullptr; }

  /// Whether kernels around it can have points of many integrals: a batch function may be for one.
  bool serves_many() const { return has_kernels() && (batch() == nullptr || is_many_batch()); }
};

/// Throws Failure(CUBOID_INTERNAL) for an integrand of another kind of engine.
const CudaIntegrand &as_cuda(const DeviceIntegrand &integrand);

/// Throws Failure(CUBOID_BAD_NDIM or CUBOID_BAD_NCOMP) before kernels are compiled in vain.
void check_shape(const DeviceIntegrand &integrand, int max_ndim, int max_ncomp);

/// Makes a kernel for the chosen device ahead of its first call.
void compile_for_chosen(const DeviceIntegrand &integrand, const KernelPart &part);

}  // namespace cuboid::engine::cuda
