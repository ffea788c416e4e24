// The head of a state file: what the file belongs to, and the checksum of everything in it.
#pragma once

#include <cstdint>
#include <vector>

namespace cuboid::algorithm {

/// What a file must belong to.  The numbers are part of the format.
enum class Routine : std::uint32_t { vegas = 1, suave = 2, divonne = 3, cuhre = 4, vegas_plus = 5 };

struct StateIdentity {
  Routine routine;
  std::int32_t ndim;
  std::int32_t ncomp;
};

/// Numbers are those of the machine: a file from one of the other byte order fails the test of the
/// version.
struct StateHeader {
  char magic[8];
  std::uint32_t version;
  Routine routine;
  std::int32_t ndim;
  std::int32_t ncomp;
  std::uint64_t size;      ///< bytes after the header
  std::uint64_t checksum;  ///< of the header, with 0 in this place, and of what follows
};
static_assert(sizeof(StateHeader) == 40);

/// The head that the contents must have.
StateHeader state_header(const StateIdentity &identity, const std::vector<unsigned char> &contents);

}  // namespace cuboid::algorithm
