// Kernels of which there are several, by numbers from 0 on: each is a program of its own where it
// is compiled at run time, and all of them are made around functors.
#pragma once

#ifndef __CUDACC_RTC__
#include <string>
#include <type_traits>

namespace cuboid::kernel {

/// Calls add(name, address) for each of `count`; kernel_of(std::integral_constant<int, n>()) is
/// number n.
template <int count, class Add, class KernelOf>
void add_variants(const char *kernel, Add &&add, KernelOf &&kernel_of) {
  if constexpr (count > 1) add_variants<count - 1>(kernel, add, kernel_of);
  const std::string name = std::string(kernel) + ' ' + std::to_string(count - 1);
  add(name.c_str(),
      reinterpret_cast<const void *>(kernel_of(std::integral_constant<int, count - 1>())));
}

}  // namespace cuboid::kernel

/// Defines add_<part>_kernels, which calls add(name, address) for `count` variants of a kernel, if
/// there is one of ndim coordinates and ncomp components.
#define CUBOID_KERNELS(part, name, count, exists)                                              \
  namespace cuboid::kernel {                                                                   \
  template <class Integrand, int ndim, int ncomp, class Add>                                   \
  void add_##part##_kernels(Add &&add) {                                                       \
    using namespace cuboid::engine::cuda;                                                      \
    if constexpr (exists)                                                                      \
      add_variants<count>(#name, add,                                                          \
                          [](auto variant) { return name<Integrand, ndim, ncomp, variant>; }); \
  }                                                                                            \
  }
#else
#define CUBOID_KERNELS(part, name, count, exists)
#endif
