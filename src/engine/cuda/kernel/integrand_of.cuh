// The integrand of one of many integrals.
#pragma once

namespace cuboid::engine::cuda {

/// The integrand of one of many integrals.  block: its userdata, or its functor; nullptr: those of
/// all.  aborted: where a function of the user's says that it returned -999.
template <class Integrand>
__device__ __forceinline__ Integrand integrand_of(const Integrand &common, const void *block,
                                                  int *aborted) {
  if constexpr (requires { common.of_integral(block, aborted); }) {
    return common.of_integral(block, aborted);
  } else {
    return block == nullptr ? common : *static_cast<const Integrand *>(block);
  }
}

}  // namespace cuboid::engine::cuda
