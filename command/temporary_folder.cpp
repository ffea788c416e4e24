#include "temporary_folder.hpp"

#include <fcntl.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <system_error>

#include "handles.hpp"

namespace command {
namespace {

namespace fs = std::filesystem;

void remove_folder(const std::string &path) {
  std::error_code ignored;
  fs::remove_all(path, ignored);
}

struct Pipe {
  int reading = -1, writing = -1;
  Pipe() {
    int ends[2];
    if (::pipe2(ends, O_CLOEXEC) != 0)
      throw Refused(std::string("no pipe can be made: ") + std::strerror(errno));
    reading = ends[0];
    writing = ends[1];
  }
};

/// In a process of its own, which no signal of the terminal reaches: makes the folder, tells its
/// name (nothing where it cannot be made, but the number of the error), and removes it when
/// nobody who works in it lives any more.
[[noreturn]] void keep_folder(std::string path, const Pipe &told, const Pipe &life) {
  ::setsid();
  ::close(life.writing);
  // Who reads what the command prints is not to wait for this process.
  for (const int stream : {0, 1, 2}) ::close(stream);
  const bool made = ::mkdtemp(path.data()) != nullptr;
  const int error = made ? 0 : errno;
  // Where nobody reads it any more, the folder goes at once.
  [[maybe_unused]] ssize_t count = ::write(told.writing, &error, sizeof error);
  if (made) count = ::write(told.writing, path.data(), path.size());
  ::close(told.writing);
  char nothing = 0;
  while (::read(life.reading, &nothing, 1) < 0 && errno == EINTR) {
  }
  if (made) remove_folder(path);
  ::_exit(0);
}

}  // namespace

TemporaryFolder::TemporaryFolder() {
  const char *const chosen = std::getenv("TMPDIR");
  const bool is_chosen = chosen != nullptr && *chosen != '\0';
  path_ = (fs::path(is_chosen ? chosen : "/tmp") / "cuboid-XXXXXX").string();
  const Pipe told, life;
  ::fcntl(life.writing, F_SETFD, 0);  // The compiler holds it as well.
  sigset_t all, before;
  sigfillset(&all);
  sigprocmask(SIG_SETMASK, &all, &before);
  keeper_ = ::fork();
  if (keeper_ == 0) keep_folder(path_, told, life);
  sigprocmask(SIG_SETMASK, &before, nullptr);
  ::close(life.reading);
  ::close(told.writing);
  life_ = life.writing;
  int error = keeper_ < 0 ? errno : 0;
  bool is_told = keeper_ > 0 && ::read(told.reading, &error, sizeof error) == sizeof error;
  if (is_told && error == 0)
    is_told =
        ::read(told.reading, path_.data(), path_.size()) == static_cast<ssize_t>(path_.size());
  ::close(told.reading);
  if (is_told && error == 0) return;
  ::close(life_);
  if (keeper_ > 0) ::waitpid(keeper_, nullptr, 0);
  throw Refused("no temporary folder '" + path_ + "' can be made: " + std::strerror(error));
}

TemporaryFolder::~TemporaryFolder() {
  remove_folder(path_);
  // Not by the end of life_: a server that the compiler has started may hold it for hours.
  ::kill(keeper_, SIGKILL);
  ::waitpid(keeper_, nullptr, 0);
  ::close(life_);
}

}  // namespace command
