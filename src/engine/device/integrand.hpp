// Integrands for accelerators, as the layers above the engines know them.  engine/cuda implements
// these functions, and engine/cuda_stub does in builds without CUDA.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "cuboid.h"
#include "engine/engine.hpp"
#include "engine/lattice.hpp"
#include "engine/regions.hpp"
#include "engine/samples.hpp"

namespace cuboid::engine::group {
class Group;
}

namespace cuboid::engine {

/// A function for a device.  Does not change after it is made; any thread may use it.
class DeviceIntegrand {
 public:
  DeviceIntegrand(int ndim, int ncomp) : ndim_(ndim), ncomp_(ncomp) {}
  virtual ~DeviceIntegrand() = default;

  int ndim() const { return ndim_; }
  int ncomp() const { return ncomp_; }

  /// Whether kernels can be made around it, as the methods that run on the device as a whole need;
  /// if not, it can only be evaluated at given points.
  virtual bool has_kernels() const = 0;

  /// Whether these are also made for methods that refine regions.
  virtual bool has_region_kernels() const { return has_kernels(); }

  /// Whether a function of the caller's on the host is given the points of many integrals at once.
  virtual bool is_many_batch() const { return false; }

  /// Bytes of userdata, or of the functor, that belong to one integral; 0: not known.
  virtual std::int64_t block_bytes() const { return 0; }
  /// Whether just these bytes are copied from the userdata of each integral.
  virtual bool copies_block() const { return false; }

  /// The same function, called by kernels that stand ready: a new text is there sooner, and each
  /// point takes longer.  nullptr: the chosen device has none for it.
  virtual std::shared_ptr<const DeviceIntegrand> joined() const { return nullptr; }

  /// The same function, of which infinity times zero is zero far out on these axes, bits of a word:
  /// see map/fading.hpp.  nullptr: its kernels do not know how it is called.
  virtual std::shared_ptr<const DeviceIntegrand> with_tails(
      [[maybe_unused]] std::uint64_t infinite_axes) const {
    return nullptr;
  }

 private:
  int ndim_;
  int ncomp_;
};

using DeviceIntegrandPointer = std::shared_ptr<const DeviceIntegrand>;

/// Starts the time of an integration and says what ends it.  An engine calls it when its kernels
/// are there, so that their compilation is not counted.  Empty: nothing ends it.
using StartClock = std::function<Limits()>;

/// A function of Cuba's signature in C or CUDA C++.  It is compiled now for the chosen device, or,
/// where there is none but a compiler, to see whether it can be.  userdata_bytes: what is copied to
/// the device for each integration, 0 for nothing.  Throws Failure(CUBOID_COMPILE_FAILED).
DeviceIntegrandPointer device_integrand_from_source(int ndim, int ncomp, std::string source,
                                                    std::string function_name,
                                                    std::int64_t userdata_bytes);

/// The same for LTO-IR, PTX, a fatbin or a cubin that holds the function as extern "C".
DeviceIntegrandPointer device_integrand_from_image(int ndim, int ncomp, std::string image,
                                                   std::string function_name,
                                                   std::int64_t userdata_bytes);

/// A function on the host that starts the evaluation of many points on the device.
DeviceIntegrandPointer device_integrand_from_batch(int ndim, int ncomp,
                                                   cuboid_device_batch function);

/// The same for the points of many integrals, which it is given the numbers of.
DeviceIntegrandPointer device_integrand_from_many_batch(int ndim, int ncomp,
                                                        cuboid_device_many_batch function);

/// Kernels that were compiled around a functor of these bytes: names and cudaKernel_t handles.
DeviceIntegrandPointer device_integrand_from_kernels(
    int ndim, int ncomp, std::string functor,
    std::vector<std::pair<std::string, const void *>> kernels);

/// Empty, or a sentence on why no device can be used now.
std::string device_problem();

/// Empty, or a sentence on why no text can be compiled for a device now, and run there.
std::string device_source_problem();

/// Name, compute capability and number of the chosen device, for messages.  Throws
/// Failure(CUBOID_NO_DEVICE).
std::string device_description();

/// Evaluates on the chosen device.  userdata: for this integration; nullptr is passed on.  Throws
/// Failure: CUBOID_NO_DEVICE, CUBOID_OUT_OF_MEMORY, CUBOID_DEVICE_FAILED, CUBOID_COMPILE_FAILED.
std::unique_ptr<PointsEngine> make_device_points_engine(const DeviceIntegrandPointer &integrand,
                                                        void *userdata, Nonfinite nonfinite,
                                                        const StartClock &start);

/// Refines regions of the box lower[ndim] to upper[ndim] on the chosen device; nullptr for both:
/// the unit cube.  key: as of Cuhre.  memory: bytes of the device to use at most, 0: most of what
/// is free.  ranks: share out the regions; all of them make such an engine, on devices of one
/// compute capability, and memory is that of all together; nullptr: none.  Throws as
/// make_device_points_engine, and CUBOID_NOT_COMPILED for an integrand without kernels.
std::unique_ptr<RegionsEngine> make_device_regions_engine(const DeviceIntegrandPointer &integrand,
                                                          void *userdata, const double *lower,
                                                          const double *upper, int key,
                                                          std::int64_t memory,
                                                          group::Group *ranks = nullptr);

/// Draws samples on the chosen device.  problem: of the integrand's ndim and ncomp.  The limits are
/// looked at whenever an iteration is collected.  ranks: share out long iterations, see
/// group/samples.hpp; nullptr: none.  All of them make such an engine, and a group in one process
/// keeps it, see Group::keep.  Throws likewise.
std::unique_ptr<SamplesEngine> make_device_samples_engine(const DeviceIntegrandPointer &integrand,
                                                          void *userdata, SamplesProblem problem,
                                                          const StartClock &start,
                                                          group::Group *ranks = nullptr);

/// Sums lattices on the chosen device.  The limits are looked at before each of them.  mapped: a
/// samples engine will find a map for them, and its kernel is compiled at the same time.  ranks: as
/// of make_device_samples_engine.  Throws likewise.
std::unique_ptr<LatticeEngine> make_device_lattice_engine(const DeviceIntegrandPointer &integrand,
                                                          void *userdata, LatticeProblem problem,
                                                          bool mapped, const StartClock &start,
                                                          group::Group *ranks = nullptr);

}  // namespace cuboid::engine
