// Where the records of a trace go, and those of them that no method writes.
#pragma once

#include <memory>
#include <optional>
#include <string>

#include "algorithm/common/trace.hpp"
#include "algorithm/common/trace_file.hpp"
#include "base/failure.hpp"
#include "engine/samples.hpp"
#include "router/outcome.hpp"
#include "router/request.hpp"

namespace cuboid::router {

class TraceOutput {
 public:
  /// Throws Failure(CUBOID_BAD_ARGUMENT) if the file cannot be written to.
  explicit TraceOutput(const Request &request);

  /// For the methods.
  algorithm::Trace &records() { return *records_; }

  /// Hands samples to the trace as well, if it is to have any.
  engine::SampleReceiver receiver_for(engine::SampleReceiver receiver);

  /// The first record.  method: that is carried out.
  void begin(const std::string &method, bool on_device);

  /// The last ones.  What went wrong with the trace goes into the outcome: an exception of the
  /// caller's function is a failure, a full disk is told and no more.
  void end(Outcome &outcome);

 private:
  void write(const std::string &line);
  void write_end(const Outcome &outcome);

  const Options options_;
  const TraceListener listener_;
  const int ndim_;
  const int ncomp_;
  std::vector<double> lower_, upper_;
  std::optional<algorithm::TraceFile> file_;
  std::unique_ptr<algorithm::Trace> records_;
  std::optional<Failure> thrown_;  ///< by the caller's function, which is not called again
  double started_;
  bool begun_ = false;
};

}  // namespace cuboid::router
