// Where the numbers of a group of chunks stand in memory that its threads write and read together.
#pragma once

#include "base/hd.hpp"
#include "base/words.hpp"

namespace cuboid::statistics {

/// A group of `chunks` chunks of `length` consecutive numbers each, the first of which is `first`.
struct ChunkGroup {
  uint64 first;
  uint64 end;  ///< of all numbers: the group may be cut short
  uint64 length;
  uint32 chunks;
};

/// The place of number i of a chunk among the numbers of its group: those that come i-th in their
/// chunks, which the threads of a device work off together, stand side by side.  A group that
/// is cut short keeps its order.
CUBOID_HD inline uint64 side_by_side(const ChunkGroup &group, uint64 chunk, uint64 i) {
  const bool whole = group.first + group.length * group.chunks <= group.end;
  return group.first + (whole ? i * group.chunks + chunk : chunk * group.length + i);
}

}  // namespace cuboid::statistics
