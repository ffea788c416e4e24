// Refines the regions of many integrals of one integrand on a device, each by itself.  engine/cuda
// implements this, and engine/cuda_stub does in builds without CUDA.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "engine/device/integral_list.hpp"
#include "engine/device/integrand.hpp"
#include "rule/integral_end.hpp"
#include "rule/refinement.hpp"

namespace cuboid::engine {

/// A division of the cube to begin with.
struct RegionGrid {
  std::vector<int> cuts;  ///< of each axis, as in RegionRequest
  bool shifted = false;
  std::int64_t regions = 0;
  std::int64_t maxeval = 0;  ///< evaluations that are left for it
};

/// How every integral is refined.
struct ManyRefinement : rule::Refinement {
  bool stops_at_nonfinite = true;
  RegionGrid first;
  /// Of the second pass, where the first one saw no error, and where it saw nothing but zeros.
  RegionGrid finer, shifted;
};

/// Seconds on the host's clock.
struct ManyPhases {
  double copying_in = 0;   ///< until the kernels are started
  double kernels = 0;      ///< until they have ended; those of another engine may run before
  double copying_out = 0;  ///< until the results are there
  double storing = 0;      ///< the results, by whoever fetches them

  ManyPhases &operator+=(const ManyPhases &more) {
    copying_in += more.copying_in;
    kernels += more.kernels;
    copying_out += more.copying_out;
    storing += more.storing;
    return *this;
  }
};

struct ManyRegionsResult {
  std::vector<double> value, error, chi2;  ///< [count][ncomp]
  std::vector<long long> neval, nonfinite;
  std::vector<int> iterations;
  /// interrupted: by Limits.  full, large: it has outgrown its room, and nothing is known of it.
  std::vector<rule::IntegralEnd> end;
  int interrupted = 0;  ///< CUBOID_CANCELLED or CUBOID_TIME_LIMIT, if that ended the list
  ManyPhases phases;
};

class ManyRegionsEngine {
 public:
  virtual ~ManyRegionsEngine() = default;

  /// width: regions that an integral begins with.
  const RegionShape &shape() const { return shape_; }

  /// Integrals in one call of integrate(), at most.  See max_feeders for what other numbers do.
  static constexpr std::int64_t max_integrals = std::int64_t{1} << 16;

  /// Regions of an integral, at most.  Part of what its numbers depend on, and so the same for
  /// every device: the 2112 integrals that an H100 refines at once take 2.3 GB in two dimensions
  /// and 3.2 GB in five.
  static constexpr std::int64_t max_regions = 16384;

  /// found: replaced; memory that it has is used again.
  virtual void integrate(const ManyRefinement &refinement, const IntegralList &list,
                         const Limits &limits, ManyRegionsResult &found) = 0;

 protected:
  RegionShape shape_;
};

/// Whether the device can refine many integrals of the integrand at once.
bool device_refines_many(const DeviceIntegrand &integrand);

/// Makes the kernel for finite boxes, or that for boxes with an infinite side, so that what follows
/// does not take the time for it.
void compile_for_many_regions(const DeviceIntegrandPointer &integrand, bool mapped);

/// key: as of Cuhre.  memory: bytes of the device to use at most; 0: a part of what is free.
/// userdata: of all integrals that have none of their own.  Throws as make_device_regions_engine.
std::unique_ptr<ManyRegionsEngine> make_device_many_regions(const DeviceIntegrandPointer &integrand,
                                                            void *userdata, int key,
                                                            std::int64_t memory);

/// That of one integral of a list.  userdata: of a functor, its block_bytes() bytes; nullptr: as it
/// is.  number: of the integral, for a batch function of many.  Others stay as they are.
DeviceIntegrandPointer device_integrand_of_integral(const DeviceIntegrandPointer &integrand,
                                                    const void *userdata, std::int64_t number);

}  // namespace cuboid::engine
