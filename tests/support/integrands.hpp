// Integrands and small tools that several tests share.
#pragma once

#include <cmath>

namespace support {

/// f_c = c + 1 times the first coordinate: the integral over the unit cube is (c + 1) / 2.
inline int first_coordinate(const int *, const double x[], const int *ncomp, double f[], void *) {
  for (int c = 0; c < *ncomp; ++c) f[c] = (c + 1) * x[0];
  return 0;
}

/// exp(-50 |x - 1/2|^2), which takes some refining, times c + 1.
inline int peak(const int *ndim, const double x[], const int *ncomp, double f[], void *) {
  double square = 0;
  for (int d = 0; d < *ndim; ++d) square += (x[d] - 0.5) * (x[d] - 0.5);
  for (int c = 0; c < *ncomp; ++c) f[c] = (c + 1) * std::exp(-50 * square);
  return 0;
}

/// 1 + |x1 - 0.7 x2|, times c + 1, whose kink across the axes no splitting takes away.
inline int kink(const int *, const double x[], const int *ncomp, double f[], void *) {
  for (int c = 0; c < *ncomp; ++c) f[c] = (c + 1) * (1 + std::fabs(x[0] - 0.7 * x[1]));
  return 0;
}

/// The integral of exp(-50 |x - 1/2|^2) over the unit cube.
inline double peak_integral(int ndim) {
  const double root = std::sqrt(50.0);
  const double one_axis = std::sqrt(std::acos(-1.0)) / root * std::erf(root / 2);
  return std::pow(one_axis, ndim);
}

/// A function with more than the five arguments of the declared type, as that type.
template <class Target, class Function>
Target as(Function *function) {
  return reinterpret_cast<Target>(reinterpret_cast<void (*)()>(function));
}

}  // namespace support
