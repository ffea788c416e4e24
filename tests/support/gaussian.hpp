// The integral of a Gaussian over the unit cube.
#pragma once

#include <cmath>

namespace support {

/// Of exp(-sharpness |x - centre|^2) in ndim dimensions: a product of error functions.
template <int ndim>
double gaussian_integral(double sharpness, const double (&centre)[ndim]) {
  const double root = std::sqrt(sharpness);
  double value = 1;
  for (const double c : centre)
    value *=
        std::sqrt(std::acos(-1) / sharpness) / 2 * (std::erf(root * (1 - c)) - std::erf(-root * c));
  return value;
}

}  // namespace support
