// The map of VEGAS in fixed point: the same points, bit for bit, on every machine.
#pragma once

#include "base/hd.hpp"
#include "base/words.hpp"

namespace cuboid::map {

/// An interval of one axis in units of 2^-32 of the axis: the lower edge in the upper 32 bits, the
/// width in the lower ones.  The edges of a map are such multiples, at least one unit apart, so
/// that the intervals tile the axis exactly and a map is the same wherever it is refined or read.
using MapInterval = uint64;

/// The upper edge of an axis.
inline constexpr uint64 whole_axis = uint64{1} << 32;

CUBOID_HD inline MapInterval make_map_interval(uint64 lower, uint64 upper) {
  return lower << 32 | (upper - lower);
}

CUBOID_HD inline uint64 interval_lower(MapInterval interval) {
  return interval >> 32;
}

CUBOID_HD_INLINED uint32 interval_width(MapInterval interval) {
  return static_cast<uint32>(interval);
}

/// Where a random word falls on an axis that is cut into equal strata, each of the same number of
/// intervals.
struct MapPosition {
  uint32 interval;  ///< within the stratum
  uint32 fraction;  ///< of the interval, in units of 2^-32
};

/// Lower bits of the word choose the interval, and the whole word is the fraction, whose upper bits
/// are independent of them.  What the lower ones do to it is of the order of 2^-20 of an interval.
/// The three lowest are passed over: without shifts, the masked word is then the distance in bytes.
/// intervals_per_stratum: a power of 2.
CUBOID_HD_INLINED MapPosition map_position(uint32 random, uint32 intervals_per_stratum) {
  return {(random >> 3) & (intervals_per_stratum - 1), random};
}

/// The word of the point that lies as far from the upper end of the stratum as the word's own does
/// from the lower one: for the same widths of the intervals, they are mirror images.
CUBOID_HD inline uint32 reflected_word(uint32 random) {
  return ~random;
}

/// The word that map_position takes for one whose upper bits are to choose the interval and whose
/// other bits are the fraction, as for quasi-random numbers.  The lower bits of the result are
/// given by the interval, and so the upper ones are rounded to where the whole comes nearest to the
/// fraction, with some digits made up behind it: cut off, they would shift all points of an
/// interval to one side, which quasi-random sums would show.  bits: the logarithm of
/// intervals_per_stratum, 1 to 28.
CUBOID_HD inline uint32 ordered_word(uint32 word, uint32 bits) {
  const uint32 choice = word >> (32 - bits) << 3;
  const uint32 fraction = (word << bits) | (word * 0x9E3779B9u) >> (32 - bits);
  const uint32 rest = fraction > choice ? fraction - choice : 0;
  const uint32 rounded = ((rest >> (bits + 2)) + 1) >> 1;
  const uint32 most = (uint32{1} << (29 - bits)) - 1;
  return (rounded < most ? rounded : most) << (bits + 3) | choice;
}

/// The weight of a sample as a product of three, whose powers of 2 are shared out so that none of
/// them overflows or vanishes in 32 dimensions: that of the widths of its intervals, of the
/// Jacobians of the box, and of what is the same for all samples.
struct VolumeUnit {
  double widths = 1;     ///< power of 2 at which the product of the widths begins
  double jacobians = 1;  ///< power of 2 at which that of the Jacobians begins
  double rest = 1;       ///< what is left
};

/// The product of the widths of a sample's intervals, one axis after the other.  Products of two
/// widths are exact in 64 bits.
struct Volume {
  double product;       ///< at the beginning: VolumeUnit::widths
  uint32 previous = 0;  ///< the last width

  CUBOID_HD_INLINED void multiply(int axis, int ndim, uint32 width) {
    if (axis % 2 != 0)
      product *= static_cast<double>(wide_multiply(previous, width));
    else if (axis + 1 == ndim)
      product *= static_cast<double>(width);
    previous = width;
  }
};

/// Where the last point of all lies, whose fixed-point number would be 1.
inline constexpr uint32 last_point_upper_word = 0x3FEFFFFFu;

/// The point of (0, 1).  One unit is added to the fraction: that costs nothing, because the
/// interval as it lies in memory is then the whole summand, and keeps the point off zero.  Rounded
/// down, so that it does not reach 1 either; 2^64 units, which are none, become 1 - 2^-21.
CUBOID_HD inline double map_point(MapInterval interval, uint32 fraction) {
  uint64 fixed = wide_multiply_add(fraction, interval_width(interval), interval);
#ifdef __CUDA_ARCH__
  // Times 2^-64 by its exponent, which takes half the time of a multiplication and together with
  // the comparison is one instruction.  Zero is beyond all others then.
  const double point = __ull2double_rz(fixed);
  const uint32 upper = static_cast<uint32>(__double2hiint(point)) - (64u << 20);
  return __hiloint2double(
      static_cast<int>(upper < last_point_upper_word ? upper : last_point_upper_word),
      __double2loint(point));
#else
  if (fixed == 0) return 1 - 0x1p-21;
  const int excess = 11 - __builtin_clzll(fixed);
  if (excess > 0) fixed = fixed >> excess << excess;
  return static_cast<double>(fixed) * 0x1p-64;
#endif
}

}  // namespace cuboid::map
