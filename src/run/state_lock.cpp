#include "run/state_lock.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <mutex>
#include <set>
#include <utility>

namespace cuboid::algorithm {

namespace {

/// Device and number of a file.
using FileName = std::pair<dev_t, ino_t>;

/// The locks of this process: those of POSIX do not keep its own threads apart, and are lost if it
/// closes the file a second time.
struct Held {
  std::mutex mutex;  ///< guards the names
  std::set<FileName> names;
};

Held &held() {
  // Never destroyed: integrations may still run while the process takes its objects down.
  static Held *const the_held = new Held;
  return *the_held;
}

FileName name_of(const struct stat &status) {
  return {status.st_dev, status.st_ino};
}

/// Locks the file without waiting; false: it is locked, and holder is the process that has it.
bool lock_file(const Descriptor &file, std::string &holder) {
  struct flock lock {};
  lock.l_type = F_WRLCK;
  lock.l_whence = SEEK_SET;
  if (fcntl(file.get(), F_SETLK, &lock) == 0) return true;
  if (errno != EACCES && errno != EAGAIN) return false;
  holder = "another process";
  if (fcntl(file.get(), F_GETLK, &lock) == 0 && lock.l_type != F_UNLCK && lock.l_pid > 0)
    holder = "process " + std::to_string(lock.l_pid);
  return false;
}

}  // namespace

StateLock::Outcome StateLock::take(const std::string &path) {
  const std::string name = path + ".cuboid-lock";
  const auto refused = [&](const std::string &why) {
    return Outcome{nullptr, "cannot be locked: " + name + ' ' + why};
  };
  Held &mine = held();
  const std::lock_guard guard(mine.mutex);
  // Once more if another process has just removed the file that was opened.
  for (int attempt = 0; attempt < 100; ++attempt) {
    struct stat status;
    const bool exists = lstat(name.c_str(), &status) == 0;
    if (exists && mine.names.contains(name_of(status)))
      return {nullptr, "is in use by another run of this process"};
    if (exists && !S_ISREG(status.st_mode))
      return refused("is not a regular file, and no lock of cuboid: remove it");
    Descriptor file(
        open(name.c_str(), O_RDWR | O_CREAT | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC, 0600));
    if (!file.is_open()) {
      // Where none can be made, no state can be written either.
      if (!exists && errno != ELOOP) return {};
      if (errno != ENOENT && errno != ELOOP)
        return refused(std::string("cannot be opened: ") + std::strerror(errno) +
                       "; another user's run may use it");
      continue;
    }
    if (fstat(file.get(), &status) != 0 || !S_ISREG(status.st_mode)) continue;
    std::string holder;
    if (!lock_file(file, holder)) {
      if (!holder.empty()) return {nullptr, "is in use by " + holder};
      ::unlink(name.c_str());  // there are no locks here
      return {};
    }
    struct stat now;
    if (lstat(name.c_str(), &now) == 0 && name_of(now) == name_of(status)) {
      const auto place = mine.names.insert(name_of(status)).first;
      try {
        return {std::unique_ptr<StateLock>(new StateLock(name, std::move(file))), ""};
      } catch (...) {
        mine.names.erase(place);  // another file may have that name later
        ::unlink(name.c_str());
        throw;
      }
    }
  }
  return refused("is replaced again and again");
}

StateLock::~StateLock() {
  Held &mine = held();
  const std::lock_guard guard(mine.mutex);
  struct stat status;
  if (fstat(file_.get(), &status) == 0) mine.names.erase(name_of(status));
  ::unlink(path_.c_str());
  file_.close();
}

}  // namespace cuboid::algorithm
