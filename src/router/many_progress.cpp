#include "router/many_progress.hpp"

#include <algorithm>
#include <limits>
#include <utility>

#include "engine/common/call_user.hpp"

namespace cuboid::router {

ManyProgress::ManyProgress(const ManyRequest &request, std::string method,
                           const algorithm::Log &log, const ManyResults &results)
    : Watch(request.progress.seconds),
      request_(request),
      method_(std::move(method)),
      log_(log),
      results_(results) {}

void ManyProgress::start(double now) {
  started_ = now;
  finished_at_start_ = results_.finished();
  neval_at_start_ = results_.restored_neval();
  begin(now);
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

bool ManyProgress::tell(double now) {
  constexpr double unknown = std::numeric_limits<double>::quiet_NaN();
  const std::int64_t finished = results_.finished();
  const auto here = static_cast<double>(finished - finished_at_start_);
  cuboid_progress progress{};
  progress.size = sizeof progress;
  progress.method = method_.c_str();
  progress.phase = "integrals";
  progress.iterations = finished;
  progress.evaluations = neval_at_start_ + evaluated();
  progress.maxeval = request_.common.options.maxeval;
  progress.seconds = now - started_;
  progress.rate = progress.seconds > 0 ? static_cast<double>(evaluated()) / progress.seconds : 0;
  progress.share = static_cast<double>(finished) / static_cast<double>(request_.count);
  progress.share_relative = progress.share_absolute = unknown;
  progress.seconds_left =
      here > 0 ? progress.seconds * static_cast<double>(request_.count - finished) / here : unknown;
  if (const double limit = request_.common.options.time_limit; limit > 0 && here > 0)
    progress.seconds_left =
        std::min(progress.seconds_left, std::max(limit - progress.seconds, 0.0));
  try {
    return engine::call_user(
               [&] { return request_.progress.function(request_.progress.user, &progress); },
               "the progress function") == 0;
  } catch (const Failure &failure) {
    thrown_ = failure;
    return false;
  }
}

}  // namespace cuboid::router
