#include "run/trace_file.hpp"

#include <fcntl.h>
#include <sys/stat.h>

#include <cerrno>
#include <cstring>
#include <utility>

#include "base/clock.hpp"
#include "base/formatted.hpp"
#include "run/without_size_signal.hpp"

namespace cuboid::algorithm {

namespace {

[[noreturn]] void refuse(const std::string &path, const std::string &why) {
  reject("the trace cannot be written to " + path + ": " + why);
}

}  // namespace

// Not truncated by open: what stands in a file that is then refused stays.
TraceFile::TraceFile(std::string path)
    : path_(std::move(path)),
      file_(open(path_.c_str(), O_WRONLY | O_CREAT | O_CLOEXEC | O_NONBLOCK | O_NOCTTY, 0666)) {
  if (!file_.is_open()) refuse(path_, std::strerror(errno));
  struct stat status;
  if (fstat(file_.get(), &status) != 0) refuse(path_, std::strerror(errno));
  if (S_ISREG(status.st_mode)) {
    if (ftruncate(file_.get(), 0) != 0) refuse(path_, std::strerror(errno));
  } else if (!S_ISCHR(status.st_mode)) {
    refuse(path_, "it is no regular file");
  }
}

void TraceFile::write(const std::string &line) {
  constexpr std::size_t max_buffered = 1 << 16;
  constexpr double max_seconds = 0.5;
  if (!problem_.empty()) return;
  buffer_ += line;
  buffer_ += '\n';
  const double now = monotonic_seconds();
  if (buffer_.size() < max_buffered && now < flushed_ + max_seconds) return;
  flushed_ = now;
  flush();
}

void TraceFile::flush() {
  if (!put_out()) problem_ = "the trace in " + path_ + " is not complete: " + std::strerror(errno);
  buffer_.clear();
}

/// Takes no memory.  False with the reason in errno.
bool TraceFile::put_out() noexcept {
  if (!problem_.empty() || buffer_.empty()) return true;
  const WithoutSizeSignal quiet;
  return write_all(file_, buffer_.data(), buffer_.size());
}

}  // namespace cuboid::algorithm
