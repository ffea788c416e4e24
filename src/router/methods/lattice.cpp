// Lattices with random shifts, on a device or on the host.
#include "algorithm/lattice/lattice.hpp"

#include <memory>

#include "base/failure.hpp"
#include "engine/cpu/lattice/lattice.hpp"
#include "engine/cpu/samples/samples.hpp"
#include "router/points_method.hpp"
#include "router/ranks.hpp"
#include "router/samples_method.hpp"

namespace cuboid::router {

namespace {

/// The engine of the lattices, and of the samples that find the map.
struct Engines {
  std::unique_ptr<engine::LatticeEngine> lattice;
  std::shared_ptr<engine::SamplesEngine> samples;  ///< nullptr: no map
};

Engines make_engines(const Run &run) {
  const Request &request = run.request;
  const auto start = [&run] { return run.clock.start(); };
  engine::group::Group *const ranks = run.record.group();
  const auto problem = boxed_problem<engine::LatticeProblem>(request);
  auto samples = boxed_problem<engine::SamplesProblem>(request);
  samples.seed = static_cast<std::uint64_t>(request.options.seed);
  const bool mapped =
      request.options.smooth_map == 1 && request.host.ndim <= engine::samples_most_ndim;
  const auto on_points = [&run] { return make_integrand_engine(run, engine::Nonfinite::leave); };
  Engines engines;
  switch (run.plan.place) {
    case Place::device:
      engines.lattice = engine::make_device_lattice_engine(run.device, run.device_userdata, problem,
                                                           start, ranks);
      if (mapped)
        engines.samples =
            shared_engine(ranks, engine::make_device_samples_engine(run.device, run.device_userdata,
                                                                    samples, start, ranks));
      break;
    case Place::host:
      // Among ranks the points are shared out, and every rank sums all of them.
      if (ranks == nullptr) {
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
  if (options.lattice_points > options.maxeval / options.shifts)
    throw Failure(CUBOID_BAD_ARGUMENT,
                  "lattice_points = " + std::to_string(options.lattice_points) + " in " +
                      std::to_string(options.shifts) +
                      " shifts are more evaluations than maxeval = " +
                      std::to_string(options.maxeval) + " allows");
  algorithm::LatticeTask task;
  task.goal = goal_of(options);
  task.engine = engines.lattice.get();
  task.samples = engines.samples.get();
  task.seed = static_cast<std::uint64_t>(options.seed);
  task.shifts = options.shifts;
  task.points = options.lattice_points;
  task.transform = algorithm::transform_named(options.transform);
  task.stop_at_nonfinite = run.plan.nonfinite == engine::Nonfinite::stop;
  task.receiver = run.request.receiver;
  return task;
}

void run_lattice(const Run &run, Outcome &outcome) {
  const Engines engines = make_engines(run);
  algorithm::LatticeTask task = task_of(run, engines);
  algorithm::LatticeResult found(run.request.host.ncomp);
  run_on_samples(run, outcome,
                 {found,
                  [&](const algorithm::Log &log, algorithm::StateFile &state) {
                    task.log = &log;
                    task.state = &state;
                    algorithm::lattice(task, found);
                  },
                  {},
                  [&found] { return "; " + found.description; }});
}

}  // namespace

const MethodTraits lattice_traits{
    .interface = Interface::samples,
    .run = run_lattice,
    .on_device = Method::lattice,
    .has_samples = true,
};

}  // namespace cuboid::router
