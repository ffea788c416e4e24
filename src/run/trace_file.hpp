// The file of a trace.
#pragma once

#include <string>

#include "base/descriptor.hpp"

namespace cuboid::algorithm {

/// Lines that are appended to a file, which is emptied first.  They reach it within a second of
/// work, so that it can be followed; what does not fit is left out, and the reason kept.
class TraceFile {
 public:
  /// Throws Failure(CUBOID_BAD_ARGUMENT) if the file cannot be written to, or is neither a regular
  /// file nor a character device: a pipe may block, or send a signal.
  explicit TraceFile(std::string path);
  ~TraceFile() { put_out(); }

  void write(const std::string &line);
  void flush();

  /// A sentence on what could not be written; empty: all was.
  const std::string &problem() const { return problem_; }

 private:
  bool put_out() noexcept;

  const std::string path_;
  Descriptor file_;
  std::string buffer_;
  double flushed_ = 0;  ///< seconds of the clock
  std::string problem_;
};

}  // namespace cuboid::algorithm
