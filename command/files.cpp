#include "files.hpp"

#include <fcntl.h>
#include <poll.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <string_view>

#include "handles.hpp"

namespace command {
namespace {

/// An open file.  To open it waits for nobody: a pipe without another end would never open.
class File {
 public:
  File(const std::string &name, int flags)
      : number_(::open(name.c_str(), flags | O_NONBLOCK | O_CLOEXEC, 0666)) {}
  ~File() {
    if (number_ >= 0) ::close(number_);
  }
  File(const File &) = delete;
  File &operator=(const File &) = delete;

  int number() const { return number_; }

  /// Whether it is of a kind, as S_IFREG.
  bool is(mode_t kind) const {
    struct stat status = {};
    return ::fstat(number_, &status) == 0 && (status.st_mode & S_IFMT) == kind;
  }

  /// Until something can be read or written.
  void wait(short event) const {
    pollfd one{number_, event, 0};
    ::poll(&one, 1, -1);
  }

  /// Errors of the last write, which some file systems tell only now.
  bool close() {
    const int number = number_;
    number_ = -1;
    return ::close(number) == 0;
  }

 private:
  int number_;
};

[[noreturn]] void refuse(const std::string &name, const char *what, const char *why) {
  throw Refused("the file '" + name + "' cannot be " + what + ": " + why);
}

/// Writes all of it; false: errno says why not.
bool write_all(const File &file, std::string_view text) {
  while (!text.empty()) {
    const ssize_t written = ::write(file.number(), text.data(), text.size());
    if (written >= 0)
      text.remove_prefix(static_cast<std::size_t>(written));
    else if (errno == EAGAIN)
      file.wait(POLLOUT);
    else if (errno != EINTR)
      return false;
  }
  return true;
}

/// False with the reason in errno.
bool written(const std::string &name, const std::string &text) {
  File file(name, O_WRONLY | O_CREAT | O_TRUNC);
  return file.number() >= 0 && write_all(file, text) && file.close();
}

[[noreturn]] void refuse_writing(const std::string &name) {
  refuse(name, "written", errno == ENXIO ? "it is a pipe that nobody reads" : std::strerror(errno));
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
    if (access(target_.c_str(), W_OK) != 0 && errno != ENOENT) refuse_writing(name_);
    temporary_ = target_ + ".XXXXXX";
    const int file = mkstemp(temporary_.data());
    if (file < 0) refuse_writing(name_);
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
    if (!written(temporary_, text)) refuse_writing(name_);
  }
  void put_in_place() {
    done_ = rename(temporary_.c_str(), target_.c_str()) == 0;
    if (!done_) refuse_writing(name_);
  }

 private:
  const std::string &name_;
  std::string target_ = name_;
  std::string temporary_;
  bool done_ = false;
};

}  // namespace

std::string read_file(const std::string &name) {
  const File file(name, O_RDONLY);
  if (file.number() < 0) refuse(name, "read", std::strerror(errno));
  if (file.is(S_IFDIR)) refuse(name, "read", std::strerror(EISDIR));
  if (!file.is(S_IFREG) && !file.is(S_IFIFO))
    refuse(name, "read", "it is neither a file nor a pipe");
  std::string text;
  for (;;) {
    char piece[1 << 14];
    const ssize_t got = ::read(file.number(), piece, sizeof piece);
    if (got > 0)
      text.append(piece, static_cast<std::size_t>(got));
    else if (got == 0)
      break;
    else if (errno == EAGAIN)
      file.wait(POLLIN);
    else if (errno != EINTR)
      refuse(name, "read", std::strerror(errno));
  }
  if (text.empty() && file.is(S_IFIFO)) refuse(name, "read", "it is a pipe that nobody writes to");
  return text;
}

std::string read_input(const std::string &name) {
  if (name != "-") return read_file(name);
  std::string text;
  char piece[1 << 14];
  for (;;) {
    const ssize_t got = ::read(STDIN_FILENO, piece, sizeof piece);
    if (got > 0)
      text.append(piece, static_cast<std::size_t>(got));
    else if (got == 0)
      return text;
    else if (errno != EINTR)
      throw Refused(std::string("the standard input cannot be read: ") + std::strerror(errno));
  }
}

void write_file(const std::string &name, const std::string &text) {
  if (!written(name, text)) refuse_writing(name);
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
