// Compiled kernels kept between calls and between processes.
#pragma once

#include <functional>
#include <memory>
#include <mutex>
#include <string>
#include <unordered_map>

namespace cuboid::engine::cuda {

/// Images by key, in memory and in files.  Nothing that goes wrong with a file is an error: the
/// image is then compiled anew.  Any thread may call it, and processes may share a folder: a file
/// is renamed into place once it is complete, and one whose checksum is wrong is not used.  What is
/// in the files is run: nothing is read or written in a folder, and no file is read, that belongs
/// to another user or that others may write to.
class ImageCache {
 public:
  /// folder: empty for no files.
  explicit ImageCache(std::string folder) : folder_(std::move(folder)) {}

  /// The image of that key, or nullptr.  key: a file name.
  std::shared_ptr<const std::string> find(const std::string &key);

  std::shared_ptr<const std::string> keep(const std::string &key, std::string image);

  /// The image of that key, or what make() gives, which is kept.  Threads that ask for the same key
  /// at once wait for the one of them that makes it; what make() throws reaches its own caller.
  std::shared_ptr<const std::string> find_or_make(const std::string &key,
                                                  const std::function<std::string()> &make);

  const std::string &folder() const { return folder_; }

 private:
  std::shared_ptr<std::mutex> maker_of(const std::string &key);

  std::string folder_;
  std::mutex mutex_;  ///< guards what follows
  std::unordered_map<std::string, std::shared_ptr<const std::string>> images_;
  /// Held by the thread that makes an image.
  std::unordered_map<std::string, std::shared_ptr<std::mutex>> makers_;
};

/// Where files go: nowhere if CUBOID_CACHE is "off"; else CUBOID_CACHE if it is a path; else
/// cuboid below XDG_CACHE_HOME, or below .cache in HOME.  Empty where none of them is set.
std::string cache_folder();

/// The cache of this process, in the folder that was right at its first use.
ImageCache &process_cache();

}  // namespace cuboid::engine::cuda
