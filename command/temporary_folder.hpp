// Where the compiler works.
#pragma once

#include <sys/types.h>

#include <string>

namespace command {

/// A folder in TMPDIR that goes with its contents, whatever ends the command.
class TemporaryFolder {
 public:
  /// Throws Refused.
  TemporaryFolder();
  ~TemporaryFolder();
  TemporaryFolder(const TemporaryFolder &) = delete;
  TemporaryFolder &operator=(const TemporaryFolder &) = delete;

  std::string file(const char *name) const { return path_ + "/" + name; }

 private:
  std::string path_;
  pid_t keeper_ = -1;  ///< a process that removes the folder after a signal has ended this one
  int life_ = -1;      ///< open as long as this process or the compiler lives
};

}  // namespace command
