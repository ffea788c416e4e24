// Files as the kernel numbers them.
#pragma once

#include <unistd.h>

#include <cerrno>
#include <cstddef>
#include <utility>

namespace cuboid {

/// Closes what it holds.
class Descriptor {
 public:
  explicit Descriptor(int descriptor = -1) : descriptor_(descriptor) {}
  ~Descriptor() { close(); }
  Descriptor(Descriptor &&other) noexcept : descriptor_(std::exchange(other.descriptor_, -1)) {}
  Descriptor &operator=(Descriptor &&other) noexcept {
    std::swap(descriptor_, other.descriptor_);
    return *this;
  }
  int get() const { return descriptor_; }
  bool is_open() const { return descriptor_ >= 0; }
  /// False if what was written did not reach the file.
  bool close() {
    const int descriptor = std::exchange(descriptor_, -1);
    return descriptor < 0 || ::close(descriptor) == 0;
  }

 private:
  int descriptor_;
};

/// Reads count bytes; false if there are fewer.
inline bool read_all(const Descriptor &file, void *data, std::size_t count) {
  auto *bytes = static_cast<char *>(data);
  while (count > 0) {
    const ssize_t n = ::read(file.get(), bytes, count);
    if (n < 0 && errno == EINTR) continue;
    if (n <= 0) return false;
    bytes += n;
    count -= static_cast<std::size_t>(n);
  }
  return true;
}

/// Writes all, or leaves the reason in errno.
inline bool write_all(const Descriptor &file, const void *data, std::size_t count) {
  const auto *bytes = static_cast<const char *>(data);
  while (count > 0) {
    const ssize_t n = ::write(file.get(), bytes, count);
    if (n < 0 && errno == EINTR) continue;
    if (n < 0) return false;
    bytes += n;
    count -= static_cast<std::size_t>(n);
  }
  return true;
}

}  // namespace cuboid
