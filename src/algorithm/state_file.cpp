#include "algorithm/state_file.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <optional>

namespace cuboid::algorithm {

namespace {

/// The head of a file.  Numbers are those of the machine: a file from one of the other byte order
/// fails the test of the version.
struct Header {
  char magic[8];
  std::uint32_t version;
  std::uint32_t routine;
  std::int32_t ndim;
  std::int32_t ncomp;
  std::uint64_t size;      ///< bytes after the header
  std::uint64_t checksum;  ///< of the header, with 0 in this place, and of what follows
};
static_assert(sizeof(Header) == 40);

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

std::uint64_t checksum(Header header, const std::vector<unsigned char> &contents) {
  header.checksum = 0;
  unsigned char bytes[sizeof header];
  std::memcpy(bytes, &header, sizeof header);
  constexpr std::uint64_t offset_basis = 0xcbf29ce484222325;
  return mix(mix(offset_basis, bytes, sizeof bytes), contents.data(), contents.size());
}

Header header_for(const StateIdentity &identity, const std::vector<unsigned char> &contents) {
  Header header{};
  std::memcpy(header.magic, magic, sizeof magic);
  header.version = version;
  header.routine = static_cast<std::uint32_t>(identity.routine);
  header.ndim = identity.ndim;
  header.ncomp = identity.ncomp;
  header.size = contents.size();
  header.checksum = checksum(header, contents);
  return header;
}

/// Closes what it holds.
class Descriptor {
 public:
  explicit Descriptor(int descriptor) : descriptor_(descriptor) {}
  ~Descriptor() { close(); }
  Descriptor(const Descriptor &) = delete;
  Descriptor &operator=(const Descriptor &) = delete;
  int get() const { return descriptor_; }
  bool close() {
    const int descriptor = descriptor_;
    descriptor_ = -1;
    return descriptor < 0 || ::close(descriptor) == 0;
  }

 private:
  int descriptor_;
};

bool read_all(int descriptor, void *data, std::size_t count) {
  auto *bytes = static_cast<char *>(data);
  while (count > 0) {
    const ssize_t n = ::read(descriptor, bytes, count);
    if (n < 0 && errno == EINTR) continue;
    if (n <= 0) return false;
    bytes += n;
    count -= static_cast<std::size_t>(n);
  }
  return true;
}

bool write_all(int descriptor, const void *data, std::size_t count) {
  const auto *bytes = static_cast<const char *>(data);
  while (count > 0) {
    const ssize_t n = ::write(descriptor, bytes, count);
    if (n < 0 && errno == EINTR) continue;
    if (n < 0) return false;
    bytes += n;
    count -= static_cast<std::size_t>(n);
  }
  return true;
}

bool readable_by_owner(const std::string &path) {
  struct stat status;
  return ::stat(path.c_str(), &status) == 0 && (status.st_mode & S_IRUSR);
}

/// The contents of a sound file of the identity.
std::optional<std::vector<unsigned char>> contents_of(const std::string &path,
                                                      const StateIdentity &identity) {
  // A fifo in the place of the file must not stop the program.
  Descriptor file(::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK));
  struct stat status;
  if (file.get() < 0 || ::fstat(file.get(), &status) != 0 || !S_ISREG(status.st_mode)) return {};
  Header header;
  if (!read_all(file.get(), &header, sizeof header)) return {};
  if (header.size != static_cast<std::uint64_t>(status.st_size) - sizeof header) return {};
  std::vector<unsigned char> contents(header.size);
  if (!read_all(file.get(), contents.data(), contents.size())) return {};
  const Header expected = header_for(identity, contents);
  if (std::memcmp(&header, &expected, sizeof header) != 0) return {};
  return contents;
}

}  // namespace

bool StateFile::restore(const StateIdentity &identity,
                        const std::function<void(StateReader &)> &read) {
  if (!used() || !readable_by_owner(path_)) return false;
  if (std::optional<std::vector<unsigned char>> contents = contents_of(path_, identity)) {
    try {
      StateReader reader(std::move(*contents));
      read(reader);
      log_.print(1, "\nRestored state from %s.", path_.c_str());
      return true;
    } catch (const StateReader::BadState &) {
      // The message below is all that is to be said.
    }
  }
  log_.print(1, "\nError restoring state from %s, starting from scratch.", path_.c_str());
  return false;
}

void StateFile::save(const StateIdentity &identity, const StateWriter &contents) {
  if (!used()) return;
  if (!try_save(identity, contents)) {
    trouble_ = "the state could not be saved to " + path_ + ": " + std::strerror(errno);
    log_.print(1, "\nError saving state to %s.", path_.c_str());
    return;
  }
  trouble_.clear();
  if (!told_) log_.print(1, "\nSaved state to %s.", path_.c_str());
  told_ = true;
}

bool StateFile::try_save(const StateIdentity &identity, const StateWriter &contents) {
  std::string temporary = path_ + "-XXXXXX";
  Descriptor file(::mkostemp(temporary.data(), O_CLOEXEC));
  if (file.get() < 0) return false;
  const Header header = header_for(identity, contents.bytes());
  if (write_all(file.get(), &header, sizeof header) &&
      write_all(file.get(), contents.bytes().data(), contents.bytes().size()) && file.close() &&
      ::rename(temporary.c_str(), path_.c_str()) == 0)
    return true;
  const int error = errno;
  ::unlink(temporary.c_str());
  errno = error;
  return false;
}

void StateFile::finish(bool success) {
  if (used() && success && !keep_) ::unlink(path_.c_str());
}

}  // namespace cuboid::algorithm
