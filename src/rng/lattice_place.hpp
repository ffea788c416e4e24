// Where the points of a lattice lie on an axis.
#pragma once

#include "base/hd.hpp"
#include "base/words.hpp"

namespace cuboid::rng {

/// Generators are fractions of 1 with so many digits beyond the 64 of a point: enough for the
/// product with a number of a point, which is below 2^36, to be exact to 2^-56.
inline constexpr int lattice_fine_bits = 28;

/// Points are worked out from their numbers at multiples of 2^10 or of the length of a chunk, which
/// is larger for more than 2^26 points, and by addition in between.
inline constexpr int lattice_run_bits = 10;

/// The first number of the run in which point i lies.  length_bits: of a chunk.
CUBOID_HD_INLINED uint64 lattice_run(uint64 i, int length_bits) {
  const int bits = length_bits > lattice_run_bits ? length_bits : lattice_run_bits;
  return i >> bits << bits;
}

/// The place of point i of a shift, of 2^64.  run: where its run begins.
CUBOID_HD_INLINED uint64 lattice_place(uint64 i, uint64 run, uint64 generator, uint64 fine,
                                       uint64 shift) {
  return i * generator + ((run * fine) >> lattice_fine_bits) + shift;
}

}  // namespace cuboid::rng
