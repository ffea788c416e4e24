#include "engine/cuda/compile/cache.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cstdio>
#include <optional>
#include <random>
#include <string_view>
#include <utility>

#include "base/descriptor.hpp"
#include "base/environment.hpp"
#include "engine/cuda/compile/sha256.hpp"

namespace cuboid::engine::cuda {

namespace {

/// A file is this line, the digest of the image and a newline, and the image.
constexpr std::string_view first_line = "cuboid kernels 1\n";
constexpr std::size_t digest_length = 64;
constexpr std::size_t header_length = first_line.size() + digest_length + 1;
/// Far above any kernel: the largest of the library's has less than 1 MiB.
constexpr off_t largest_file = off_t{1} << 28;

/// Whether nobody but this user, and root, can have put there what is there.
bool is_private(const Descriptor &file, mode_t kind, struct stat &status) {
  return file.is_open() && fstat(file.get(), &status) == 0 && (status.st_mode & S_IFMT) == kind &&
         status.st_uid == geteuid() && (status.st_mode & (S_IWGRP | S_IWOTH)) == 0;
}

/// Makes the folder and those above it that are missing, for this user alone.
void make_folder(const std::string &path) {
  for (std::size_t end = path.find('/', 1);; end = path.find('/', end + 1)) {
    mkdir(path.substr(0, end).c_str(), 0700);
    if (end == std::string::npos) return;
  }
}

/// Not open if it is not there, or is not private.
Descriptor open_folder(const std::string &path) {
  Descriptor folder(open(path.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  struct stat status;
  return is_private(folder, S_IFDIR, status) ? std::move(folder) : Descriptor();
}

std::optional<std::string> read_image(const std::string &path, const std::string &key) {
  const Descriptor folder = open_folder(path);
  if (!folder.is_open()) return std::nullopt;
  // Without O_NONBLOCK a fifo instead of the file would stop the program.
  const Descriptor file(
      openat(folder.get(), key.c_str(), O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC));
  struct stat status;
  if (!is_private(file, S_IFREG, status) || status.st_size > largest_file) return std::nullopt;
  std::string content(static_cast<std::size_t>(status.st_size), '\0');
  if (!read_all(file, content.data(), content.size())) return std::nullopt;
  if (content.size() < header_length || !content.starts_with(first_line)) return std::nullopt;
  std::string image = content.substr(header_length);
  if (content.compare(first_line.size(), digest_length, sha256(image)) != 0) return std::nullopt;
  return image;
}

/// A name that nobody can have foreseen.
std::string temporary_name(const std::string &key) {
  std::random_device random;
  char number[17];
  std::snprintf(number, sizeof number, "%08x%08x", random(), random());
  return key + "." + number;
}

void write_image(const std::string &path, const std::string &key, const std::string &image) {
  make_folder(path);
  const Descriptor folder = open_folder(path);
  if (!folder.is_open()) return;
  const std::string temporary = temporary_name(key);
  Descriptor file(openat(folder.get(), temporary.c_str(),
                         O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0600));
  if (!file.is_open()) return;
  std::string content(first_line);
  content.append(sha256(image)).append("\n").append(image);
  const bool written = write_all(file, content.data(), content.size()) && file.close() &&
                       renameat(folder.get(), temporary.c_str(), folder.get(), key.c_str()) == 0;
  if (!written) unlinkat(folder.get(), temporary.c_str(), 0);
}

std::string environment(const char *name) {
  const char *value = environment_variable(name);
  return value ? value : "";
}

}  // namespace

std::shared_ptr<const std::string> ImageCache::find(const std::string &key) {
  {
    const std::lock_guard lock(mutex_);
    if (const auto found = images_.find(key); found != images_.end()) return found->second;
  }
  if (folder_.empty()) return nullptr;
  auto image = read_image(folder_, key);
  if (!image) return nullptr;
  const std::lock_guard lock(mutex_);
  return images_.try_emplace(key, std::make_shared<const std::string>(*std::move(image)))
      .first->second;
}

std::shared_ptr<const std::string> ImageCache::keep(const std::string &key, std::string image) {
  if (!folder_.empty()) write_image(folder_, key, image);
  const std::lock_guard lock(mutex_);
  return images_.insert_or_assign(key, std::make_shared<const std::string>(std::move(image)))
      .first->second;
}

std::shared_ptr<std::mutex> ImageCache::maker_of(const std::string &key) {
  const std::lock_guard lock(mutex_);
  auto &maker = makers_[key];
  if (!maker) maker = std::make_shared<std::mutex>();
  return maker;
}

std::shared_ptr<const std::string> ImageCache::find_or_make(
    const std::string &key, const std::function<std::string()> &make) {
  const auto maker = maker_of(key);
  const std::lock_guard alone(*maker);
  if (auto found = find(key)) return found;
  return keep(key, make());
}

std::string cache_folder() {
  const std::string chosen = environment("CUBOID_CACHE");
  if (chosen == "off") return "";
  if (chosen.starts_with('/')) return chosen;
  // Relative paths in XDG_CACHE_HOME are to be ignored, its specification says.
  if (const std::string cache = environment("XDG_CACHE_HOME"); cache.starts_with('/'))
    return cache + "/cuboid";
  if (const std::string home = environment("HOME"); home.starts_with('/'))
    return home + "/.cache/cuboid";
  return "";
}

ImageCache &process_cache() {
  static ImageCache cache(cache_folder());
  return cache;
}

}  // namespace cuboid::engine::cuda
