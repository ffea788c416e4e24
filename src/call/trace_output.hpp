// Where the records of a trace go, and those of them that no method writes.
#pragma once

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "base/failure.hpp"
#include "call/outcome.hpp"
#include "call/request.hpp"
#include "engine/samples.hpp"
#include "run/trace.hpp"
#include "run/trace_file.hpp"

namespace cuboid::router {

class TraceOutput {
 public:
  /// Throws Failure(CUBOID_BAD_ARGUMENT) if the file cannot be written to.
  explicit TraceOutput(const Request &request);

  /// For the method that has begun.
  algorithm::Trace &records() { return *parts_[current_].records; }

  /// Hands samples to the trace as well, if it is to have any.
  engine::SampleReceiver receiver_for(engine::SampleReceiver receiver);

  /// The first record, unless the method goes on.  before: evaluations that other methods have
  /// used.  Where "auto" tries several methods, only the records of the one whose result is
  /// returned are handed out, at the end.
  void begin(const std::string &method, bool on_device, std::int64_t before);

  /// The last ones.  What went wrong with the trace goes into the outcome: an exception of the
  /// caller's function is a failure, a full disk is told and no more.
  void end(Outcome &outcome);

 private:
  struct Part {
    std::unique_ptr<algorithm::Trace> records;
    std::vector<std::string> held;  ///< lines
  };

  std::unique_ptr<algorithm::Trace> make_records();
  int ndim_of_region() const;
  void write(const std::string &line);
  void hand_out(const std::string &method);
  void write_end(const Outcome &outcome);

  const Options options_;
  const TraceListener listener_;
  const engine::HostFunction host_;
  const int ndim_;
  const int ncomp_;
  std::vector<double> lower_, upper_;
  std::optional<algorithm::TraceFile> file_;
  std::map<std::string, Part> parts_;  ///< by method
  std::string current_;                ///< method; empty: none has begun
  bool holds_;                         ///< lines, until it is known whose result it is
  std::optional<Failure> thrown_;      ///< by the caller's function, which is not called again
  double started_;
};

}  // namespace cuboid::router
