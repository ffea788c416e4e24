// Sums the lattices of many integrals of one integrand on a device.  engine/cuda implements this,
// and engine/cuda_stub does in builds without CUDA.
#pragma once

#include <memory>

#include "engine/device/integral_list.hpp"
#include "engine/device/integrand.hpp"
#include "engine/many_lattice.hpp"

namespace cuboid::engine {

class DeviceManyLattice : public ManyLatticeEngine {
 public:
  /// Begins with these integrals.  The list must outlive the call only.
  virtual void begin(const IntegralList &list) = 0;
};

/// Whether the device can sum lattices of many integrals of the integrand at once.
bool device_sums_many_lattices(const DeviceIntegrand &integrand);

/// Makes the kernel, so that what follows does not take the time for it.
void compile_for_many_lattices(const DeviceIntegrandPointer &integrand);

/// userdata: of all integrals that have none of their own.  Throws Failure.
std::unique_ptr<DeviceManyLattice> make_device_many_lattice(const DeviceIntegrandPointer &integrand,
                                                            void *userdata);

}  // namespace cuboid::engine
