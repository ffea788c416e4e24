// Vegas: what it has, and how it is called.
#include "algorithm/vegas/vegas.hpp"

#include "map/vegas_grid.hpp"
#include "router/methods/vegas_plus.hpp"
#include "router/points_method.hpp"

namespace cuboid::router {

namespace {

void run_vegas(const Run &run, Outcome &outcome) {
  run_on_points(run, outcome, [&](const algorithm::Task &task) {
    outcome.grid = map::with_intervals(outcome.grid, task.ndim, map::host_vegas_intervals);
    const auto vegas = run.request.cuba.called ? algorithm::cuba::vegas : algorithm::vegas;
    Options options = run.request.options;
    options.nstart = samples_by_maxeval(options, task.ndim);
    vegas(task, options, outcome.grid, outcome.result);
  });
}

}  // namespace

const MethodTraits vegas_traits{
    .interface = Interface::points,
    .run = run_vegas,
    .on_device = Method::vegas_plus,
    .has_samples = true,
    .leaves_map = true,
    .samples_by_maxeval = true,
    .sobol_in_cuba = true,
};

}  // namespace cuboid::router
