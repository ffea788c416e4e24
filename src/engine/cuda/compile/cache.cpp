#include "engine/cuda/compile/cache.hpp"

#include <unistd.h>

#include <atomic>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <optional>
#include <string_view>
#include <utility>

#include "engine/cuda/compile/sha256.hpp"

namespace cuboid::engine::cuda {

namespace {

namespace fs = std::filesystem;

/// A file is this line, the digest of the image and a newline, and the image.
constexpr std::string_view first_line = "cuboid kernels 1\n";
constexpr std::size_t digest_length = 64;

std::optional<std::string> read_image(const fs::path &path) {
  std::ifstream file(path, std::ios::binary);
  if (!file) return std::nullopt;
  const std::string content{std::istreambuf_iterator<char>(file), {}};
  const std::size_t header = first_line.size() + digest_length + 1;
  if (content.size() < header || !content.starts_with(first_line)) return std::nullopt;
  std::string image = content.substr(header);
  if (content.compare(first_line.size(), digest_length, sha256(image)) != 0) return std::nullopt;
  return image;
}

void write_image(const fs::path &folder, const std::string &key, const std::string &image) {
  static std::atomic<unsigned> counter{0};
  std::error_code error;
  fs::create_directories(folder, error);
  const fs::path temporary =
      folder / (key + "." + std::to_string(getpid()) + "." + std::to_string(counter.fetch_add(1)));
  std::ofstream file(temporary, std::ios::binary);
  file << first_line << sha256(image) << '\n' << image;
  file.close();
  if (file) fs::rename(temporary, folder / key, error);
  if (!file || error) fs::remove(temporary, error);
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
  auto image = read_image(fs::path(folder_) / key);
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
