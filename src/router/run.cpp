#include "router/run.hpp"

#include <limits>
#include <new>
#include <optional>
#include <string>
#include <vector>

#include "base/failure.hpp"
#include "engine/cpu/make_engine.hpp"
#include "engine/cpu/points/box.hpp"
#include "engine/device/agreement.hpp"
#include "engine/device/chosen_device.hpp"
#include "engine/device/registry.hpp"
#include "engine/regions.hpp"
#include "router/devices.hpp"
#include "router/empty_box.hpp"
#include "router/machine.hpp"
#include "router/pilot.hpp"
#include "router/ranks.hpp"

namespace cuboid::router {

namespace {

using engine::Nonfinite;
using Pair = std::shared_ptr<engine::DevicePair>;

/// The version for devices that is registered for the host function; nullptr: none.
Pair registered_pair(const Request &request) {
  if (request.device || request.host.function == nullptr) return nullptr;
  Pair pair = engine::device_registry().find(request.host.function);
  if (!pair || pair->device->ndim() != request.host.ndim ||
      pair->device->ncomp() != request.host.ncomp)
    return nullptr;
  return pair;
}

Problem problem_of(const Request &request, const engine::DeviceIntegrand *device) {
  Problem problem;
  problem.ndim = request.host.ndim;
  problem.ncomp = request.host.ncomp;
  problem.wants_samples = static_cast<bool>(request.receiver);
  if (device == nullptr) return problem;
  problem.device = request.host.is_set() ? DeviceVersion::registered : DeviceVersion::given;
  problem.kernels = device->has_kernels();
  problem.region_kernels = device->has_region_kernels();
  return problem;
}

/// An engine for the comparison, in the coordinates of the method.
std::unique_ptr<engine::PointsEngine> on_unit_cube(const Request &request,
                                                   std::unique_ptr<engine::PointsEngine> inner) {
  if (request.lower.empty()) return inner;
  return std::make_unique<engine::cpu::BoxEngine>(request.host.ndim, request.host.ncomp,
                                                  request.lower.data(), request.upper.data(),
                                                  std::move(inner), Nonfinite::zero);
}

void compare(const Request &request, const engine::DeviceIntegrandPointer &device, void *userdata) {
  engine::cpu::EngineOptions options;
  options.nonfinite = Nonfinite::zero;
  options.mode = engine::cpu::WorkerMode::serial;
  const auto on_host =
      on_unit_cube(request, engine::cpu::make_points_engine(request.host, options));
  const auto on_device = on_unit_cube(
      request, engine::make_device_points_engine(device, userdata, Nonfinite::zero, {}));
  engine::check_agreement(*on_host, *on_device, request.host.ndim, request.host.ncomp);
}

Origin origin_of(const Request &request, Method method) {
  const Options &options = request.options;
  Origin origin{request.host.ndim, request.lower, request.upper, {}, goal_of(options)};
  if (has_option(method, "seed")) origin.seeds.push_back(options.seed);
  return origin;
}

/// Why calls of the integrand on the host have fewer points than the caller allows; empty: they do
/// not, or as few as the method asks for at once.
std::string cut_of_nvec(const Options &options, const Plan &plan, int ndim, int ncomp) {
  constexpr std::int64_t most_int = std::numeric_limits<std::int32_t>::max();
  const auto cut = [&](std::int64_t most, const std::string &why) {
    if (options.nvec <= most) return std::string();
    return "nvec = " + std::to_string(options.nvec) + " is cut to " + std::to_string(most) + ", " +
           why;
  };
  if (plan.place != Place::host) return "";
  if (plan.method == Method::vegas) return cut(options.nbatch, "the samples of a batch (nbatch)");
  if (plan.interface == Interface::samples)
    return cut(engine::samples_most_batch(ncomp), "the most points of a batch");
  if (plan.interface == Interface::regions)
    return cut(engine::regions_most_batch(ndim, ncomp), "the most points of a batch");
  return cut(most_int, "the largest number of Cuba's int");
}

/// Whether the method can begin with what another integration has learnt.
void check_start(const Start &start, int ndim, Method method) {
  const std::string name = entry_of(method).name;
  if (traits_of(method).interface != Interface::samples || method == Method::lattice)
    throw Failure(CUBOID_BAD_ARGUMENT,
                  "start is a result of " + start.method + ", but " + name +
                      " does not begin with the map of another integral: vegas_plus, m_cubes and "
                      "m_cubes_1d do");
  if (start.ndim != ndim)
    throw Failure(CUBOID_BAD_ARGUMENT,
                  algorithm::formatted("start is a result with ndim = %d, and the integrand has "
                                       "ndim = %d",
                                       start.ndim, ndim));
}

void integrate(Request &request, Progress *progress, CallRecord &record, Outcome &outcome) {
  const Method asked = asked_method(request.host.ndim, request.options);
  outcome.method = entry_of(asked).name;
  if (has_empty_box(request)) {
    outcome.origin = origin_of(request, asked);
    return leave_zero(request, outcome);
  }
  Clock clock(request.cancel, request.options.time_limit, progress);
  const Call call{clock, record, progress};
  if (wants_pilot(request))
    run_by_pilot(request, call, outcome);
  else
    carry_out(request, call, outcome);
}

/// On one device or none.
Outcome run_here(Request request) {
  Outcome outcome(request.host.ncomp);
  outcome.grid = request.grid;
  std::optional<Progress> progress;
  if (request.progress.function) progress.emplace(request);
  CallRecord record;
  try {
    if (several_ranks(request.ranks)) record.keep(meet_ranks(request));
    if (request.trace.listens()) record.keep(std::make_unique<TraceOutput>(request));
    integrate(request, progress ? &*progress : nullptr, record, outcome);
    if (outcome.status >= 0) record.notes()->exit_hooks.rethrow();
  } catch (const Failure &failure) {
    fail(outcome, failure);
  } catch (const std::bad_alloc &) {
    fail(outcome, missing_memory(request.host.ncomp));
  } catch (const std::exception &error) {
    fail(outcome, Failure(CUBOID_INTERNAL, error.what()));
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
    algorithm::Log(static_cast<int>(request.options.verbosity), request.log)
        .print(1, "%s", no_fork.c_str());
  }
  return outcome;
}

}  // namespace

Decided decide(const Request &request, const engine::group::Group *ranks) {
  const Options &options = request.options;
  const Pair pair = registered_pair(request);
  const engine::DeviceIntegrandPointer device = pair ? pair->device : request.device;
  const Problem problem = problem_of(request, device.get());
  Machine machine = machine_for(problem, options);
  if (ranks) machine.physical_memory = ranks->least_memory();
  const Plan plan = choose(problem, options, machine);
  if (request.start) check_start(*request.start, request.host.ndim, plan.method);
  void *userdata = request.host.userdata;
  if (pair && userdata == nullptr) userdata = pair->userdata;
  if (pair && plan.place != Place::host)
    pair->check_once([&] { compare(request, device, userdata); });
  return {plan, device, userdata};
}

void carry_out(Request &request, const Call &call, Outcome &outcome) {
  const auto &[clock, record, progress] = call;
  clock.prepare();
  const auto [plan, device, userdata] = decide(request, record.group());
  outcome.method = entry_of(plan.method).name;
  outcome.origin = origin_of(request, plan.method);
  if (const std::string cut =
          cut_of_nvec(request.options, plan, request.host.ndim, request.host.ncomp);
      !request.cuba && !cut.empty())
    algorithm::Log(static_cast<int>(request.options.verbosity), request.log)
        .print(1, "%s", cut.c_str());
  if (TraceOutput *const trace = record.trace()) {
    trace->begin(outcome.method, plan.place != Place::host, request.used_before);
    request.receiver = trace->receiver_for(request.receiver);
  }
  if (progress) progress->watch(outcome.method, outcome.result);
  traits_of(plan.method).run({request, plan, device, userdata, clock, record, progress}, outcome);
  if (!plan.where.empty()) outcome.message += "; " + plan.where;
}

engine::DeviceIntegrandPointer device_version(const Request &request) {
  const Pair pair = registered_pair(request);
  return pair ? pair->device : request.device;
}

Outcome run(Request request) {
  try {
    // Nothing is evaluated then, so that nothing has to be shared out.
    if (has_empty_box(request)) return run_here(request);
    const std::vector<int> devices = named_devices(request);
    if (devices.empty()) return run_here(request);
    const engine::ChosenDevice first(devices.front());
    const OthersBegin begin = devices.size() > 1 ? others_begin(request) : OthersBegin::never;
    if (begin == OthersBegin::never) return run_here(request);
    return run_on_devices(request, devices, begin, run_here);
  } catch (const Failure &failure) {
    Outcome outcome(request.host.ncomp);
    outcome.method = entry_of(asked_method(request.host.ndim, request.options)).name;
    fail(outcome, told_to_ranks(request.ranks, request.options.rank_timeout, failure));
    return outcome;
  }
}

}  // namespace cuboid::router
