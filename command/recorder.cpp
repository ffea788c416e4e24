#include "recorder.hpp"

#include <cerrno>
#include <cstring>
#include <utility>

#include "files.hpp"
#include "handles.hpp"

namespace command {

Recorder::Recorder(std::string file) : name_(std::move(file)) {
  if (!name_.empty()) check_writable(name_);
}

void Recorder::listen(cuboid_options *options) {
  check(cuboid_options_set_trace(options, nullptr, keep, this));
}

/// The file is emptied when the first record comes: what is refused leaves the one before.
void Recorder::keep(const char *line, void *self) {
  Recorder &recorder = *static_cast<Recorder *>(self);
  const bool is_header = recorder.records_.empty();
  if (is_header && !recorder.name_.empty()) {
    recorder.file_.reset(std::fopen(recorder.name_.c_str(), "w"));
    if (!recorder.file_) recorder.problem_ = errno;
  }
  recorder.add(std::string(line) + "\n");
  if (is_header) recorder.add(recorder.own_);
}

void Recorder::add(const std::string &text) {
  records_ += text;
  if (!file_ || problem_ != 0) return;
  const bool is_written = std::fwrite(text.data(), 1, text.size(), file_.get()) == text.size() &&
                          std::fflush(file_.get()) == 0;
  if (!is_written) problem_ = errno;
}

void Recorder::finish() {
  if (std::FILE *const file = file_.release(); file != nullptr && std::fclose(file) != 0)
    problem_ = problem_ != 0 ? problem_ : errno;
  if (problem_ != 0)
    std::fprintf(stderr, "cuboid: the trace '%s' is not complete: %s\n", name_.c_str(),
                 std::strerror(problem_));
}

}  // namespace command
