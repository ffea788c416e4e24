#include "algorithm/common/state_header.hpp"

#include <cstddef>
#include <cstring>

namespace cuboid::algorithm {

namespace {

constexpr char magic[8] = {'c', 'u', 'b', 'o', 'i', 'd', '\r', '\n'};
constexpr std::uint32_t version = 1;

// FNV-1a over words of 64 bits, with the high half folded in, which spreads single flipped bits.
std::uint64_t mix(std::uint64_t hash, const unsigned char *bytes, std::size_t count) {
  constexpr std::uint64_t prime = 0x100000001b3;
  while (count > 0) {
    std::uint64_t word = 0;
    const std::size_t n = count < sizeof word ? count : sizeof word;
    std::memcpy(&word, bytes, n);
    hash = (hash ^ word) * prime;
    hash ^= hash >> 32;
    bytes += n;
    count -= n;
  }
  return hash;
}

std::uint64_t checksum(StateHeader header, const std::vector<unsigned char> &contents) {
  header.checksum = 0;
  unsigned char bytes[sizeof header];
  std::memcpy(bytes, &header, sizeof header);
  constexpr std::uint64_t offset_basis = 0xcbf29ce484222325;
  return mix(mix(offset_basis, bytes, sizeof bytes), contents.data(), contents.size());
}

}  // namespace

StateHeader state_header(const StateIdentity &identity,
                         const std::vector<unsigned char> &contents) {
  StateHeader header{};
  std::memcpy(header.magic, magic, sizeof magic);
  header.version = version;
  header.routine = identity.routine;
  header.ndim = identity.ndim;
  header.ncomp = identity.ncomp;
  header.size = contents.size();
  header.checksum = checksum(header, contents);
  return header;
}

}  // namespace cuboid::algorithm
