// A directory that is gone after the test.
#pragma once

#include <stdlib.h>

#include <filesystem>
#include <fstream>
#include <iterator>
#include <stdexcept>
#include <string>
#include <vector>

namespace support {

class Directory {
 public:
  Directory() {
    std::string name = std::filesystem::temp_directory_path() / "cuboid-test-XXXXXX";
    if (mkdtemp(name.data()) == nullptr) throw std::runtime_error("no directory for the test");
    path_ = name;
  }
  ~Directory() {
    std::error_code ignored;
    std::filesystem::remove_all(path_, ignored);
  }
  Directory(const Directory &) = delete;
  Directory &operator=(const Directory &) = delete;

  std::string file(const std::string &name) const { return path_ / name; }
  std::vector<std::string> names() const {
    std::vector<std::string> found;
    for (const auto &entry : std::filesystem::directory_iterator(path_))
      found.push_back(entry.path().filename());
    return found;
  }

 private:
  std::filesystem::path path_;
};

inline std::string contents(const std::string &path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

inline void write(const std::string &path, const std::string &contents) {
  std::ofstream(path, std::ios::binary) << contents;
}

}  // namespace support
