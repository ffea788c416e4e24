// Line: what it has, and how it is called.
#include "router/methods/line.hpp"

#include "router/points_method.hpp"

namespace cuboid::router {

namespace {

void run_line(const Run &run, Outcome &outcome) {
  const Request &request = run.request;
  const bool has_box = !request.lower.empty();
  const algorithm::LineOptions options = line_options(
      has_box ? request.lower.data() : nullptr, has_box ? request.upper.data() : nullptr,
      run.plan.nonfinite, probing_of(request.options), request.host.takes_distances);
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
