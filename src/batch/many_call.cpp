#include "batch/many_call.hpp"

#include <algorithm>

#include "base/clock.hpp"
#include "batch/one.hpp"
#include "engine/common/largest_value.hpp"
#include "engine/device/memory_share.hpp"

namespace cuboid::router {

namespace {

/// The progress function of one integral, which lets that of the whole look.
int look(void *queue, const cuboid_progress *) {
  return static_cast<ManyQueue *>(queue)->ends() ? 1 : 0;
}

}  // namespace

ManyCall::ManyCall(const ManyRun &many, bool alone) : many_(many), request_(many.request.common) {
  request_.options.verbosity = 0;
  if (!many.choice) request_.options.method = entry_of(many.run.plan.asked).name;
  if (!alone) request_.options.workers = "serial";
  // The caller is told as often as it asked for; that it wants an end is seen soon on all threads.
  constexpr double between_looks = 0.02;
  if (many.limits.watch != nullptr)
    request_.listeners.progress = {look, &many.queue,
                                   std::min(many.request.progress.seconds, between_looks)};
}

void ManyCall::integrate(std::int64_t integral) {
  put(integral, call(integral));
}

bool ManyCall::integrate_within(std::int64_t integral, std::int64_t memory_share) {
  const engine::MemoryShare share(memory_share);
  const Outcome outcome = call(integral);
  const bool short_of_memory = share.met_end() || outcome.status == CUBOID_OUT_OF_MEMORY;
  if (memory_share > 0 && short_of_memory && !engine::ends_early(outcome.status)) return false;
  put(integral, outcome);
  return true;
}

void ManyCall::prepare(std::int64_t integral) {
  const ManyRequest &request = many_.request;
  request_.host.userdata = request.userdata_of(integral);
  request_.device = request.device_of(request.common.device, integral);
  const auto [lower, upper] = request.box_of(integral);
  const int ndim = lower == nullptr ? 0 : request_.host.ndim;
  request_.lower.assign(lower, lower + ndim);
  request_.upper.assign(upper, upper + ndim);
  if (const double deadline = many_.limits.deadline; deadline > 0)
    request_.options.time_limit = std::max(deadline - monotonic_seconds(), 1e-9);
}

Outcome ManyCall::call(std::int64_t integral) {
  prepare(integral);
  if (!many_.choice) return run(request_);
  request_.resume.begun = 0;
  if (many_.choice->of_cuhre == 0) return by_choice();
  request_.resume.memory = std::make_shared<algorithm::StateMemory>();
  engine::LargestValue largest;
  Outcome outcome = by_cuhre(largest);
  request_.resume.begun = outcome.result.neval;
  request_.resume.largest_before = largest.value();
  return leaves_a_choice(many_, outcome) ? by_choice() : outcome;
}

Outcome ManyCall::by_cuhre(engine::LargestValue &largest) {
  Request request = request_;
  request.host.largest = &largest;
  request.options.method = entry_of(Method::cuhre).name;
  request.options.maxeval = many_.choice->of_cuhre;
  return run(std::move(request));
}

Outcome ManyCall::by_choice() {
  Outcome outcome = run(request_);
  many_.results.count_method(outcome.method);
  return outcome;
}

void ManyCall::choose(std::int64_t integral, std::int64_t used, double largest,
                      std::shared_ptr<algorithm::StateMemory> known) {
  prepare(integral);
  request_.resume.begun = known ? used : 0;
  request_.resume.largest_before = largest;
  request_.resume.memory = std::move(known);
  put(integral, by_choice(), used);
}

/// counted: evaluations that the watch knows of.
void ManyCall::put(std::int64_t integral, const Outcome &outcome, std::int64_t counted) const {
  many_.count(outcome.result.neval - counted);
  many_.put(integral, outcome);
}

void put_caught(const ManyRun &many, std::int64_t integral) {
  Outcome outcome(many.request.common.host.ncomp);
  fail(outcome, caught(many.request.common.host.ncomp));
  many.results.put(integral, outcome);
}

}  // namespace cuboid::router
