// Line: what it has, and how it is called.
#include "router/methods/line.hpp"

#include <utility>

#include "domain/domain.hpp"
#include "router/points_method.hpp"

namespace cuboid::router {

namespace {

/// Where the parts of the interval meet that is mapped to a region.
std::vector<LinePlace> places_of_parts(const domain::Domain &region) {
  std::vector<LinePlace> places{{0}};
  for (const CubePart &part : region.parts()) places.push_back({part.upper.front()});
  return places;
}

void run_line(const Run &run, Outcome &outcome) {
  const Request &request = run.request;
  const algorithm::LineOptions options =
      line_options(request.host, request.lower_limits(), request.upper_limits(), run.plan.nonfinite,
                   probing_of(request.options));
  run_on_points(
      run, outcome,
      [&](const algorithm::Task &task) { algorithm::line(task, options, outcome.result); },
      make_integrand_engine(run, engine::Nonfinite::leave));
}

}  // namespace

std::vector<LinePlace> line_of(const engine::HostFunction &host) {
  return host.domain != nullptr && host.is_set() ? host.domain->line() : std::vector<LinePlace>();
}

algorithm::LineOptions line_options(const engine::HostFunction &host, const double *lower,
                                    const double *upper, engine::Nonfinite policy,
                                    Probing probing) {
  algorithm::LineOptions options;
  options.probing = probing;
  options.distances = host.takes_distances;
  options.stop_at_nonfinite = policy == engine::Nonfinite::stop;
  if (std::vector<LinePlace> line = line_of(host); !line.empty())
    options.places = std::move(line);
  else if (host.domain != nullptr)
    options.places = places_of_parts(*host.domain);
  else if (lower != nullptr)
    options.places = {{*lower}, {*upper}};
  return options;
}

const MethodTraits line_traits{
    .interface = Interface::points,
    .run = run_line,
    .sees_ends = true,
};

}  // namespace cuboid::router
