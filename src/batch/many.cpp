#include "batch/many.hpp"

#include <optional>
#include <vector>

#include "base/clock.hpp"
#include "base/physical_memory.hpp"
#include "batch/devices.hpp"
#include "batch/many_on_device.hpp"
#include "batch/many_run.hpp"
#include "call/empty_box.hpp"
#include "domain/domain.hpp"
#include "engine/device/chosen_device.hpp"
#include "router/state_claim.hpp"

namespace cuboid::router {

bool ManyQueue::ends() {
  if (ended_ != 0) return true;
  const engine::Ending ending = engine::interruption(limits_, limits_.now());
  if (ending != engine::Ending::none) ended_ = engine::status_of(ending);
  return ended_ != 0;
}

std::int64_t ManyQueue::next(std::int64_t several) {
  if (ends()) return -1;
  const std::int64_t integral = next_.fetch_add(several, std::memory_order_relaxed);
  return integral < count_ ? integral : -1;
}

engine::DeviceIntegrandPointer ManyRequest::device_of(const engine::DeviceIntegrandPointer &device,
                                                      std::int64_t integral) const {
  if (!device) return device;
  return engine::device_integrand_of_integral(
      device, userdata != nullptr ? userdata_of(integral) : nullptr, integral);
}

void require_results_fit(const ManyRequest &request) {
  const std::int64_t memory = memory_within(request.common.options.memory_limit, physical_memory());
  const int ncomp = request.common.host.ncomp;
  const double bytes =
      static_cast<double>(request.count) *
      (4 * sizeof(double) * static_cast<double>(ncomp) + sizeof(int) + 2 * sizeof(std::int64_t));
  if (bytes <= static_cast<double>(memory)) return;
  throw Failure(CUBOID_OUT_OF_MEMORY,
                formatted("count = %lld integrals of ncomp = %d need %.4g bytes for "
                          "their results, of which %lld may be used: make several calls",
                          static_cast<long long>(request.count), ncomp, bytes,
                          static_cast<long long>(memory)));
}

namespace {

/// All that are not known yet.
std::vector<std::int64_t> open_integrals(const ManyRun &many) {
  std::vector<std::int64_t> open;
  for (std::int64_t i = 0; i < many.request.count; ++i)
    if (!many.results.has(i)) open.push_back(i);
  return open;
}

/// way: on a device; nullptr: each by a call of its own.
void carry_out(const ManyRun &many, const WayOnDevice *way) {
  const Plan &plan = many.run.plan;
  try {
    if (way != nullptr)
      many_on_device(many, *way);
    else if (plan.place == Place::device && plan.interface == Interface::regions)
      many_alone(many, open_integrals(many));
    else
      many_one_by_one(many);
    many.run.record.notes()->exit_hooks.rethrow();
  } catch (const std::exception &) {
    // What has been finished is not lost.
    many.state.save();
    throw;
  }
}

/// Stores those whose boxes or regions have no volume.  Returns what is to be said of them; "":
/// there are none.
std::string put_empty_boxes(const ManyRequest &request, ManyResults &results) {
  engine::HostFunction host = request.common.host;
  const bool differ =
      request.box_stride != 0 || (host.domain != nullptr && host.domain->numbers_of_each() > 0);
  const algorithm::Result zero = result_of_empty_box(request.common);
  std::int64_t number = 0;
  std::string of_first;
  for (std::int64_t i = 0; i < request.count; ++i) {
    host.userdata = request.userdata_of(i);
    const std::string reason = emptiness(host, request.lower_of(i), request.upper_of(i));
    if (reason.empty() && !differ) break;
    if (reason.empty()) continue;
    if (number++ == 0)
      of_first = formatted(" (the first is number %lld): ", static_cast<long long>(i)) + reason;
    if (!results.has(i)) results.put_known(i, CUBOID_CONVERGED, zero);
  }
  return number == 0 ? "" : "; " + std::to_string(number) + " without volume" + of_first;
}

/// What the whole call ends with.
void judge(const ManyProgress &progress, const ManyState &state, const std::string &where,
           const std::string &empty, ManyOutcome &outcome) {
  outcome.message += empty;
  if (const auto &thrown = progress.thrown()) {
    outcome.status = thrown->status();
    outcome.message = thrown->message() + "; " + outcome.message;
  }
  if (!where.empty()) outcome.message += "; " + where;
  add_state(state.file(), outcome.message);
}

}  // namespace

ManyOutcome run_many(const ManyRequest &request) {
  // Of several devices the first has all of the list.
  const std::vector<int> devices = named_devices(request.common);
  std::optional<engine::ChosenDevice> chosen;
  if (!devices.empty()) chosen.emplace(devices.front());
  const Setting setting = setting_of(request.common, nullptr, &request);
  const Plan &plan = setting.plan;
  const std::optional<ManyChoice> choice = choice_of(request.common, plan);
  const std::string method = choice ? request.common.options.method : entry_of(plan.method).name;
  Clock clock(request.common.listeners.cancel, request.common.options.time_limit);
  CallRecord record;
  const Run run{{setting, clock, record}, request.common, plan};
  const WayOnDevice *const way = way_on_device(request, run);
  if (way != nullptr) way->compile(request, run);
  const double began = monotonic_seconds();
  const algorithm::Log &log = record.open_log(request.common);
  ManyResults results(request.count, request.common.host.ncomp);
  ManyState state(request, run, choice.has_value(), log, results);
  state.restore();
  const std::string empty = put_empty_boxes(request, results);
  ManyProgress progress(request, method, log, results);
  engine::Limits limits = clock.start();
  progress.start(monotonic_seconds());
  if (progress.watches()) limits.watch = &progress;
  ManyQueue queue(request.count, limits);
  carry_out({request, run, choice, limits, queue, results, progress, state, log}, way);
  state.finish();
  const bool by_function = queue.ended() == CUBOID_CANCELLED && progress.ended();
  results.leave_rest(queue.ended(),
                     by_function ? engine::sentence_of(engine::Ending::progress_function) : "");
  ManyOutcome outcome = results.finish(method, monotonic_seconds() - began);
  // None of those that follow it can be integrated.
  if (const auto failed = outcome.endings.find(CUBOID_DEVICE_FAILED);
      failed != outcome.endings.end())
    throw Failure(CUBOID_DEVICE_FAILED, failed->second.reason);
  std::string where = plan.where;
  if (way != nullptr && way->says[0] != '\0')
    where += std::string(where.empty() ? "" : "; ") + way->says;
  judge(progress, state, where, empty, outcome);
  log.print(1, "%s", outcome.message.c_str());
  return outcome;
}

}  // namespace cuboid::router
