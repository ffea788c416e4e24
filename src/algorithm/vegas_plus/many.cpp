#include "algorithm/vegas_plus/many.hpp"

#include <algorithm>
#include <memory>
#include <utility>

#include "algorithm/vegas_plus/estimate.hpp"
#include "algorithm/vegas_plus/schedule.hpp"

namespace cuboid::algorithm {

namespace {

/// One of the integrals.
struct Integral {
  VegasPlusResult result;
  VegasPlusEstimate estimate;

  Integral(const VegasPlusTask &task, const engine::SamplesProblem &problem, bool adaptive)
      : result(problem.ncomp), estimate(task, problem, result) {
    result.ndim = problem.ndim;
    result.method = "vegas_plus";
    estimate.iterations().set_shares_of_cubes(adaptive);
    estimate.set_end_alone_counts(true);
  }
  Integral(const Integral &) = delete;
  Integral &operator=(const Integral &) = delete;
};

/// Counts what an iteration brought.  Throws Failure where values end the integration.
void count(const VegasPlusTask &task, Integral &one, const engine::ManySamplesResult &found) {
  one.estimate.count(found);
  require_sound(found);
  if (found.nonfinite > 0 && task.stop_at_nonfinite)
    throw Failure(CUBOID_NONFINITE, one.estimate.nonfinite_sentence(found));
}

}  // namespace

ManyShape shape_of_many(const VegasPlusTask &task, const engine::SamplesProblem &problem,
                        std::int64_t max_intervals, std::int64_t max_samples) {
  VegasPlusState state;
  begin_schedule(task, problem, max_intervals, state);
  const std::int64_t last = samples_of_iteration(task, state, max_iterations_of_many - 1);
  return {state.grid, state.adaptive, std::clamp(last, state.samples, max_samples)};
}

std::vector<std::size_t> vegas_plus_many(const VegasPlusTask &task,
                                         engine::ManySamplesEngine &engine,
                                         std::int64_t max_samples, const ManyHost &host) {
  VegasPlusState state;
  begin_schedule(task, engine.problem(), engine.max_intervals(), state);
  ManyRuns<Integral> all(host, engine.count(), [&] {
    return std::make_unique<Integral>(task, engine.problem(), state.adaptive);
  });
  engine.set_grid({}, state.adaptive);
  engine.iterate(pilot_iteration(state), all.numbers());
  all.take(engine, [&](Integral &one, std::size_t, engine::ManySamplesResult &&found) {
    count(task, one, found);
    return Next::goes_on;
  });
  engine.set_grid(first_grid(state.grid, task.edges, task.edges_intervals), state.adaptive);
  for (std::int64_t i = 0; !all.empty() && i < max_iterations_of_many &&
                           samples_of_iteration(task, state, i) <= max_samples;
       ++i) {
    engine.iterate(scheduled_iteration(task, state, i), all.numbers());
    const bool last = samples_of_iteration(task, state, i + 1) == 0;
    const std::int64_t evaluated =
        all.take(engine, [&](Integral &one, std::size_t, engine::ManySamplesResult &&found) {
          count(task, one, found);
          const bool exhausted = last || one.result.neval >= task.goal.maxeval;
          one.estimate.add(std::move(found), exhausted);
          return one.result.converged || exhausted ? Next::ended : Next::goes_on;
        });
    if (!host.goes_on(evaluated)) return {};
  }
  return std::move(all).others();
}

}  // namespace cuboid::algorithm
