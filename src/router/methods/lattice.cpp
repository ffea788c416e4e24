// Lattices with random shifts, on a device or on the host.
#include "algorithm/lattice/lattice.hpp"

#include <memory>

#include "base/failure.hpp"
#include "engine/cpu/lattice/lattice.hpp"
#include "engine/cpu/samples/samples.hpp"
#include "map/interval.hpp"
#include "router/points_method.hpp"
#include "router/state_claim.hpp"

namespace cuboid::router {

namespace {

/// The engine of the lattices, and of the samples that find the map.
struct Engines {
  std::unique_ptr<engine::LatticeEngine> lattice;
  std::unique_ptr<engine::SamplesEngine> samples;  ///< nullptr: no map
};

/// With the box of the request.
template <class Problem>
Problem problem_of(const Request &request) {
  Problem problem;
  problem.ndim = request.host.ndim;
  problem.ncomp = request.host.ncomp;
  for (std::size_t d = 0; d < request.lower.size(); ++d)
    problem.box.push_back(map::make_interval(request.lower[d], request.upper[d]));
  return problem;
}

Engines make_engines(const Run &run) {
  const Request &request = run.request;
  const auto start = [&run] { return run.clock.start(); };
  const auto problem = problem_of<engine::LatticeProblem>(request);
  auto samples = problem_of<engine::SamplesProblem>(request);
  samples.seed = static_cast<std::uint64_t>(request.options.seed);
  const bool mapped =
      request.options.smooth_map == 1 && request.host.ndim <= engine::samples_most_ndim;
  const auto on_points = [&run] { return make_integrand_engine(run, engine::Nonfinite::leave); };
  Engines engines;
  switch (run.plan.place) {
    case Place::device:
      engines.lattice =
          engine::make_device_lattice_engine(run.device, run.device_userdata, problem, start);
      if (mapped)
        engines.samples =
            engine::make_device_samples_engine(run.device, run.device_userdata, samples, start);
      break;
    case Place::host:
      // Among ranks the points are shared out, and every rank sums all of them.
      if (!run.record.group()) {
        engines.lattice =
            engine::cpu::make_lattice_engine(request.host, host_options(run), problem);
        if (mapped)
          engines.samples =
              engine::cpu::make_samples_engine(request.host, host_options(run), samples);
        break;
      }
      [[fallthrough]];
    case Place::device_points:
      engines.lattice = std::make_unique<engine::cpu::PointsLattice>(problem, on_points());
      if (mapped)
        engines.samples = std::make_unique<engine::cpu::PointsSamples>(samples, on_points());
      break;
  }
  return engines;
}

algorithm::LatticeTask task_of(const Run &run, const Engines &engines) {
  const Options &options = run.request.options;
  algorithm::LatticeTask task;
  task.goal = goal_of(options);
  task.engine = engines.lattice.get();
  task.samples = engines.samples.get();
  task.seed = static_cast<std::uint64_t>(options.seed);
  task.shifts = options.shifts;
  task.transform = algorithm::transform_named(options.transform);
  task.stop_at_nonfinite = run.plan.nonfinite == engine::Nonfinite::stop;
  task.receiver = run.request.receiver;
  return task;
}

void take(const algorithm::LatticeResult &found, Outcome &outcome) {
  outcome.result = found;
  outcome.nonfinite = found.nonfinite;
}

void conclude(const algorithm::LatticeResult &found, const Goal &goal, Outcome &outcome) {
  succeed(goal, outcome);
  if (found.nonfinite > 0) {
    outcome.status = CUBOID_NONFINITE;
    outcome.result.trusted = false;
    outcome.message = std::to_string(found.nonfinite) +
                      " values of the integrand were NaN or infinite and counted as zero";
    if (!found.first_nonfinite.empty())
      outcome.message += ", the first of them: " + found.first_nonfinite;
    if (!found.remark.empty()) outcome.message += "; " + found.remark;
  }
  outcome.message += "; " + found.description;
}

void run_lattice(const Run &run, Outcome &outcome) {
  const Request &request = run.request;
  const Engines engines = make_engines(run);
  const algorithm::Log &log = run.record.open_log(request);
  algorithm::StateFile &state = open_state(run);
  algorithm::LatticeTask task = task_of(run, engines);
  task.log = &log;
  task.state = &state;
  algorithm::LatticeResult found(request.host.ncomp);
  run.show(found);
  try {
    if (state.used()) bind_state(state, run, *make_points_engine(run));
    algorithm::lattice(task, found);
  } catch (const Failure &failure) {
    take(found, outcome);
    std::string message = failure.message();
    add_state(state, message);
    throw Failure(failure.status(), message, failure.thrown());
  }
  take(found, outcome);
  conclude(found, task.goal, outcome);
  state.finish(outcome.status == CUBOID_CONVERGED);
  add_state(state, outcome.message);
}

}  // namespace

const MethodTraits lattice_traits{
    .interface = Interface::samples,
    .run = run_lattice,
    .on_device = Method::lattice,
};

}  // namespace cuboid::router
