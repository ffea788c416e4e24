#include "batch/many_progress.hpp"

#include <limits>
#include <utility>

namespace cuboid::router {

ManyProgress::ManyProgress(const ManyRequest &request, std::string method,
                           const algorithm::Log &log, const ManyResults &results)
    : ProgressWatch(request.progress, request.common.options),
      request_(request),
      log_(log),
      results_(results) {
  set_method(std::move(method));
}

void ManyProgress::start(double now) {
  finished_at_start_ = results_.finished();
  neval_at_start_ = results_.restored_neval();
  ProgressWatch::start(now);
}

void ManyProgress::show() {
  if (!log_.shows(2)) return;
  const std::int64_t finished = results_.finished();
  const std::int64_t tenths = 10 * finished / request_.count;
  if (tenths <= tenths_) return;
  tenths_ = tenths;
  log_.print(2, "%lld of %lld integrals", static_cast<long long>(finished),
             static_cast<long long>(request_.count));
}

void ManyProgress::fill(cuboid_progress &progress) {
  constexpr double unknown = std::numeric_limits<double>::quiet_NaN();
  const std::int64_t finished = results_.finished();
  const auto here = static_cast<double>(finished - finished_at_start_);
  progress.phase = "integrals";
  progress.iterations = finished;
  progress.evaluations = neval_at_start_ + evaluated();
  progress.rate = progress.seconds > 0 ? static_cast<double>(evaluated()) / progress.seconds : 0;
  progress.share = static_cast<double>(finished) / static_cast<double>(request_.count);
  progress.share_relative = progress.share_absolute = unknown;
  progress.seconds_left =
      here > 0 ? progress.seconds * static_cast<double>(request_.count - finished) / here : unknown;
}

}  // namespace cuboid::router
