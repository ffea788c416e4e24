#include "algorithm/common/state_file.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <optional>

namespace cuboid::algorithm {

namespace {

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
  StateHeader header;
  if (!read_all(file.get(), &header, sizeof header)) return {};
  if (header.size != static_cast<std::uint64_t>(status.st_size) - sizeof header) return {};
  std::vector<unsigned char> contents(header.size);
  if (!read_all(file.get(), contents.data(), contents.size())) return {};
  const StateHeader expected = state_header(identity, contents);
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
  const StateHeader header = state_header(identity, contents.bytes());
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
