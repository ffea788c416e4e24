// The box of an integral of many, of which each may have its own.
#pragma once

#include "map/interval.hpp"

namespace cuboid::engine::cuda {

/// The box of an integral, as region_box and PointCall take it.
struct IntegralBox {
  struct Origins {
    const map::Interval *axis;
    __device__ double operator[](int d) const { return axis[d].origin; }
  };
  struct Widths {
    const map::Interval *axis;
    __device__ double operator[](int d) const { return axis[d].width; }
  };

  const map::Interval *axis;
  Origins lower;
  Widths width;
  double volume;
};

template <int ndim, bool mapped>
__device__ __forceinline__ IntegralBox integral_box(const map::Interval *axis) {
  IntegralBox box{axis, {axis}, {axis}, 1};
  if constexpr (!mapped) {
    for (int d = 0; d < ndim; ++d) box.volume *= box.width[d];
  }
  return box;
}

}  // namespace cuboid::engine::cuda
