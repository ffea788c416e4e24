// How far a call with many integrals has come: lines for the log, and the caller's function.
#pragma once

#include <cstdint>
#include <string>

#include "batch/many.hpp"
#include "batch/many_results.hpp"
#include "call/progress_watch.hpp"
#include "run/log.hpp"

namespace cuboid::router {

/// For the calling thread, but for count().
class ManyProgress final : public ProgressWatch {
 public:
  /// All of them must outlive it.
  ManyProgress(const ManyRequest &request, std::string method, const algorithm::Log &log,
               const ManyResults &results);

  /// The call begins: what is finished now comes from a state file.
  void start(double now);
  /// Prints a line after each tenth of the integrals.
  void show();

 private:
  void fill(cuboid_progress &progress) override;

  const ManyRequest &request_;
  const algorithm::Log &log_;
  const ManyResults &results_;
  std::int64_t finished_at_start_ = 0;
  std::int64_t neval_at_start_ = 0;
  std::int64_t tenths_ = 0;
};

}  // namespace cuboid::router
