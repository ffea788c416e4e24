// Products and sums with a single rounding, the same on host and device.
#pragma once

#include "base/hd.hpp"

namespace cuboid {

/// a b + c.
CUBOID_HD_INLINED double fused(double a, double b, double c) {
#ifdef __CUDA_ARCH__
  return fma(a, b, c);
#else
  return __builtin_fma(a, b, c);
#endif
}

}  // namespace cuboid
