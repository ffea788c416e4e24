#include "files.hpp"

#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iterator>

#include "handles.hpp"

namespace command {
namespace {

[[noreturn]] void refuse(const std::string &name) {
  throw Refused("the file '" + name + "' cannot be written: " + std::strerror(errno));
}

/// False with the reason in errno.
bool written(const std::string &name, const std::string &text) {
  errno = 0;
  std::ofstream stream(name, std::ios::binary);
  stream << text;
  stream.close();
  return static_cast<bool>(stream);
}

/// Who may read a file that is made without a wish.
mode_t usual_rights() {
  const mode_t withheld = umask(0);
  umask(withheld);
  return 0666 & ~withheld;
}

/// Whether the name stands for something that cannot be replaced, such as a device.
bool is_special(const std::string &name) {
  struct stat status;
  return stat(name.c_str(), &status) == 0 && !S_ISREG(status.st_mode);
}

/// A new file beside the one that it is to replace, where there may be a link to it.
class Replacement {
 public:
  explicit Replacement(const std::string &name) : name_(name) {
    std::error_code unknown;
    const std::string target = std::filesystem::weakly_canonical(name, unknown).string();
    if (!unknown) target_ = target;
    if (access(target_.c_str(), W_OK) != 0 && errno != ENOENT) refuse(name_);
    temporary_ = target_ + ".XXXXXX";
    const int file = mkstemp(temporary_.data());
    if (file < 0) refuse(name_);
    struct stat before;
    fchmod(file, stat(target_.c_str(), &before) == 0 ? before.st_mode & 07777 : usual_rights());
    close(file);
  }
  ~Replacement() {
    if (!done_) unlink(temporary_.c_str());
  }
  Replacement(const Replacement &) = delete;
  Replacement &operator=(const Replacement &) = delete;

  void write(const std::string &text) const {
    if (!written(temporary_, text)) refuse(name_);
  }
  void put_in_place() {
    done_ = rename(temporary_.c_str(), target_.c_str()) == 0;
    if (!done_) refuse(name_);
  }

 private:
  const std::string &name_;
  std::string target_ = name_;
  std::string temporary_;
  bool done_ = false;
};

}  // namespace

std::string read_file(const std::string &name) {
  std::ifstream stream(name, std::ios::binary);
  std::string text{std::istreambuf_iterator<char>(stream), std::istreambuf_iterator<char>()};
  if (!stream) throw Refused("the file '" + name + "' cannot be read: " + std::strerror(errno));
  return text;
}

void write_file(const std::string &name, const std::string &text) {
  if (!written(name, text)) refuse(name);
}

void check_writable(const std::string &name) {
  if (!is_special(name)) const Replacement tried(name);
}

void replace_file(const std::string &name, const std::string &text) {
  if (is_special(name)) return write_file(name, text);
  Replacement file(name);
  file.write(text);
  file.put_in_place();
}

}  // namespace command
