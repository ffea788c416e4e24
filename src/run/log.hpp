// The printed output of an integration, and who else is told what the method does.
#pragma once

#include <cstdint>
#include <functional>
#include <string>

#include "base/formatted.hpp"

namespace cuboid::algorithm {

class Trace;

class Log {
 public:
  /// Receives a text without its last newline.  Texts may hold newlines and begin with one.
  using Sink = std::function<void(int level, const std::string &text)>;

  /// verbosity: 0 to 3.  paced: at verbosity 1, steps are printed now and then.  trace: gets
  /// records of the same steps; nullptr: there is none.
  Log(int verbosity, Sink sink, bool paced = false, Trace *trace = nullptr)
      : verbosity_(verbosity),
        paced_(paced && verbosity == 1),
        sink_(std::move(sink)),
        trace_(trace) {}

  Trace *trace() const { return trace_; }

  bool shows(int level) const { return level <= verbosity_ && sink_; }
  int verbosity() const { return verbosity_; }

  /// Whether a step (1, 2, ...) of the method is to be printed: the first ones, and of many only
  /// some, so that a person can read on.
  bool due(std::int64_t step) const;
  /// The last step, if it was not printed; else 0.
  std::int64_t passed_over() const { return passed_over_; }

  /// Passes on what printf would make of the arguments, if the level is shown.
  void print(int level, const char *format, ...) const __attribute__((format(printf, 3, 4)));

 private:
  int verbosity_;
  bool paced_;
  Sink sink_;
  Trace *trace_;
  mutable std::int64_t steps_ = 0;
  mutable std::int64_t passed_over_ = 0;
  mutable double next_seconds_ = 0;  ///< when the next one is due
};

}  // namespace cuboid::algorithm
