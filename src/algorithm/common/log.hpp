// The printed output of an integration.
#pragma once

#include <functional>
#include <string>

namespace cuboid::algorithm {

class Log {
 public:
  /// Receives a text without its last newline.  Texts may hold newlines and begin with one.
  using Sink = std::function<void(int level, const std::string &text)>;

  /// verbosity: 0 to 3.
  Log(int verbosity, Sink sink) : verbosity_(verbosity), sink_(std::move(sink)) {}

  bool shows(int level) const { return level <= verbosity_ && sink_; }
  int verbosity() const { return verbosity_; }

  /// Passes on what printf would make of the arguments, if the level is shown.
  void print(int level, const char *format, ...) const __attribute__((format(printf, 3, 4)));

 private:
  int verbosity_;
  Sink sink_;
};

/// What printf would print.
std::string formatted(const char *format, ...) __attribute__((format(printf, 1, 2)));

}  // namespace cuboid::algorithm
