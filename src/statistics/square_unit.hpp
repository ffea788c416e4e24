// Units in which squares neither overflow nor vanish.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>

namespace cuboid::statistics {

/// Values between the inverse of this and it are ordinary: they have the unit 1, and keep their
/// bits.  The squares of 2^480 and of 2^-480 leave room for 2^60 of them, and for weights.
inline constexpr double max_ordinary = 0x1p480;

/// Raises sizes, [ncomp], to the largest values of f, [count][ncomp].
inline void raise_sizes(std::size_t count, std::size_t ncomp, const double *f, double *sizes) {
  constexpr std::size_t lanes = 8;
  if (ncomp == 1 && count >= lanes) {
    // As if they were components, which the loop does side by side.
    double lane[lanes] = {};
    raise_sizes(count / lanes, lanes, f, lane);
    raise_sizes(count % lanes, 1, f + count / lanes * lanes, sizes);
    for (const double size : lane) *sizes = std::max(*sizes, size);
    return;
  }
  for (std::size_t i = 0; i < count; ++i, f += ncomp)
    for (std::size_t c = 0; c < ncomp; ++c) {
      const double size = std::fabs(f[c]);
      sizes[c] = size > sizes[c] ? size : sizes[c];
    }
}

/// The unit of values of this size, a power of 2.
inline double unit_for(double size) {
  const bool ordinary = size <= max_ordinary && size >= 1 / max_ordinary;
  if (ordinary || !(size > 0) || !std::isfinite(size)) return 1;
  return std::ldexp(1.0, std::clamp(std::ilogb(size), -1000, 1000));
}

/// The unit when values of this size are met.  before: the unit so far; 0: there were none but
/// zeros.  It never gets smaller.
inline double next_unit(double before, double size) {
  if (!(size > 0) || !std::isfinite(size)) return before;
  if (before == 0) return unit_for(size);
  return size / before > max_ordinary ? unit_for(size) : before;
}

}  // namespace cuboid::statistics
