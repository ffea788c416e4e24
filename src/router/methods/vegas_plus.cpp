// VEGAS+ and m-Cubes, on a device or on the host.
#include "router/methods/vegas_plus.hpp"

#include "algorithm/vegas_plus/vegas_plus.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <memory>
#include <vector>

#include "base/formatted.hpp"
#include "call/ranks.hpp"
#include "domain/domain.hpp"
#include "engine/cpu/samples/samples.hpp"
#include "map/vegas_grid.hpp"
#include "router/points_method.hpp"
#include "router/samples_method.hpp"
#include "statistics/covariances.hpp"

namespace cuboid::router {

namespace {

/// Samples of an iteration from which on Cuba's seed 0 takes Sobol points.  With fewer, hypercubes
/// are never significantly behind Python's vegas, while Sobol points have up to 14 times its error
/// on peaks that no product of maps follows (tests/bench/results/vegas_peer.txt).
constexpr std::int64_t min_for_sobol = 1 << 17;

/// Samples of an iteration where nobody names them: for hypercubes of three strata on each axis, so
/// that the first iterations meet each of a few peaks.  A twentieth of maxeval in few dimensions
/// too finds no more, and takes ten times the evaluations for a few digits
/// (tests/bench/results/two_peaks.txt).
constexpr double samples_in_cube = 8;
constexpr double strata_of_axis = 3;
constexpr std::int64_t min_by_maxeval = 1000;
/// They need be no more than leave a relative error as asked for where values vary as much as their
/// mean is, within these numbers: a run that is ended early is to have some iterations.
constexpr double enough_by_maxeval = 1e5;
constexpr double max_by_maxeval = 1e6;

double max_by_tolerance(const Options &options) {
  if (!(options.epsrel > 0)) return max_by_maxeval;
  return std::clamp(1 / (options.epsrel * options.epsrel), enough_by_maxeval, max_by_maxeval);
}

}  // namespace

std::int64_t samples_by_maxeval(const Options &options, int ndim, int parts) {
  if (options.names_samples) return options.nstart;
  double worth = samples_in_cube;
  for (int d = 0; d < ndim && worth < max_by_maxeval; ++d) worth *= strata_of_axis;
  worth = std::min(std::max(worth, double{min_by_maxeval}) * parts, max_by_tolerance(options));
  return std::max(
      std::min(options.maxeval / iterations_in_maxeval, static_cast<std::int64_t>(worth)),
      min_by_maxeval);
}

namespace {

/// Samples of the first iteration: those asked for, but as many as are worth it where maxeval
/// allows enough iterations of them: of the fresh and held-out integrals, a tenth fewer converge
/// within 1e6 evaluations in ten iterations than in twenty (tests/bench/results/
/// samples_iterations.txt).
std::int64_t raised_samples(const Options &options, int ndim, std::int64_t worth, int parts = 1) {
  const std::int64_t asked = samples_by_maxeval(options, ndim, parts);
  if (options.raise_samples == 0) return asked;
  return std::max(asked, std::min(options.maxeval / iterations_in_maxeval, worth));
}

/// As many as a device needs to be busy.
std::int64_t samples_worth_it(const Options &options, const Plan &plan, int parts = 1) {
  return raised_samples(options, plan.ndim,
                        plan.place == Place::device ? samples_worth_a_launch : 0, parts);
}

/// Whether the points are quasi-random: Cuba's seed 0 asks for quasi-random points; the hypercubes
/// of VEGAS+ and m-Cubes, where a caller asks for those, take their place.
bool is_quasi(const Options &options, const Plan &plan) {
  if (options.quasi >= 0) return options.quasi == 1;
  return plan.asked == Method::vegas && options.seed == 0 &&
         samples_worth_it(options, plan) >= min_for_sobol;
}

/// Sobol points are most even where their number is a power of 2.  What is asked for stays.
std::int64_t even_samples(const Options &options, std::int64_t samples) {
  return std::max(options.names_samples ? options.nstart : std::int64_t{1},
                  static_cast<std::int64_t>(std::bit_floor(static_cast<std::uint64_t>(samples))));
}

/// A block of the device is busy with so many about as long as it takes to refine the map.
constexpr std::int64_t samples_worth_a_block = 1 << 14;

}  // namespace

/// They have fewer samples in an iteration than Cuba's seed 0 takes Sobol points for.
bool is_quasi_of_many(const Options &options) {
  return options.quasi == 1;
}

// Where nobody has named them, a block is not given more than it needs to be busy.
std::int64_t samples_of_many(const Options &options, int ndim) {
  std::int64_t samples = raised_samples(options, ndim, samples_worth_a_block);
  if (!options.names_samples && options.raise_samples != 0)
    samples = std::min(samples, samples_worth_a_block);
  return is_quasi_of_many(options) ? even_samples(options, samples) : samples;
}

void take_grid(const algorithm::VegasPlusResult &found, const engine::SamplesProblem &problem,
               Outcome &outcome) {
  if (found.edges.empty()) return;
  outcome.grid = map::grid_of(found.edges, problem.ndim * problem.parts);
  outcome.grid_parts = problem.parts;
}

algorithm::VegasPlusTask vegas_plus_task(const Run &run, std::int64_t samples) {
  const Request &request = run.request;
  const Plan &plan = run.plan;
  const Options &options = request.options;
  const bool cubes = traits_of(plan.method).fixed_cubes;
  algorithm::VegasPlusTask vegas = cubes ? algorithm::m_cubes_task() : algorithm::VegasPlusTask{};
  vegas.one_map = traits_of(plan.method).one_map;
  vegas.goal = goal_of(request);
  vegas.samples = samples;
  vegas.increase = options.nincrease;
  if (options.alpha >= 0) {
    vegas.alpha = options.alpha;
    vegas.full_steps = -1;
  }
  if (!cubes) vegas.beta = options.beta;
  if (options.adapting >= 0) vegas.adapting = options.adapting;
  vegas.nintervals = options.intervals;
  vegas.max_cubes = max_cubes(plan);
  vegas.combination = options.combination == "inverse_variance"
                          ? algorithm::Combination::inverse_variance
                          : algorithm::Combination::samples;
  vegas.stop_at_nonfinite = plan.nonfinite == engine::Nonfinite::stop;
  vegas.edges_of_another = request.resume.start != nullptr;
  const std::vector<double> &grid =
      request.resume.start ? request.resume.start->grid : request.resume.grid;
  const int axes = request.host.ndim * (request.resume.start ? request.resume.start->parts : 1);
  vegas.edges = map::edges_of(grid, axes);
  vegas.edges_intervals = static_cast<std::int64_t>(grid.size()) / axes;
  vegas.receiver = request.listeners.receiver;
  vegas.reset_state = options.reset_state != 0;
  return vegas;
}

namespace {

engine::SamplesProblem problem_of(const Run &run) {
  const Request &request = run.request;
  auto problem = boxed_problem<engine::SamplesProblem>(request);
  problem.seed = static_cast<std::uint64_t>(request.options.seed);
  problem.quasi = is_quasi(request.options, run.plan);
  return problem;
}

std::shared_ptr<engine::SamplesEngine> make_engine(const Run &run,
                                                   const std::vector<CubePart> &parts) {
  const auto all_parts = [&](const auto &make) {
    return samples_of_parts(problem_of(run), parts, make);
  };
  engine::group::Group *const group = run.record.group();
  const auto start = [&run] { return run.clock.start(); };
  if (run.plan.place == Place::device)
    return all_parts([&](const engine::SamplesProblem &problem) {
      return shared_engine(
          group, engine::make_device_samples_engine(run.setting.device, run.setting.device_userdata,
                                                    problem, start, group));
    });
  std::shared_ptr<engine::PointsEngine> points;
  const bool on_device = run.plan.place == Place::device_points;
  if (group || on_device) points = make_integrand_engine(run, engine::Nonfinite::leave);
  // A receiver is to see all samples: their values are then shared out, and not their drawing.
  if (on_device || (group && run.request.listeners.receiver))
    return all_parts([&](const engine::SamplesProblem &problem) {
      return std::make_shared<engine::cpu::PointsSamples>(problem, points);
    });
  const engine::cpu::SummingEngines engines(seen_by_engines(run), host_options(run));
  return all_parts([&](const engine::SamplesProblem &problem) {
    return engines.samples(problem, {group, points});
  });
}

std::int64_t samples_of(const Options &options, const Plan &plan, std::size_t parts) {
  const std::int64_t samples =
      samples_worth_it(options, plan, std::max(static_cast<int>(parts), 1));
  return is_quasi(options, plan) ? even_samples(options, samples) : samples;
}

/// Samples of a part in the first iteration, at least.
constexpr std::int64_t min_of_part = 60;

/// Parts of the cube that have hypercubes and a map of their own.  Sobol points are even in the
/// whole of it, and a map of the whole is one of no part.
std::vector<CubePart> parts_of(const Request &request, const Plan &plan) {
  const std::shared_ptr<const Start> &start = request.resume.start;
  if (start ? start->parts == 1 : !request.resume.grid.empty()) return {};
  std::vector<CubePart> parts;
  if (!is_quasi(request.options, plan)) parts = parts_to_sum(request);
  const std::int64_t needed = min_of_part * static_cast<std::int64_t>(parts.size());
  if (request.options.names_samples && request.options.nstart < needed) parts.clear();
  if (start && parts.size() != static_cast<std::size_t>(start->parts))
    reject("start is a result over a region of " + std::to_string(start->parts) +
           " parts, and this one is sampled in " +
           std::to_string(std::max<std::size_t>(parts.size(), 1)));
  return parts;
}

/// Samples of the last iteration before maxeval: with a rising number of them, their squares rise
/// evenly with the evaluations.  None is worth sharing out where a device sums over its memory.
std::int64_t longest_iteration(const Request &request, const Plan &plan) {
  if (plan.place == Place::device && !statistics::has_covariances(request.host.ncomp)) return 0;
  const Options &options = request.options;
  const auto first = static_cast<double>(samples_of(options, plan, parts_of(request, plan).size()));
  const double increase = std::max(static_cast<double>(options.nincrease), 0.0);
  const double last =
      std::sqrt(first * first + 2 * increase * static_cast<double>(options.maxeval));
  return static_cast<std::int64_t>(std::min(last, 1e18));
}

void run_vegas_plus(const Run &run, Outcome &outcome) {
  const std::vector<CubePart> parts = parts_of(run.request, run.plan);
  const std::shared_ptr<engine::SamplesEngine> samples = make_engine(run, parts);
  algorithm::VegasPlusTask task =
      vegas_plus_task(run, samples_of(run.request.options, run.plan, parts.size()));
  task.engine = samples.get();
  algorithm::VegasPlusResult found(run.request.host.ncomp);
  found.ndim = run.request.host.ndim;
  found.method = entry_of(run.plan.method).name;
  const bool quasi_random = samples->problem().quasi;
  run_on_samples(run, outcome,
                 {found,
                  [&](const algorithm::Log &log, algorithm::StateFile &state) {
                    task.log = &log;
                    task.state = &state;
                    algorithm::vegas_plus(task, found);
                  },
                  [&] { take_grid(found, samples->problem(), outcome); },
                  [&] { return quasi_random ? "; quasi-random points, no hypercubes" : ""; }});
}

constexpr MethodTraits traits_with(Method on_device, bool fixed_cubes, bool one_map) {
  return {
      .interface = Interface::samples,
      .run = run_vegas_plus,
      .on_device = on_device,
      .has_samples = true,
      .leaves_map = true,
      .takes_start = true,
      .keeps_trial = !fixed_cubes,
      .samples_by_maxeval = true,
      .fixed_cubes = fixed_cubes,
      .one_map = one_map,
      // Of vegas_plus, samples_speed.txt and device_times.txt.
      .cost_on_device = {.evaluation = 0.008, .beginning = 2.5e5},
      .longest_step = longest_iteration,
  };
}

}  // namespace

const MethodTraits vegas_plus_traits = traits_with(Method::vegas_plus, false, false);
const MethodTraits m_cubes_traits = traits_with(Method::m_cubes, true, false);
const MethodTraits m_cubes_1d_traits = traits_with(Method::m_cubes_1d, true, true);

}  // namespace cuboid::router
