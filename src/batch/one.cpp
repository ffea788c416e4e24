#include "batch/one.hpp"

#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "base/failure.hpp"
#include "batch/devices.hpp"
#include "batch/logarithm.hpp"
#include "call/blurred_ends.hpp"
#include "call/empty_box.hpp"
#include "call/ranks.hpp"
#include "choice/trial.hpp"
#include "domain/domain.hpp"
#include "engine/device/chosen_device.hpp"
#include "router/methods/line.hpp"
#include "router/run.hpp"

namespace cuboid::router {

namespace {

/// known: what there is for this call; nullptr: that is found here, with the ranks of the record.
void integrate(Request &request, const Setting *known, Progress *progress, CallRecord &record,
               Outcome &outcome) {
  const Method asked = asked_method(request.host.ndim, request.options);
  outcome.method = entry_of(asked).name;
  if (!emptiness(request).empty()) {
    outcome.origin = origin_of(request, asked);
    return leave_zero(request, outcome);
  }
  Clock clock(request.listeners.cancel, request.options.time_limit, progress);
  const Setting setting = known != nullptr ? *known : setting_of(request, record.group());
  const Call call{setting, clock, record, progress};
  const Goal goal = goal_of(request);
  if (wants_trial(request))
    run_by_trial(request, call, outcome);
  else
    carry_out(request, setting.plan, call, outcome);
  if (!request.cuba.called) tell_mineval_beyond_maxeval(goal, outcome);
}

/// What line integrated by itself: it has looked at the ends.
bool is_settled_by_line(const Request &request, const Outcome &outcome) {
  return outcome.method == entry_of(Method::line).name && !line_of(request.host).empty();
}

bool misses_ends(const Request &request, const Outcome &outcome) {
  const std::optional<Method> method = method_named(outcome.method);
  return !request.cuba.called && outcome.result.converged && method &&
         !traits_of(*method).sees_ends;
}

void add_note_of_region(const Request &request, Outcome &outcome) {
  if (request.host.domain == nullptr || outcome.status < 0) return;
  const std::string note = request.host.domain->note();
  if (!note.empty()) outcome.message += "; " + note;
}

/// On one device or none.  known: see integrate.
Outcome run_here(Request request, const Setting *known = nullptr) {
  Outcome outcome(request.host.ncomp);
  outcome.grid = request.resume.grid;
  std::optional<Progress> progress;
  if (request.listeners.progress.function) progress.emplace(request);
  CallRecord record;
  try {
    if (several_ranks(request.ranks)) record.keep(meet_ranks(request));
    if (request.listeners.trace.listens()) record.keep(std::make_unique<TraceOutput>(request));
    integrate(request, known, progress ? &*progress : nullptr, record, outcome);
    const bool looks = misses_ends(request, outcome);
    if ((request.host.domain != nullptr && !is_settled_by_line(request, outcome)) || looks)
      add_lost_at_ends(request, looks, outcome);
    if (looks && outcome.result.converged) add_lost_to_samples(request, outcome);
    add_note_of_region(request, outcome);
    if (outcome.status >= 0) record.notes()->exit_hooks.rethrow();
  } catch (const std::exception &) {
    fail(outcome, caught(request.host.ncomp));
  }
  if (record.group()) {
    part_from_ranks(*record.group(), outcome);
    record.group()->settle();
  }
  if (progress && progress->thrown()) fail(outcome, *progress->thrown());
  if (record.trace()) record.trace()->end(outcome);
  record.end_log(outcome.result);
  if (const std::string &no_fork = record.notes()->no_fork; !no_fork.empty()) {
    outcome.message += "; " + no_fork;
    log_of(request).print(1, "%s", no_fork.c_str());
  }
  return outcome;
}

/// On all that takes part.
Outcome run_everywhere(Request request) {
  try {
    // Nothing is evaluated then, so that nothing has to be shared out.
    if (!emptiness(request).empty()) return run_here(request);
    const std::vector<int> devices = named_devices(request);
    if (devices.empty()) return run_here(request);
    const engine::ChosenDevice first(devices.front());
    // What is traced stays on one device.
    if (devices.size() == 1 || request.listeners.trace.listens()) return run_here(request);
    const Setting setting = setting_of(request);
    const OthersBegin begin = others_begin(request, setting.plan);
    if (begin == OthersBegin::never) return run_here(request, &setting);
    // What is joined to a device's kernels may not fit those of another: each finds its own.
    return run_on_devices(request, devices, begin, [&setting](Request own) {
      const bool is_first = own.ranks->rank() == 0;
      return run_here(std::move(own), is_first ? &setting : nullptr);
    });
  } catch (const Failure &failure) {
    Outcome outcome(request.host.ncomp);
    outcome.method = entry_of(asked_method(request.host.ndim, request.options)).name;
    fail(outcome, told_to_ranks(request.ranks, request.options.rank_timeout, failure));
    return outcome;
  }
}

}  // namespace

Outcome run(Request request) {
  if (request.options.log == 1) return run_logarithm(request, run_everywhere);
  return run_everywhere(std::move(request));
}

}  // namespace cuboid::router
