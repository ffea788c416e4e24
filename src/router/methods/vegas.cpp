// Vegas: what it has, and how it is called.
#include "algorithm/vegas/vegas.hpp"

#include "router/points_method.hpp"
#include "router/vegas_grid.hpp"

namespace cuboid::router {

namespace {

algorithm::VegasOptions vegas_options(const Request &request) {
  const Options &options = request.options;
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

void run_vegas(const Run &run, Outcome &outcome) {
  run_on_points(run, outcome, [&](const algorithm::Task &task) {
    outcome.grid = with_intervals(outcome.grid, task.ndim, host_vegas_intervals);
    const auto vegas = run.request.cuba.called ? algorithm::cuba::vegas : algorithm::vegas;
    vegas(task, vegas_options(run.request), outcome.grid, outcome.result);
  });
}

}  // namespace

const MethodTraits vegas_traits{
    .interface = Interface::points,
    .run = run_vegas,
    .on_device = Method::vegas_plus,
    .has_samples = true,
    .leaves_map = true,
    .sobol_in_cuba = true,
};

}  // namespace cuboid::router
