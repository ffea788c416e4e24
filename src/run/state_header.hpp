// The format of a state file: what it belongs to, and checksums of everything in it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "base/descriptor.hpp"

namespace cuboid::algorithm {

/// What a file must belong to.  The numbers are part of the format.
enum class Routine : std::uint32_t {
  vegas = 1,
  suave = 2,
  divonne = 3,
  cuhre = 4,
  vegas_plus = 5,
  lattice = 7,
  many = 8
};

/// Who has written the contents of a file of Routine::lattice: their first byte.
enum class LatticePhase : std::uint8_t { lattices = 0, vegas_plus = 1 };

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
  std::uint64_t size;      ///< bytes of the contents
  std::uint64_t checksum;  ///< of the header, with 0 in this place
};
static_assert(sizeof(StateHeader) == 40);

/// The contents follow the header in blocks of this size, the last one smaller, and each has the
/// checksum of all up to it behind it: a file that is none is known by its first block, however
/// long it is.
inline constexpr std::size_t state_block = std::size_t{1} << 20;

/// The header of a file with contents of this size.
StateHeader state_header(const StateIdentity &identity, std::uint64_t size);

/// A checksum of bytes, after that of what stands before them.
std::uint64_t checksum(const void *bytes, std::size_t count, std::uint64_t before = 0);

/// Bytes of that file.
std::uint64_t state_file_size(std::uint64_t size);

/// False with the reason in errno.
bool write_state(const Descriptor &file, const StateIdentity &identity,
                 const std::vector<unsigned char> &contents);

struct StateContents {
  std::vector<unsigned char> bytes;
  std::string problem;  ///< "" or why there are none: what is to be said of the file
};

/// file_size: bytes of the file, which is read from its beginning.
StateContents read_state(const Descriptor &file, std::uint64_t file_size,
                         const StateIdentity &identity);

}  // namespace cuboid::algorithm
