// How the points of a lattice are numbered, shared out and summed.
//
// Point i of shift s of n points has the number s n + i.  A chunk is a run of consecutive points of
// one shift that is added up in order; 32 chunks are summed by a fixed tree, and these sums by
// another.  The last chunk and the last 32 may be smaller.  The length of a chunk follows from the
// number of points alone, so that the bits of every sum are the same for any number of threads,
// blocks or workers.
#pragma once

#include "base/hd.hpp"
#include "base/words.hpp"
#include "statistics/side_by_side.hpp"

namespace cuboid::statistics {

inline constexpr int lattice_chunks_per_group_bits = 5;  ///< side by side on a device
inline constexpr int lattice_chunks_per_group = 1 << lattice_chunks_per_group_bits;

/// Of one shift.
struct LatticeChunks {
  uint64 points;
  int length_bits;  ///< logarithm of the points of a chunk

  CUBOID_HD uint64 length() const { return uint64{1} << length_bits; }
  CUBOID_HD uint64 chunks() const { return (points + length() - 1) >> length_bits; }
  CUBOID_HD int group_bits() const { return length_bits + lattice_chunks_per_group_bits; }
  CUBOID_HD uint64 groups() const {
    return (chunks() + lattice_chunks_per_group - 1) >> lattice_chunks_per_group_bits;
  }
  /// The first point of a group.  Both are numbered through all shifts.
  CUBOID_HD uint64 first_of_group(uint64 group) const {
    return group / groups() * points + (group % groups() << group_bits());
  }
};

/// The points first, first + 1, ... end - 1 of each chunk, or as many of them as there are.
struct LatticeStretch {
  uint64 first;
  uint64 end;

  CUBOID_HD uint64 length() const { return end - first; }

  /// Of a chunk of so many points.
  CUBOID_HD uint64 in_chunk(uint64 points) const {
    return points <= first ? 0 : points < end ? points - first : length();
  }

  /// Of the groups before this one, numbered through all shifts, whose last groups may be smaller.
  CUBOID_HD uint64 in_groups_before(const LatticeChunks &chunks, uint64 group) const {
    const uint64 of_whole_group = length() << lattice_chunks_per_group_bits;
    const uint64 last = chunks.points - ((chunks.groups() - 1) << chunks.group_bits());
    const uint64 of_last =
        (last >> chunks.length_bits) * length() + in_chunk(last & (chunks.length() - 1));
    const uint64 of_shift = (chunks.groups() - 1) * of_whole_group + of_last;
    return group / chunks.groups() * of_shift + group % chunks.groups() * of_whole_group;
  }

  /// Where a point stands, by its number i in the stretch of a chunk, among those of the groups
  /// from first_group on: points that threads of a device work off together are neighbours.
  CUBOID_HD uint64 place(const LatticeChunks &chunks, uint64 first_group, uint64 group, uint32 lane,
                         uint64 i) const {
    const uint64 skipped = in_groups_before(chunks, first_group);
    const ChunkGroup stretches{in_groups_before(chunks, group) - skipped,
                               in_groups_before(chunks, group + 1) - skipped, length(),
                               lattice_chunks_per_group};
    return side_by_side(stretches, lane, i);
  }
};

/// Chunks are long enough for what is done once for each, and with 16 shifts there are as many as
/// keep the largest devices busy.
CUBOID_HD inline LatticeChunks lattice_chunks(uint64 points) {
  constexpr int shortest = 5;
  constexpr int max_chunk_bits = 16;
  int bits = 0;
  while (uint64{1} << bits < points) ++bits;
  const int wanted = bits - max_chunk_bits > shortest ? bits - max_chunk_bits : shortest;
  return {points, wanted < bits ? wanted : bits};
}

}  // namespace cuboid::statistics
