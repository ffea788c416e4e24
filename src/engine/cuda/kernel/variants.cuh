// Kernels of which there are several, by numbers from 0 on: each is a program of its own where it
// is compiled at run time, and all of them are made around functors.
#pragma once

#ifndef __CUDACC_RTC__
#include <string>
#include <utility>

namespace cuboid::kernel {

/// The name of one of them.
inline std::string name_of_variant(const char *kernel, int variant) {
  return std::string(kernel) + ' ' + std::to_string(variant);
}

/// Calls add(name, address) for each of `count`.  kernel_of(std::integral_constant<int,
/// variant>()).
template <int count, class Add, class KernelOf>
void add_variants(const char *kernel, Add &&add, KernelOf &&kernel_of) {
  const auto one = [&](auto variant) {
    add(name_of_variant(kernel, variant).c_str(),
        reinterpret_cast<const void *>(kernel_of(variant)));
  };
  [&]<int... variants>(std::integer_sequence<int, variants...>) {
    (one(std::integral_constant<int, variants>()), ...);
  }
  (std::make_integer_sequence<int, count>());
}

}  // namespace cuboid::kernel
#endif
