// How far a call with many integrals has come: lines for the log, and the caller's function.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "algorithm/common/log.hpp"
#include "base/failure.hpp"
#include "engine/engine.hpp"
#include "router/many.hpp"
#include "router/many_results.hpp"

namespace cuboid::router {

/// For the calling thread, but for count().
class ManyProgress final : public engine::Watch {
 public:
  /// All of them must outlive it.
  ManyProgress(const ManyRequest &request, std::string method, const algorithm::Log &log,
               const ManyResults &results);

  /// The call begins: what is finished now comes from a state file.
  void start(double now);
  /// Prints a line after each tenth of the integrals.
  void show();

  /// The caller's function is to be called by whoever looks at the limits.
  bool watches() const { return request_.progress.function != nullptr; }
  /// What the caller's function has thrown.
  const std::optional<Failure> &thrown() const { return thrown_; }

 private:
  bool tell(double now) override;

  const ManyRequest &request_;
  const std::string method_;
  const algorithm::Log &log_;
  const ManyResults &results_;
  double started_ = 0;
  std::int64_t finished_at_start_ = 0;
  std::int64_t neval_at_start_ = 0;
  std::int64_t tenths_ = 0;
  std::optional<Failure> thrown_;
};

}  // namespace cuboid::router
