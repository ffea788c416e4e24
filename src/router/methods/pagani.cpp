// PAGANI over a regions engine, on the cores or on a device.
#include "algorithm/cubature/pagani.hpp"

#include <atomic>
#include <utility>

#include "algorithm/common/convergence.hpp"
#include "base/failure.hpp"
#include "engine/common/counted.hpp"
#include "engine/cpu/regions/regions_cpu.hpp"
#include "router/points_method.hpp"

namespace cuboid::router {

namespace {

void report(const algorithm::PaganiResult &found, Outcome &outcome) {
  outcome.result = found;
  outcome.nonfinite = found.nonfinite;
}

/// evaluated: the host's engines add to it, also for regions that are not complete.
std::unique_ptr<engine::RegionsEngine> make_regions(const Run &run,
                                                    std::atomic<std::int64_t> &evaluated,
                                                    std::atomic<std::int64_t> &beside) {
  const Request &request = run.request;
  const int key = static_cast<int>(request.options.key);
  if (run.plan.place == Place::device)
    return engine::make_device_regions_engine(
        run.device, run.device_userdata, request.lower.empty() ? nullptr : request.lower.data(),
        request.upper.empty() ? nullptr : request.upper.data(), key, request.options.memory_limit,
        run.record.group());
  std::vector<std::unique_ptr<engine::PointsEngine>> points = make_stepping_engines(run, beside);
  for (auto &engine : points)
    engine = std::make_unique<engine::CountedEngine>(std::move(engine), evaluated);
  return engine::cpu::make_regions(request.host.ndim, request.host.ncomp, key, std::move(points),
                                   run.plan.memory_limit);
}

void run_pagani(const Run &run, Outcome &outcome) {
  const Options &options = run.request.options;
  std::atomic<std::int64_t> evaluated = 0, beside = 0;
  const std::unique_ptr<engine::RegionsEngine> regions = make_regions(run, evaluated, beside);
  const algorithm::Log &log = run.record.open_log(run.request);
  algorithm::PaganiTask task;
  task.regions = regions.get();
  task.goal = goal_of(options);
  task.nonfinite = run.plan.nonfinite;
  task.limits = run.clock.start();
  task.log = &log;
  if (run.plan.place != Place::device) task.probing = probing_of(options);
  task.goes_further = run.request.resume.goes_further;
  algorithm::PaganiResult found(regions->shape().ncomp);
  found.ndim = run.request.host.ndim;
  run.show(found);
  try {
    algorithm::pagani(task, found);
  } catch (const engine::Interrupted &) {
    report(found, outcome);
    // What was evaluated for regions that are not complete counts as well.
    if (evaluated > 0) outcome.result.neval = evaluated;
    throw;
  } catch (const Failure &) {
    report(found, outcome);
    throw;
  }
  report(found, outcome);
  outcome.result.neval += beside;
  outcome.status = found.status;
  outcome.message = found.message;
  if (found.status == CUBOID_CONVERGED)
    outcome.message += algorithm::tolerance_met(outcome.result, task.goal);
  if (!found.remark.empty()) outcome.message += "; " + found.remark;
  if (found.status < 0) throw Failure(found.status, found.message);
  const bool interrupted = found.status == CUBOID_CANCELLED || found.status == CUBOID_TIME_LIMIT;
  if (!run.request.cuba.called) doubt_zeros(task.goal, outcome);
  if (found.nonfinite > 0 && !interrupted) tell_counted_as_zero(found.nonfinite, "", outcome);
}

}  // namespace

const MethodTraits pagani_traits{
    .interface = Interface::regions,
    .run = run_pagani,
    .on_device = Method::pagani,
};

}  // namespace cuboid::router
