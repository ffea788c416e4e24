#include "router/points_method.hpp"

#include <optional>
#include <utility>

#include "base/failure.hpp"
#include "engine/common/evaluator.hpp"
#include "engine/common/sample_tap.hpp"
#include "engine/common/stepping_engine.hpp"
#include "engine/common/zero_watch.hpp"
#include "engine/cpu/points/box.hpp"
#include "engine/cpu/settings.hpp"
#include "engine/group/points.hpp"
#include "router/methods/cuhre.hpp"
#include "router/methods/line.hpp"
#include "router/state_claim.hpp"
#include "run/log.hpp"
#include "run/state_file.hpp"

namespace cuboid::router {

engine::HostFunction seen_by_engines(const Run &run) {
  engine::HostFunction host = run.request.host;
  if (run.plan.method == Method::line && !line_of(host).empty()) host.domain = nullptr;
  if (host.takes_distances) {
    host.ndim = 3;
    return host;
  }
  host.lower = run.request.lower_limits();
  host.upper = run.request.upper_limits();
  return host;
}

namespace {

/// The engine of this rank, in the coordinates of the integrand.
std::unique_ptr<engine::PointsEngine> make_own_engine(const Run &run, engine::Nonfinite policy) {
  if (run.plan.place != Place::host)
    return engine::make_device_points_engine(run.setting.device, run.setting.device_userdata,
                                             policy, [&run] { return run.clock.start(); });
  engine::cpu::EngineOptions options = host_options(run);
  options.nonfinite = policy;
  return engine::cpu::make_points_engine(seen_by_engines(run), options);
}

/// Whether somebody has said how many workers a process is to have.  With several ranks, which may
/// be as many as the machine has processors, nobody else starts any.
bool asks_for_workers(const Request &request) {
  return request.kept_workers || request.options.cores >= 0 ||
         engine::cpu::process_settings().current().cores.has_value();
}

bool ended_by_itself(int status) {
  return status == CUBOID_CONVERGED || status == CUBOID_NOT_CONVERGED;
}

}  // namespace

std::unique_ptr<engine::PointsEngine> on_unit_cube(const engine::HostFunction &host,
                                                   const double *lower, const double *upper,
                                                   std::unique_ptr<engine::PointsEngine> engine,
                                                   engine::Nonfinite policy) {
  if (lower == nullptr) return engine;
  return std::make_unique<engine::cpu::BoxEngine>(host.ndim, host.ncomp, lower, upper,
                                                  std::move(engine), policy);
}

algorithm::Task make_task(const Run &run) {
  const Request &request = run.request;
  algorithm::Task task;
  task.ndim = request.host.ndim;
  task.ncomp = request.host.ncomp;
  task.goal = goal_of(request);
  task.last_only = run.plan.last_only;
  task.memory_limit = run.plan.memory_limit;
  task.nvec = request.host.nvec;
  return task;
}

void report_nonfinite(const engine::PointsEngine &engine, Outcome &outcome) {
  const engine::NonfiniteReport &report = engine.nonfinite();
  outcome.nonfinite = report.count + outcome.result.counted_as_zero;
  if (outcome.nonfinite == 0 || !ended_by_itself(outcome.status)) return;
  tell_counted_as_zero(outcome.nonfinite, report.first, outcome);
}

engine::cpu::EngineOptions host_options(const Run &run) {
  const Request &request = run.request;
  engine::cpu::EngineOptions options;
  options.nonfinite = run.plan.nonfinite;
  options.limits = run.clock.start();
  options.mode = run.plan.workers;
  options.cores = static_cast<int>(request.options.cores);
  options.worker_timeout = request.options.worker_timeout;
  options.expected_points = request.options.maxeval;
  options.kept = request.kept_workers;
  options.repeats_throws = request.passes_exceptions;
  options.thread_safe = request.thread_safe;
  options.forks_unasked = request.forks_unasked;
  if (run.record.group() && !asks_for_workers(request))
    options.thread_safe = options.forks_unasked = false;
  options.notes = run.record.notes();
  const auto line = [log = request.listeners.log](const std::string &text) {
    if (log) log(3, text);
  };
  if (request.cuba.announce_workers) options.starting_line = line;
  if (request.options.verbosity >= 3) options.sampling_line = line;
  return options;
}

std::unique_ptr<engine::PointsEngine> make_integrand_engine(const Run &run,
                                                            engine::Nonfinite policy) {
  const engine::HostFunction host = seen_by_engines(run);
  engine::group::Group *const group = run.record.group();
  auto own = make_own_engine(run, group ? engine::Nonfinite::leave : policy);
  if (!group) return own;
  return std::make_unique<engine::FilteredEngine>(
      host,
      std::make_unique<engine::group::GroupEvaluator>(host.ndim, host.ncomp, std::move(own),
                                                      *group),
      policy);
}

std::unique_ptr<engine::PointsEngine> make_points_engine(const Run &run) {
  std::unique_ptr<engine::PointsEngine> engine = make_integrand_engine(run, run.plan.nonfinite);
  if (run.request.listeners.receiver)
    engine = std::make_unique<engine::SampleTap>(std::move(engine), run.request.listeners.receiver);
  const Request &request = run.request;
  return on_unit_cube(request.host, request.lower_limits(), request.upper_limits(),
                      std::move(engine), run.plan.nonfinite);
}

std::unique_ptr<engine::PointsEngine> on_unit_cube_stepping(
    const Run &run, const double *lower, const double *upper,
    std::unique_ptr<engine::PointsEngine> engine, std::atomic<std::int64_t> &beside) {
  const engine::HostFunction &host = run.request.host;
  return std::make_unique<engine::SteppingEngine>(
      on_unit_cube(host, lower, upper, std::move(engine), engine::Nonfinite::leave), host, lower,
      upper, points_of_rule(run.request), run.plan.nonfinite, beside);
}

std::unique_ptr<engine::PointsEngine> make_stepping_engine(const Run &run,
                                                           std::atomic<std::int64_t> &beside) {
  return on_unit_cube_stepping(run, run.request.lower_limits(), run.request.upper_limits(),
                               make_integrand_engine(run, engine::Nonfinite::leave), beside);
}

void run_on_points(const Run &run, Outcome &outcome,
                   const std::function<void(const algorithm::Task &)> &integrate,
                   std::unique_ptr<engine::PointsEngine> own) {
  engine::PointsEngine &engine = run.record.keep(own ? std::move(own) : make_points_engine(run));
  const algorithm::Log &log = run.record.open_log(run.request);
  algorithm::StateFile &state = open_state(run);
  algorithm::Task task = make_task(run);
  std::optional<engine::ZeroWatch> watch;
  if (!run.request.cuba.called) watch.emplace(engine, task.ncomp, outcome.result.only_zeros);
  task.engine = watch ? static_cast<engine::PointsEngine *>(&*watch) : &engine;
  task.log = &log;
  task.state = &state;
  try {
    bind_state(state, run, engine);
    integrate(task);
    succeed(task.goal, outcome);
    if (!run.request.cuba.called) doubt_zeros(task.goal, outcome);
  } catch (const Failure &failure) {
    fail(outcome, failure);
  }
  report_nonfinite(engine, outcome);
  state.finish(outcome.status == CUBOID_CONVERGED);
  add_state(state, outcome.message);
  run.record.end();
}

}  // namespace cuboid::router
