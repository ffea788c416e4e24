// How the points of a lattice are numbered, shared out and summed.
//
// Point i of shift s has the number s 2^bits + i.  A chunk is a run of consecutive points of one
// shift that is added up in order; 32 chunks are summed by a fixed tree, and these sums by another.
// The length of a chunk follows from the number of points alone, so that the bits of every sum are
// the same for any number of threads, blocks or workers.
#pragma once

#include "base/hd.hpp"
#include "base/words.hpp"

namespace cuboid::statistics {

inline constexpr int lattice_chunks_per_group_bits = 5;  ///< the lanes of a warp
inline constexpr int lattice_chunks_per_group = 1 << lattice_chunks_per_group_bits;

/// Of one shift.
struct LatticeChunks {
  int bits;         ///< logarithm of the points
  int length_bits;  ///< of those of a chunk

  CUBOID_HD uint64 points() const { return uint64{1} << bits; }
  CUBOID_HD uint64 length() const { return uint64{1} << length_bits; }
  CUBOID_HD int group_bits() const {
    const int whole = length_bits + lattice_chunks_per_group_bits;
    return whole < bits ? whole : bits;
  }
  CUBOID_HD uint64 group_points() const { return uint64{1} << group_bits(); }
  CUBOID_HD uint64 groups() const { return uint64{1} << (bits - group_bits()); }
};

/// Chunks are long enough for what is done once for each, and with 16 shifts there are as many as
/// keep the largest devices busy.
CUBOID_HD inline LatticeChunks lattice_chunks(int bits) {
  constexpr int shortest = 5;
  constexpr int most_chunks = 16;
  const int wanted = bits - most_chunks > shortest ? bits - most_chunks : shortest;
  return {bits, wanted < bits ? wanted : bits};
}

}  // namespace cuboid::statistics
