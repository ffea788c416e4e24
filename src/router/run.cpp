#include "router/run.hpp"

#include <algorithm>
#include <limits>
#include <new>
#include <utility>

#include "algorithm/common/state_file.hpp"
#include "algorithm/cuhre/cuhre.hpp"
#include "algorithm/suave/suave.hpp"
#include "algorithm/vegas/vegas.hpp"
#include "base/clock.hpp"
#include "base/failure.hpp"
#include "base/status_text.hpp"
#include "engine/cpu/make_engine.hpp"
#include "engine/cpu/points/box.hpp"
#include "router/call_record.hpp"
#include "router/device_engine.hpp"
#include "router/device_methods.hpp"
#include "router/plan.hpp"
#include "router/regions_method.hpp"
#include "router/vegas_grid.hpp"
#include "router/vegas_plus.hpp"

namespace cuboid::router {

namespace {

engine::Limits limits_of(const Request &request) {
  engine::Limits limits;
  limits.cancel = request.cancel;
  if (request.options.time_limit > 0)
    limits.deadline = monotonic_seconds() + request.options.time_limit;
  return limits;
}

using Notes = std::shared_ptr<engine::cpu::EngineNotes>;
using PointsEngines = std::vector<std::unique_ptr<engine::PointsEngine>>;

engine::cpu::EngineOptions host_engine_options(const Request &request, const Plan &plan,
                                               const Notes &notes) {
  engine::cpu::EngineOptions options;
  options.nonfinite = plan.nonfinite;
  options.limits = limits_of(request);
  options.mode = plan.workers;
  options.cores = static_cast<int>(request.options.cores);
  options.worker_timeout = request.options.worker_timeout;
  options.expected_points = request.options.maxeval;
  options.kept = request.kept_workers;
  options.repeats_throws = request.passes_exceptions;
  options.thread_safe = request.thread_safe;
  options.forks_unasked = request.forks_unasked;
  options.notes = notes;
  const auto line = [log = request.log](const std::string &text) {
    if (log) log(3, text);
  };
  if (request.announce_workers) options.starting_line = line;
  if (request.options.verbosity >= 3) options.sampling_line = line;
  return options;
}

/// The integrand's engine in the coordinates of the method.
std::unique_ptr<engine::PointsEngine> on_unit_cube(const Request &request, const Plan &plan,
                                                   std::unique_ptr<engine::PointsEngine> engine) {
  if (request.lower.empty()) return engine;
  return std::make_unique<engine::cpu::BoxEngine>(request.host.ndim, request.host.ncomp,
                                                  request.lower.data(), request.upper.data(),
                                                  std::move(engine), plan.nonfinite);
}

std::unique_ptr<engine::PointsEngine> make_engine(const Request &request, const Plan &plan,
                                                  const DeviceChoice &device, const Notes &notes) {
  return on_unit_cube(request, plan,
                      device.integrand
                          ? engine::make_device_points_engine(device.integrand, device.userdata,
                                                              plan.nonfinite, limits_of(request))
                          : engine::cpu::make_points_engine(
                                request.host, host_engine_options(request, plan, notes)));
}

/// One for each thread.
PointsEngines make_engines(const Request &request, const Plan &plan, const DeviceChoice &device,
                           const Notes &notes) {
  PointsEngines engines;
  if (device.integrand) {
    engines.push_back(make_engine(request, plan, device, notes));
  } else {
    for (auto &engine :
         engine::cpu::make_points_engines(request.host, host_engine_options(request, plan, notes)))
      engines.push_back(on_unit_cube(request, plan, std::move(engine)));
  }
  return engines;
}

algorithm::Task make_task(const Request &request, const Plan &plan) {
  const Options &options = request.options;
  algorithm::Task task;
  task.ndim = request.host.ndim;
  task.ncomp = request.host.ncomp;
  task.goal = {options.epsrel, options.epsabs, options.mineval, options.maxeval};
  task.last_only = plan.last_only;
  task.memory_limit = plan.memory_limit;
  task.nvec = request.host.nvec;
  return task;
}

algorithm::SuaveOptions suave_options(const Options &options, algorithm::SuaveVariant variant) {
  algorithm::SuaveOptions suave;
  suave.variant = variant;
  suave.nnew = options.nnew;
  suave.nmin = options.nmin;
  suave.flatness = options.flatness;
  suave.seed = static_cast<int>(options.seed);
  suave.rng_level = static_cast<int>(options.rng_level);
  suave.smooth = options.smooth != 0;
  suave.split_first_component = options.split_component == "first";
  return suave;
}

algorithm::DivonneOptions divonne_options(const Options &options, const Peaks &peaks) {
  algorithm::DivonneOptions divonne;
  divonne.key1 = static_cast<int>(options.key1);
  divonne.key2 = static_cast<int>(options.key2);
  divonne.key3 = static_cast<int>(options.key3);
  divonne.maxpass = static_cast<int>(options.maxpass);
  divonne.border = options.border;
  divonne.maxchisq = options.maxchisq;
  divonne.mindeviation = options.mindeviation;
  divonne.seed = static_cast<int>(options.seed);
  divonne.rng_level = static_cast<int>(options.rng_level);
  divonne.given = peaks.given;
  divonne.ngiven = peaks.ngiven;
  divonne.ldxgiven = peaks.ldxgiven;
  divonne.peakfinder = peaks.finder;
  divonne.nextra = peaks.nextra;
  return divonne;
}

algorithm::VegasOptions vegas_options(const Options &options) {
  algorithm::VegasOptions vegas;
  vegas.nstart = options.nstart;
  vegas.nincrease = options.nincrease;
  vegas.nbatch = options.nbatch;
  vegas.seed = static_cast<int>(options.seed);
  vegas.rng_level = static_cast<int>(options.rng_level);
  vegas.smooth = options.smooth != 0;
  vegas.reset_state = options.reset_state != 0;
  return vegas;
}

void integrate(const algorithm::Task &task, const Request &request, const Plan &plan,
               Outcome &outcome) {
  const Options &options = request.options;
  switch (plan.method) {
    case Method::cuhre:
      algorithm::cuhre(task, static_cast<int>(options.key), outcome.result);
      break;
    case Method::suave:
      algorithm::suave(task, suave_options(options, request.suave), outcome.result);
      break;
    case Method::divonne:
      algorithm::divonne(task, divonne_options(options, request.peaks), outcome.result);
      break;
    case Method::vegas:
      outcome.grid = with_intervals(outcome.grid, task.ndim, host_vegas_intervals);
      algorithm::vegas(task, vegas_options(options), outcome.grid, outcome.result);
      break;
    default:
      break;  // pagani and what draws samples have engines of their own: see run()
  }
}

// What was found before these is a valid, if less accurate, result.
bool leaves_result(int status) {
  return status == CUBOID_CANCELLED || status == CUBOID_TIME_LIMIT ||
         status == CUBOID_OUT_OF_MEMORY;
}

void fail(Outcome &outcome, int status, const std::string &message,
          const std::exception_ptr &thrown = nullptr) {
  outcome.status = status;
  outcome.message = message;
  outcome.thrown = thrown;
  outcome.result.converged = false;
  if (leaves_result(status)) return;
  for (std::vector<double> *values :
       {&outcome.result.integral, &outcome.result.error, &outcome.result.chi2})
    std::fill(values->begin(), values->end(), std::numeric_limits<double>::quiet_NaN());
}

void succeed(Outcome &outcome) {
  outcome.status = outcome.result.converged ? CUBOID_CONVERGED : CUBOID_NOT_CONVERGED;
  outcome.message = status_text(outcome.status);
}

void report_nonfinite(const engine::PointsEngine &engine, Outcome &outcome) {
  const engine::NonfiniteReport &report = engine.nonfinite();
  outcome.nonfinite = report.count;
  if (report.count == 0 || outcome.status < 0) return;
  outcome.status = CUBOID_NONFINITE;
  outcome.message = algorithm::formatted(
      "%lld values of the integrand were NaN or infinite and counted as zero, the first of them: "
      "%s",
      static_cast<long long>(report.count), report.first.c_str());
}

void run_on(engine::PointsEngine &engine, const Request &request, const Plan &plan,
            Outcome &outcome) {
  const algorithm::Log log(static_cast<int>(request.options.verbosity), request.log);
  algorithm::StateFile state(request.options.statefile, request.options.keep_state != 0, log);
  algorithm::Task task = make_task(request, plan);
  task.engine = &engine;
  task.log = &log;
  task.state = &state;
  try {
    integrate(task, request, plan, outcome);
    succeed(outcome);
  } catch (const Failure &failure) {
    fail(outcome, failure.status(), failure.message(), failure.thrown());
  }
  report_nonfinite(engine, outcome);
  state.finish(outcome.status == CUBOID_CONVERGED);
  if (!state.trouble().empty()) outcome.message += "; " + state.trouble();
}

void run_method(const Request &request, CallRecord &record, Outcome &outcome) {
  const Notes &notes = record.notes();
  const Plan plan = choose(request.host.ndim, request.options, physical_memory());
  outcome.method = method_name(plan.method);
  const DeviceChoice device = choose_device(request);
  if (runs_vegas_plus(request, plan, device)) {
    run_vegas_plus(request, plan, device, host_engine_options(request, plan, notes), outcome);
  } else if (request.receiver) {
    throw Failure(CUBOID_BAD_ARGUMENT,
                  std::string("method = \"") + outcome.method +
                      "\" hands out no samples: a sample sink needs vegas_plus, m_cubes, "
                      "m_cubes_1d, or vegas on a GPU");
  } else if (runs_on_device(request, plan, device)) {
    run_on_device(request, plan, device, limits_of(request), outcome);
  } else if (plan.method == Method::pagani) {
    run_pagani_on_points(make_engines(request, plan, device, notes), request, plan,
                         limits_of(request), outcome);
  } else {
    run_on(record.keep(make_engine(request, plan, device, notes)), request, plan, outcome);
    record.end();
  }
  if (!device.where.empty()) outcome.message += "; " + device.where;
}

}  // namespace

Outcome run(const Request &request) {
  Outcome outcome(request.host.ncomp);
  outcome.grid = request.grid;
  CallRecord record;
  const Notes &notes = record.notes();
  try {
    run_method(request, record, outcome);
    if (outcome.status >= 0) notes->exit_hooks.rethrow();
  } catch (const Failure &failure) {
    fail(outcome, failure.status(), failure.message(), failure.thrown());
  } catch (const std::bad_alloc &) {
    fail(outcome, CUBOID_OUT_OF_MEMORY, "memory for the integration is missing");
  } catch (const std::exception &error) {
    fail(outcome, CUBOID_INTERNAL, error.what());
  }
  if (!notes->no_fork.empty()) {
    outcome.message += "; " + notes->no_fork;
    algorithm::Log(static_cast<int>(request.options.verbosity), request.log)
        .print(1, "%s", notes->no_fork.c_str());
  }
  return outcome;
}

}  // namespace cuboid::router
