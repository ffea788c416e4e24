// The map of VEGAS in fixed point: the same points, bit for bit, on every machine.
#pragma once

#include "base/hd.hpp"
#include "base/words.hpp"

namespace cuboid::map {

/// An interval of one axis in units of 2^-32 of the axis: the lower edge in the upper 32 bits, the
/// width in the lower ones.  The edges of a map are such multiples, at least one unit apart, so
/// that the intervals tile the axis exactly and a map is the same wherever it is refined or read.
using MapInterval = uint64;

CUBOID_HD inline MapInterval make_map_interval(uint64 lower, uint64 upper) {
  return lower << 32 | (upper - lower);
}

CUBOID_HD inline uint32 interval_width(MapInterval interval) {
  return static_cast<uint32>(interval);
}

/// Where a random word falls on an axis that is cut into equal strata, each of the same number of
/// intervals.
struct MapPosition {
  uint32 interval;  ///< within the stratum
  uint32 fraction;  ///< of the interval, in units of 2^-32
};

/// A random word has 2^32 values, each of which stands for the lower end of its share of the
/// stratum.  intervals_per_stratum: at least 2.
CUBOID_HD inline MapPosition map_position(uint32 random, uint32 intervals_per_stratum) {
  const Halves position = halves(wide_multiply(random, intervals_per_stratum));
  return {position.high, position.low};
}

/// The point of (0, 1).  One unit is added to the fraction: that costs nothing, because the
/// interval as it lies in memory is then the whole summand, and keeps the point off zero.  Rounded
/// down, so that it does not reach 1 either.
CUBOID_HD inline double map_point(MapInterval interval, uint32 fraction) {
  uint64 fixed = wide_multiply_add(fraction, interval_width(interval), interval);
#ifdef __CUDA_ARCH__
  return __ull2double_rz(fixed) * 0x1p-64;
#else
  const int excess = 11 - __builtin_clzll(fixed);
  if (excess > 0) fixed = fixed >> excess << excess;
  return static_cast<double>(fixed) * 0x1p-64;
#endif
}

}  // namespace cuboid::map
