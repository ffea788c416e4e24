// The kernels that were made for one integrand, by name.
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/failure.hpp"

namespace cuboid::engine::cuda {

/// Kernels with an integrand compiled into them.  Code that launches them names no integrand type:
/// the first parameter of each kernel is the integrand, by value, for which the launch takes the
/// bytes that `integrand` points to.
struct KernelTable {
  /// Names, as of kernel::add_variants, and what cudaLaunchKernelExC takes for them: a
  /// cudaKernel_t or the address of a kernel of this program, as const void *.
  std::vector<std::pair<std::string, const void *>> entries;

  /// The first kernel parameter of a launch.  Lives as long as `owner`.
  const void *integrand = nullptr;

  /// What keeps the kernels loaded and the integrand's bytes valid.
  std::shared_ptr<const void> owner;

  /// The kernel of that name.  Throws Failure(CUBOID_INTERNAL) if there is none.
  const void *get(std::string_view name) const {
    for (const auto &[key, kernel] : entries)
      if (key == name) return kernel;
    throw Failure(CUBOID_INTERNAL, "there is no kernel named " + std::string(name));
  }
};

}  // namespace cuboid::engine::cuda
