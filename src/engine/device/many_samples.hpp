// Draws the samples of many integrals of one integrand on a device.  engine/cuda implements this,
// and engine/cuda_stub does in builds without CUDA.
#pragma once

#include <cstdint>
#include <memory>

#include "engine/device/integral_list.hpp"
#include "engine/device/integrand.hpp"
#include "engine/many_samples.hpp"

namespace cuboid::engine {

class DeviceManySamples : public ManySamplesEngine {
 public:
  /// Samples of the first iteration and of any, at most, so that the hypercubes of an integral fill
  /// one tile, and no block takes much longer than the others.  Part of what the numbers of an
  /// integral depend on, and so the same for every device.
  static constexpr std::int64_t max_first_samples = 1 << 15;
  static constexpr std::int64_t max_samples = 1 << 16;

  /// Makes room for so many integrals, or half as many as often as the memory demands it, and says
  /// for how many.  samples: of an iteration, at most.  Throws Failure(CUBOID_OUT_OF_MEMORY).
  virtual std::int64_t reserve(std::int64_t count, const SamplesGrid &grid, bool adaptive,
                               std::int64_t samples) = 0;

  /// Begins with these integrals, not more than there is room for.  The list must outlive the call
  /// only.
  virtual void begin(const IntegralList &list) = 0;
};

/// Whether the device can draw samples for many integrals of the integrand at once.
bool device_samples_many(const DeviceIntegrand &integrand);

/// Most intervals of an axis of the map that the chosen device has room for.
std::int64_t max_device_intervals(int ndim);

/// How the samples of a list are drawn.
struct ManySamplesKind {
  bool boxed;     ///< over boxes
  bool quasi;     ///< Sobol points
  bool adaptive;  ///< hypercubes have different numbers of samples
};

/// Makes the kernel, so that what follows does not take the time for it.
void compile_for_many_samples(const DeviceIntegrandPointer &integrand, const ManySamplesKind &kind);

/// quasi: Sobol points.  memory: bytes of the device to use at most; 0: what there is.  userdata:
/// of all integrals that have none of their own.  Throws Failure.
std::unique_ptr<DeviceManySamples> make_device_many_samples(const DeviceIntegrandPointer &integrand,
                                                            void *userdata, std::uint64_t seed,
                                                            bool quasi, bool boxed,
                                                            std::int64_t memory);

}  // namespace cuboid::engine
