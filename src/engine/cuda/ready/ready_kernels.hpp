// Kernels that were compiled with the library, around a function that is not known yet.
#pragma once

#include <span>
#include <string_view>

namespace cuboid::engine::cuda {

/// One kernel, for functions of one component.
struct ReadyKernel {
  std::string_view part;  ///< KernelPart::name
  int ndim;
  int architecture;        ///< 90 for 9.0: machine code for it and newer ones of its generation
  std::string_view name;   ///< of the kernel in its image
  std::string_view image;  ///< a fatbin with relocatable code
};

/// All that there are; written at build time, by make_ready_kernels.
std::span<const ReadyKernel> ready_kernels();

/// That for the newest architecture that a device of `architecture` runs; nullptr: there is none.
const ReadyKernel *find_ready_kernel(std::string_view part, int ndim, int architecture);

}  // namespace cuboid::engine::cuda
