// pagani: on a device, PAGANI over its regions engine; on the host, cubature that begins with a
// grid and splits many regions together.
#include "algorithm/cubature/pagani.hpp"

#include <limits>

#include "algorithm/common/convergence.hpp"
#include "base/failure.hpp"
#include "router/methods/cuhre.hpp"
#include "router/points_method.hpp"

namespace cuboid::router {

namespace {

void report(const algorithm::PaganiResult &found, Outcome &outcome) {
  outcome.result = found;
  outcome.nonfinite = found.nonfinite;
}

void run_on_device(const Run &run, Outcome &outcome) {
  const Request &request = run.request;
  const std::unique_ptr<engine::RegionsEngine> regions = engine::make_device_regions_engine(
      run.setting.device, run.setting.device_userdata, request.lower_limits(),
      request.upper_limits(), static_cast<int>(request.options.key), request.options.memory_limit,
      run.record.group());
  const algorithm::Log &log = run.record.open_log(request);
  algorithm::PaganiTask task;
  task.regions = regions.get();
  task.goal = goal_of(request.options);
  task.nonfinite = run.plan.nonfinite;
  task.limits = run.clock.start();
  task.log = &log;
  task.goes_further = request.resume.goes_further;
  algorithm::PaganiResult found(regions->shape().ncomp);
  found.ndim = request.host.ndim;
  found.method = "pagani";
  run.show(found);
  try {
    algorithm::pagani(task, found);
  } catch (const Failure &) {
    report(found, outcome);
    throw;
  }
  report(found, outcome);
  outcome.status = found.status;
  outcome.message = found.message;
  if (found.status == CUBOID_CONVERGED)
    outcome.message += algorithm::tolerance_met(outcome.result, task.goal);
  remark(outcome, found.remark);
  if (found.status < 0) throw Failure(found.status, found.message);
  const bool interrupted = found.status == CUBOID_CANCELLED || found.status == CUBOID_TIME_LIMIT;
  if (!request.cuba.called) doubt_zeros(task.goal, outcome);
  if (found.nonfinite > 0 && !interrupted) tell_counted_as_zero(found.nonfinite, "", outcome);
}

void run_pagani(const Run &run, Outcome &outcome) {
  if (run.plan.place == Place::device) return run_on_device(run, outcome);
  algorithm::CubatureOptions options = cubature_options(run.request);
  options.splits = std::numeric_limits<std::int64_t>::max();
  options.cuts = algorithm::cuts_of_grid;
  run_cubature(run, outcome, options);
}

}  // namespace

const MethodTraits pagani_traits{
    .interface = Interface::regions,
    .run = run_pagani,
    .on_device = Method::pagani,
    // As for cuhre.
    .last_only = true,
};

}  // namespace cuboid::router
