// Programs that are compiled at run time: kernels around the user's integrand.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "engine/cuda/compile/nvrtc.hpp"

namespace cuboid::engine::cuda {

/// One kernel, as it is compiled by itself.
struct KernelPart {
  std::string header;  ///< "engine/cuda/kernel/points.cuh"
  std::string kernel;  ///< "points_kernel", a template of integrand, ndim, ncomp and variant
  int variant = 0;
  std::vector<std::string> options = {};  ///< further options of NVRTC, as "-DSOMETHING"

  /// That of kernel::add_variants.
  std::string name() const { return kernel + ' ' + std::to_string(variant); }
};

/// A function on the device with Cuba's signature, as a text or as an image.
struct DeviceFunction {
  int ndim = 0;
  int ncomp = 0;
  std::string name;
  std::string source;    ///< C or CUDA C++
  std::string image;     ///< in its place LTO-IR, PTX, fatbin or cubin with an extern "C" function
  bool batched = false;  ///< there is none of these: the kernels are made around BatchedFunction
  /// The text is compiled alone, and joined to kernels that were compiled with the library, where
  /// there are such for ndim, ncomp and the device.  This takes a sixth of the time and less; the
  /// function is then called where it would be inlined.
  bool joined = false;

  /// Bits of axes without an end, far out on which infinity times zero is zero.
  std::uint64_t infinite_axes = 0;

  bool is_image() const { return !image.empty(); }
};

/// What NVRTC gets for the kernels of a part around a function, but for options that say what is to
/// come out.
NvrtcInput make_program(const DeviceFunction &function, const KernelPart &part);

/// Whether there are kernels on devices of an architecture to which the function can be joined.
bool can_be_joined(const DeviceFunction &function, int architecture);

/// What NVRTC gets for a kernel that can be joined to any function of ndim and ncomp.
NvrtcInput make_ready_program(int ndim, int ncomp, const KernelPart &part);

/// What NVRTC gets for the function that such kernels are joined to.
NvrtcInput make_text_program(const DeviceFunction &function);

/// What the driver can load for devices of an architecture (90 for 9.0) and newer ones of its kind:
/// from the cache, or else compiled and, for images, linked.  kernel_of has the name of the kernel
/// in it.  Throws Failure: CUBOID_COMPILE_FAILED with the log, CUBOID_NO_DEVICE with what is
/// missing.
std::shared_ptr<const std::string> build_program(const DeviceFunction &function,
                                                 const KernelPart &part, int architecture);

std::string kernel_of(const std::string &program);

/// Throws what build_program throws for errors of the source.  The program is read and no more
/// where that shows them, which takes half of the time.
void try_program(const DeviceFunction &function, const KernelPart &part, int architecture);

/// Builds those that this process has not built yet side by side, a thread for each: a call that
/// needs several kernels waits for the slowest.  What goes wrong is told by build_program.
void build_side_by_side(const DeviceFunction &function, std::span<const KernelPart> parts,
                        int architecture);

}  // namespace cuboid::engine::cuda
