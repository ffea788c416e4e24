// How many samples each hypercube gets.
#pragma once

#include "base/hd.hpp"
#include "base/words.hpp"
#include "statistics/strata.hpp"

namespace cuboid::statistics {

/// Most samples of one hypercube where their numbers differ: sums over cubes_per_block then stay
/// below 2^32.
inline constexpr uint32 max_samples_of_cube = 0xFFFF8;
static_assert(max_samples_of_cube % longest_run == 0);
static_assert(max_samples_of_cube * cubes_per_block < uint64{1} << 32);

/// Share of the samples that goes where sigma is; the rest is spread evenly, so that what looks
/// empty is looked at again.
inline constexpr double adaptive_share = 0.75;

/// Numbers of samples by the variances of the hypercubes: about the same for all, plus what is in
/// proportion to sigma^beta.  They come in runs.
struct Allocation {
  uint32 run;     ///< samples of a run
  uint32 spread;  ///< runs that every hypercube gets, at least 1
  double factor;  ///< runs per sigma^beta; 0: all hypercubes get the same number

  /// What is left of a run is rounded up in as many hypercubes as make up for those where it is
  /// rounded down: the multiples of the golden ratio are the most even sequence there is.  The half
  /// keeps the sum away from whole numbers, where rounding would decide.
  CUBOID_HD uint32 samples(uint64 cube, float weight) const {
    if (factor == 0) return run * spread;
    const double share = (static_cast<uint32>(cube) * 0x9E3779B9u + 0.5) * 0x1p-32;
    const double runs = factor * static_cast<double>(weight) + share;
    return runs < static_cast<double>(max_samples_of_cube / run - spread)
               ? run * (spread + static_cast<uint32>(runs))
               : max_samples_of_cube;
  }
};

/// sum: of sigma^beta over the hypercubes.
CUBOID_HD inline Allocation allocate(uint64 samples, uint64 ncube, double sum) {
  const uint32 run = samples_per_run(samples, ncube);
  const uint32 most = max_samples_of_cube / run;
  const double wanted = static_cast<double>(samples) / run;
  const double runs = wanted / static_cast<double>(ncube);
  const bool by_sigma = sum > 0 && sum < 1e300;
  double spread = by_sigma ? (1 - adaptive_share) * runs : runs;
  if (spread < 1) spread = 1;
  if (spread > most) spread = most;
  Allocation allocation{run, static_cast<uint32>(spread), 0};
  const double rest = wanted - allocation.spread * static_cast<double>(ncube);
  if (by_sigma && rest > 0) allocation.factor = rest / sum;
  return allocation;
}

}  // namespace cuboid::statistics
