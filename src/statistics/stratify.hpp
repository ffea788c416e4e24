// How many samples each hypercube gets.
#pragma once

#include "base/hd.hpp"
#include "base/words.hpp"

namespace cuboid::statistics {

/// Most samples of one hypercube where their numbers differ: sums over 4096 hypercubes then stay
/// below 2^32.
inline constexpr uint32 most_samples_of_cube = 0xFFFFF;

/// Share of the samples that goes where sigma is; the rest is spread evenly, so that what looks
/// empty is looked at again.
inline constexpr double adaptive_share = 0.75;

/// Numbers of samples by the variances of the hypercubes: n = even + floor(factor sigma^beta).
struct Allocation {
  uint32 even;    ///< at least 2
  double factor;  ///< 0: all hypercubes get the even number

  CUBOID_HD uint32 samples(float weight) const {
    if (factor == 0) return even;
    const double extra = factor * static_cast<double>(weight);
    return extra < static_cast<double>(most_samples_of_cube - even)
               ? even + static_cast<uint32>(extra)
               : most_samples_of_cube;
  }
};

/// Variances beyond the range of float are as good as this one.
inline constexpr float most_variance = 1e38f;

/// sum: of sigma^beta over the hypercubes.
CUBOID_HD inline Allocation allocate(uint64 samples, uint64 ncube, double sum) {
  const double per_cube = static_cast<double>(samples) / static_cast<double>(ncube);
  const bool by_sigma = sum > 0 && sum < 1e300;
  double even = by_sigma ? (1 - adaptive_share) * per_cube : per_cube;
  if (even < 2) even = 2;
  if (even > most_samples_of_cube) even = most_samples_of_cube;
  Allocation allocation{static_cast<uint32>(even), 0};
  const double rest = static_cast<double>(samples) - allocation.even * static_cast<double>(ncube);
  if (by_sigma && rest > 0) allocation.factor = rest / sum;
  return allocation;
}

}  // namespace cuboid::statistics
