// Lattices with random shifts, on a device or on the host.
#include "router/methods/lattice.hpp"

#include <algorithm>
#include <functional>
#include <memory>

#include "algorithm/vegas_plus/vegas_plus.hpp"
#include "base/formatted.hpp"
#include "call/ranks.hpp"
#include "engine/cpu/lattice/lattice.hpp"
#include "engine/cpu/samples/samples.hpp"
#include "router/methods/vegas_plus.hpp"
#include "router/points_method.hpp"
#include "router/samples_method.hpp"

namespace cuboid::router {

bool has_smooth_map(const Request &request) {
  return request.options.smooth_map == 1 && request.host.ndim <= engine::samples_max_ndim;
}

namespace {

/// The engine of the lattices, and what makes those of the samples by which a map is found, and
/// with which VEGAS+ goes on.
struct Engines {
  std::unique_ptr<engine::LatticeEngine> lattice;
  /// ranks: that share out samples on devices, or nullptr.  Empty: there is no map.
  std::function<std::shared_ptr<engine::SamplesEngine>(engine::group::Group *ranks)> samples;
};

Engines make_engines(const Run &run) {
  const Request &request = run.request;
  const std::vector<CubePart> parts = parts_to_sum(request);
  const auto start = [&run] { return run.clock.start(); };
  engine::group::Group *const ranks = run.record.group();
  auto samples_problem = boxed_problem<engine::SamplesProblem>(request);
  samples_problem.seed = static_cast<std::uint64_t>(request.options.seed);
  const bool mapped = has_smooth_map(request);
  Engines engines;
  const auto make = [&](const auto &lattice, const auto &samples) {
    engines.lattice =
        lattice_of_parts(boxed_problem<engine::LatticeProblem>(request), parts, lattice);
    if (mapped)
      engines.samples = [=](engine::group::Group *sharing) {
        return samples_of_parts(samples_problem, parts, [&](const engine::SamplesProblem &problem) {
          return samples(problem, sharing);
        });
      };
  };
  if (run.plan.place == Place::device) {
    make(
        [&](const engine::LatticeProblem &problem) {
          return engine::make_device_lattice_engine(run.setting.device, run.setting.device_userdata,
                                                    problem, mapped, start, ranks);
        },
        [&run, start](const engine::SamplesProblem &problem, engine::group::Group *sharing) {
          return shared_engine(sharing, engine::make_device_samples_engine(
                                            run.setting.device, run.setting.device_userdata,
                                            problem, start, sharing));
        });
  } else if (run.plan.place == Place::host && ranks == nullptr) {
    const engine::cpu::SummingEngines host(seen_by_engines(run), host_options(run));
    make([&](const engine::LatticeProblem &problem) { return host.lattice(problem); },
         [host](const engine::SamplesProblem &problem, engine::group::Group *) {
           return host.samples(problem);
         });
  } else {
    // Among ranks the points are shared out, and every rank sums all of them.
    const std::shared_ptr<engine::PointsEngine> points =
        make_integrand_engine(run, engine::Nonfinite::leave);
    make(
        [&](const engine::LatticeProblem &problem) {
          return std::make_unique<engine::cpu::PointsLattice>(problem, points);
        },
        [points](const engine::SamplesProblem &problem, engine::group::Group *) {
          return std::make_shared<engine::cpu::PointsSamples>(problem, points);
        });
  }
  return engines;
}

}  // namespace

algorithm::LatticeTask lattice_task(const Run &run) {
  const Options &options = run.request.options;
  if (options.lattice_points > options.maxeval / options.shifts)
    reject("lattice_points = " + std::to_string(options.lattice_points) + " in " +
           std::to_string(options.shifts) + " shifts are more evaluations than maxeval = " +
           std::to_string(options.maxeval) + " allows");
  algorithm::LatticeTask task;
  task.goal = goal_of(run.request);
  task.seed = static_cast<std::uint64_t>(options.seed);
  task.shifts = options.shifts;
  task.points = options.lattice_points;
  task.map_samples = run.request.resume.map_samples;
  task.transform = algorithm::transform_named(options.transform);
  task.stop_at_nonfinite = run.plan.nonfinite == engine::Nonfinite::stop;
  task.receiver = run.request.listeners.receiver;
  // Who asks for a certain lattice or transform gets it.
  task.hands_over = has_smooth_map(run.request) && task.points == 0 && !task.transform;
  return task;
}

namespace {

/// Iterations of VEGAS+ after lattices, about: enough for the map and the hypercubes to adapt.
constexpr double iterations_after_lattices = 16;

/// Samples of each of them, and of each part of the cube, at least.
constexpr double min_samples = 4096;

/// What is known goes on: the map, what was evaluated, and how many evaluations the tolerance
/// needs.
algorithm::VegasPlusTask vegas_plus_task(const Run &run, const algorithm::LatticeTask &lattice,
                                         engine::SamplesEngine &samples_engine,
                                         const algorithm::LatticeResult &found) {
  const algorithm::LatticeHandover &handover = *found.handover;
  algorithm::VegasPlusTask task;
  task.goal = lattice.goal;
  task.engine = &samples_engine;
  const auto remaining = static_cast<double>(task.goal.maxeval - found.neval);
  double samples = std::min(remaining, handover.needed) / iterations_after_lattices;
  if (run.plan.place == Place::device)
    samples = std::max(samples, std::min(remaining / 10, double{samples_worth_a_launch}));
  task.samples =
      static_cast<std::int64_t>(std::max(samples, min_samples * samples_engine.problem().parts));
  task.edges = handover.edges;
  task.edges_intervals = handover.edges_intervals;
  task.max_cubes = max_cubes(run.plan);
  task.after_lattices = {handover.in_state_file, handover.numbers_used};
  task.stop_at_nonfinite = lattice.stop_at_nonfinite;
  task.receiver = lattice.receiver;
  task.log = lattice.log;
  task.state = lattice.state;
  return task;
}

/// Goes on with VEGAS+ where lattices do no better.  found: of these, and then the result so far.
void go_on(const Run &run, const algorithm::LatticeTask &lattice, engine::SamplesEngine &samples,
           algorithm::LatticeResult &found, algorithm::VegasPlusResult &vegas) {
  const algorithm::VegasPlusTask task = vegas_plus_task(run, lattice, samples, found);
  algorithm::SampledResult &so_far = found;
  vegas.neval = found.neval;
  vegas.nonfinite = found.nonfinite;
  vegas.first_nonfinite = found.first_nonfinite;
  run.show(vegas);
  try {
    algorithm::vegas_plus(task, vegas);
  } catch (...) {
    so_far = vegas;
    throw;
  }
  so_far = vegas;
}

void run_lattice(const Run &run, Outcome &outcome) {
  const Engines engines = make_engines(run);
  algorithm::LatticeTask task = lattice_task(run);
  task.engine = engines.lattice.get();
  engine::group::Group *const ranks = run.record.group();
  std::shared_ptr<engine::SamplesEngine> samples;
  if (engines.samples)
    task.draw = [&](const algorithm::MapRequest &request) {
      // So few that each rank draws all of them.
      const auto draw = [&] {
        if (!samples) samples = engines.samples(nullptr);
        return algorithm::draw_for_map(request, *samples);
      };
      return ranks == nullptr ? draw() : ranks->found_by<algorithm::MapAnswer>(draw);
    };
  algorithm::LatticeResult found(run.request.host.ncomp);
  algorithm::VegasPlusResult vegas(run.request.host.ncomp);
  found.ndim = vegas.ndim = run.request.host.ndim;
  found.method = "lattice";
  vegas.method = "vegas_plus";
  const auto integrate = [&](const algorithm::Log &log, algorithm::StateFile &state) {
    task.log = &log;
    task.state = &state;
    algorithm::lattice(task, found);
    if (!found.handover) return;
    if (!samples || ranks != nullptr) samples = engines.samples(ranks);
    go_on(run, task, *samples, found, vegas);
  };
  run_on_samples(run, outcome,
                 {found, integrate,
                  [&] {
                    if (!found.handover) return;
                    outcome.method = entry_of(Method::vegas_plus).name;
                    take_grid(vegas, samples->problem(), outcome);
                  },
                  [&] {
                    return found.handover
                               ? "; lattices did no better than random points: vegas_plus has gone "
                                 "on with their map"
                               : "; " + found.description;
                  }});
}

}  // namespace

const MethodTraits lattice_traits{
    .interface = Interface::lattice,
    .run = run_lattice,
    .on_device = Method::lattice,
    .has_samples = true,
    .keeps_trial = true,
    // To fit the map to an axis.
    .cost = {.evaluation = 3, .evaluation_axis = 1, .beginning_axis = 1.1e5},
    // With the choice of a vector: gpu_lattice.txt, and what lattices of at most 2^24 evaluations
    // take there is in auto_constants.txt.
    .cost_on_device = {.evaluation = 0.06, .beginning_axis = 1.5e6},
};

}  // namespace cuboid::router
