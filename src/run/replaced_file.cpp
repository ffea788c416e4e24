#include "run/replaced_file.hpp"

#include <dirent.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <string_view>

#include "run/without_size_signal.hpp"

namespace cuboid::algorithm {

namespace {

constexpr std::string_view mark = ".cuboid-";
constexpr std::string_view pattern = "XXXXXX";

/// Where the name of the folder ends in that of a file in it; 0: it has none.
std::size_t folder_length(const std::string &path) noexcept {
  const std::size_t slash = path.rfind('/');
  return slash == std::string::npos ? 0 : std::max<std::size_t>(slash, 1);
}

/// Without memory of the heap.
void synchronize_folder(const std::string &path) noexcept {
  char name[PATH_MAX] = ".";
  const std::size_t length = folder_length(path);
  if (length >= sizeof name) return;
  std::copy_n(path.data(), length, name);
  const Descriptor folder(open(name, O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  if (folder.is_open()) fsync(folder.get());
}

}  // namespace

std::string folder_of(const std::string &path) {
  const std::size_t length = folder_length(path);
  return length == 0 ? "." : path.substr(0, length);
}

bool replace_file(const std::string &path, bool synchronize,
                  const std::function<bool(const Descriptor &file)> &write) {
  const WithoutSizeSignal quiet;
  std::string temporary = path;
  temporary.append(mark).append(pattern);
  Descriptor file(mkostemp(temporary.data(), O_CLOEXEC));
  if (!file.is_open()) return false;
  if (write(file) && (!synchronize || fsync(file.get()) == 0) && file.close() &&
      rename(temporary.c_str(), path.c_str()) == 0) {
    if (synchronize) synchronize_folder(path);
    return true;
  }
  const int error = errno;
  unlink(temporary.c_str());
  errno = error;
  return false;
}

void synchronize_file(const std::string &path) noexcept {
  const Descriptor file(open(path.c_str(), O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC));
  if (!file.is_open()) return;
  fsync(file.get());
  synchronize_folder(path);
}

void remove_unfinished(const std::string &path) {
  const std::string folder = folder_of(path);
  const std::string name = path.substr(path.rfind('/') + 1) + std::string(mark);
  DIR *entries = opendir(folder.c_str());
  if (entries == nullptr) return;
  const std::size_t length = name.size() + pattern.size();
  while (const dirent *entry = readdir(entries)) {
    const std::string_view found = entry->d_name;
    if (found.size() == length && found.starts_with(name))
      unlinkat(dirfd(entries), entry->d_name, 0);
  }
  closedir(entries);
}

}  // namespace cuboid::algorithm
