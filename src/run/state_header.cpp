#include "run/state_header.hpp"

#include <algorithm>
#include <cstddef>
#include <cstring>

namespace cuboid::algorithm {

namespace {

constexpr char magic[8] = {'c', 'u', 'b', 'o', 'i', 'd', '\r', '\n'};
constexpr std::uint32_t version = 5;

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

constexpr std::uint64_t offset_basis = 0xcbf29ce484222325;

std::uint64_t checksum(StateHeader header) {
  header.checksum = 0;
  unsigned char bytes[sizeof header];
  std::memcpy(bytes, &header, sizeof header);
  return mix(offset_basis, bytes, sizeof bytes);
}

/// "" or what is wrong.
std::string problem_of(const StateHeader &header, std::uint64_t file_size,
                       const StateIdentity &identity) {
  if (std::memcmp(header.magic, magic, sizeof magic) != 0) return "is no state file of cuboid";
  if (header.version != version) return "is of another version of cuboid";
  if (header.checksum != checksum(header) || header.size > file_size ||
      state_file_size(header.size) != file_size)
    return "is damaged";
  if (header.routine != identity.routine) return "belongs to another method";
  if (header.ndim != identity.ndim)
    return "belongs to an integral with ndim = " + std::to_string(header.ndim);
  if (header.ncomp != identity.ncomp)
    return "belongs to an integral with ncomp = " + std::to_string(header.ncomp);
  return "";
}

}  // namespace

StateHeader state_header(const StateIdentity &identity, std::uint64_t size) {
  StateHeader header{};
  std::memcpy(header.magic, magic, sizeof magic);
  header.version = version;
  header.routine = identity.routine;
  header.ndim = identity.ndim;
  header.ncomp = identity.ncomp;
  header.size = size;
  header.checksum = checksum(header);
  return header;
}

std::uint64_t checksum(const void *bytes, std::size_t count, std::uint64_t before) {
  return mix(offset_basis ^ before, static_cast<const unsigned char *>(bytes), count);
}

std::uint64_t state_file_size(std::uint64_t size) {
  const std::uint64_t blocks = size / state_block + (size % state_block != 0);
  return sizeof(StateHeader) + size + blocks * sizeof(std::uint64_t);
}

bool write_state(const Descriptor &file, const StateIdentity &identity,
                 const std::vector<unsigned char> &contents) {
  const StateHeader header = state_header(identity, contents.size());
  if (!write_all(file, &header, sizeof header)) return false;
  std::uint64_t sum = header.checksum;
  for (std::size_t at = 0; at < contents.size(); at += state_block) {
    const std::size_t count = std::min(state_block, contents.size() - at);
    sum = mix(sum, contents.data() + at, count);
    if (!write_all(file, contents.data() + at, count) || !write_all(file, &sum, sizeof sum))
      return false;
  }
  return true;
}

StateContents read_state(const Descriptor &file, std::uint64_t file_size,
                         const StateIdentity &identity) {
  StateHeader header;
  if (file_size < sizeof header || !read_all(file, &header, sizeof header))
    return {{}, "is no state file of cuboid"};
  StateContents found{{}, problem_of(header, file_size, identity)};
  std::uint64_t sum = header.checksum;
  while (found.problem.empty() && found.bytes.size() < header.size) {
    const std::size_t at = found.bytes.size();
    const std::size_t count = std::min<std::size_t>(state_block, header.size - at);
    found.bytes.resize(at + count);
    std::uint64_t expected = 0;
    const bool read =
        read_all(file, &found.bytes[at], count) && read_all(file, &expected, sizeof expected);
    sum = mix(sum, &found.bytes[at], count);
    if (!read || sum != expected) found = {{}, "is damaged"};
  }
  return found;
}

}  // namespace cuboid::algorithm
