#include "call/progress_watch.hpp"

#include <algorithm>
#include <cmath>

#include "engine/common/call_user.hpp"

namespace cuboid::router {

void ProgressWatch::start(double now) {
  started_ = now;
  begin(now);
}

bool ProgressWatch::tell(double now) {
  cuboid_progress progress{};
  progress.size = sizeof progress;
  progress.method = method_.c_str();
  progress.maxeval = options_.maxeval;
  progress.seconds = now - started_;
  fill(progress);
  const double limit = options_.time_limit;
  // A guess that cannot be made stays none.
  if (limit > 0 && !std::isnan(progress.seconds_left))
    progress.seconds_left =
        std::min(progress.seconds_left, std::max(limit - progress.seconds, 0.0));
  try {
    return engine::call_user([&] { return listener_.function(listener_.user, &progress); },
                             "the progress function") == 0;
  } catch (const Failure &failure) {
    thrown_ = failure;
    return false;
  }
}

}  // namespace cuboid::router
