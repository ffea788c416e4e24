// What tests of the regions engine on a device have in common.
#pragma once

#include <string>
#include <type_traits>

#include "engine/cuda/engines/regions_cuda.hpp"
#include "engine/cuda/kernel/regions_probe.cuh"
#include "engine/cuda/kernel/regions_rule.cuh"
#include "support/functor_kernels.cuh"

namespace support {

/// A functor with the kernels of the regions engine.
template <class F>
cuboid::engine::DeviceIntegrandPointer regions_functor() {
  using namespace cuboid::engine::cuda;
  return functor_with<F::ndim, F::ncomp>(F{}, [](const auto &add) {
    const auto add_variants = [&](auto mapped) {
      const auto number = std::to_string(mapped);
      add("rule_kernel " + number,
          reinterpret_cast<const void *>(rule_kernel<F, F::ndim, F::ncomp, mapped>));
      add("probe_kernel " + number,
          reinterpret_cast<const void *>(probe_kernel<F, F::ndim, F::ncomp, mapped>));
    };
    add_variants(std::integral_constant<int, 0>());
    add_variants(std::integral_constant<int, 1>());
  });
}

}  // namespace support
