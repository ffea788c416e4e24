#include "router/many.hpp"

#include <algorithm>

#include "base/clock.hpp"
#include "engine/device/many_regions.hpp"
#include "router/machine.hpp"
#include "router/many_run.hpp"
#include "router/points_method.hpp"

namespace cuboid::router {

bool ManyQueue::ends() {
  if (ended_ != 0) return true;
  if (limits_.cancel != nullptr && *limits_.cancel != 0) ended_ = CUBOID_CANCELLED;
  if (limits_.deadline > 0 && monotonic_seconds() >= limits_.deadline) ended_ = CUBOID_TIME_LIMIT;
  return ended_ != 0;
}

std::int64_t ManyQueue::next(std::int64_t several) {
  if (ends()) return -1;
  const std::int64_t integral = next_.fetch_add(several, std::memory_order_relaxed);
  return integral < count_ ? integral : -1;
}

std::int64_t ManyQueue::begun() const {
  return std::min(next_.load(), count_);
}

void ManyProgress::show(std::int64_t finished) {
  const std::int64_t tenths = 10 * finished / count_;
  if (tenths <= tenths_ || !log_.shows(2)) return;
  tenths_ = tenths;
  log_.print(2, "%lld of %lld integrals", static_cast<long long>(finished),
             static_cast<long long>(count_));
}

void require_results_fit(const ManyRequest &request) {
  const std::int64_t limit = request.common.options.memory_limit;
  const std::int64_t memory = limit > 0 ? limit : physical_memory() / 4 * 3;
  const int ncomp = request.common.host.ncomp;
  const double bytes =
      static_cast<double>(request.count) *
      (4 * sizeof(double) * static_cast<double>(ncomp) + sizeof(int) + 2 * sizeof(std::int64_t));
  if (bytes <= static_cast<double>(memory)) return;
  throw Failure(CUBOID_OUT_OF_MEMORY,
                algorithm::formatted("count = %lld integrals of ncomp = %d need %.4g bytes for "
                                     "their results, of which %lld may be used: make several calls",
                                     static_cast<long long>(request.count), ncomp, bytes,
                                     static_cast<long long>(memory)));
}

ManyOutcome run_many(const ManyRequest &request) {
  const auto [plan, device, userdata] = decide(request.common);
  const bool on_device = runs_many_on_device(plan, device);
  if (on_device) engine::compile_for_many_regions(device);
  const double began = monotonic_seconds();
  Clock clock(request.common.cancel, request.common.options.time_limit);
  CallRecord record;
  const Run run{request.common, plan, device, userdata, clock, record};
  const algorithm::Log log(static_cast<int>(request.common.options.verbosity), request.common.log);
  ManyResults results(request.count, request.common.host.ncomp);
  const engine::Limits &limits = clock.start();
  ManyQueue queue(request.count, limits);
  ManyProgress progress(log, request.count);
  const ManyRun many{request, run, limits, queue, results, progress};
  if (on_device)
    many_on_device(many);
  else
    many_one_by_one(many);
  record.notes()->exit_hooks.rethrow();
  results.leave_rest(queue.ended());
  ManyOutcome outcome = results.finish(entry_of(plan.method).name, monotonic_seconds() - began);
  if (!plan.where.empty()) outcome.message += "; " + plan.where;
  log.print(1, "%s", outcome.message.c_str());
  return outcome;
}

}  // namespace cuboid::router
