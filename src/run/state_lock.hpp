// One run at a time for each state file.
#pragma once

#include <memory>
#include <string>

#include "base/descriptor.hpp"

namespace cuboid::algorithm {

/// Held as long as the object is there.  It is a lock on a file beside the state file, which is
/// itself replaced again and again: the record locks of POSIX end with the process, however it
/// ends, and are not inherited by workers.
class StateLock {
 public:
  struct Outcome {
    std::unique_ptr<StateLock> lock;  ///< nullptr: somebody has it, or the place allows none
    std::string obstacle;             ///< what is to be said of the state file; "": it may be used
  };

  /// path: of the state file.
  static Outcome take(const std::string &path);
  ~StateLock();

 private:
  StateLock(std::string path, Descriptor file) : path_(std::move(path)), file_(std::move(file)) {}

  std::string path_;  ///< of the lock file
  Descriptor file_;
};

}  // namespace cuboid::algorithm
