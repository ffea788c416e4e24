// Line: what it has, and how it is called.
#include "algorithm/line/line.hpp"

#include "router/points_method.hpp"

namespace cuboid::router {

namespace {

void run_line(const Run &run, Outcome &outcome) {
  const Request &request = run.request;
  algorithm::LineOptions options;
  if (!request.lower.empty()) {
    options.lower = request.lower[0];
    options.upper = request.upper[0];
  }
  options.stop_at_nonfinite = run.plan.nonfinite == engine::Nonfinite::stop;
  run_on_points(
      run, outcome,
      [&](const algorithm::Task &task) { algorithm::line(task, options, outcome.result); },
      make_integrand_engine(run, engine::Nonfinite::leave));
}

}  // namespace

const MethodTraits line_traits{
    .interface = Interface::points,
    .run = run_line,
};

}  // namespace cuboid::router
