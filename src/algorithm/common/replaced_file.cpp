#include "algorithm/common/replaced_file.hpp"

#include <dirent.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include <cerrno>
#include <string_view>

#include "algorithm/common/without_size_signal.hpp"

namespace cuboid::algorithm {

namespace {

constexpr std::string_view mark = ".cuboid-";
constexpr std::string_view pattern = "XXXXXX";

void synchronize_folder(const std::string &path) {
  const Descriptor folder(open(folder_of(path).c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  if (folder.is_open()) fsync(folder.get());
}

}  // namespace

std::string folder_of(const std::string &path) {
  const std::size_t slash = path.rfind('/');
  if (slash == std::string::npos) return ".";
  return slash == 0 ? "/" : path.substr(0, slash);
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

void synchronize_file(const std::string &path) {
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
