#include "router/samples_method.hpp"

#include <algorithm>

#include "algorithm/vegas_plus/task.hpp"
#include "base/failure.hpp"
#include "domain/domain.hpp"
#include "router/points_method.hpp"
#include "router/state_claim.hpp"

namespace cuboid::router {

namespace {

void take(const SamplesMethod &method, Outcome &outcome) {
  outcome.result = method.found;
  outcome.nonfinite = method.found.nonfinite;
  if (method.take) method.take();
}

}  // namespace

void conclude_samples(const Goal &goal, const algorithm::SampledResult &found, Outcome &outcome) {
  succeed(goal, outcome);
  if (found.nonfinite == 0) return;
  tell_counted_as_zero(found.nonfinite, found.first_nonfinite, outcome);
  if (!found.remark.empty()) outcome.message += "; " + found.remark;
}

std::int64_t max_cubes(const Plan &plan) {
  constexpr std::int64_t bytes_of_a_cube = 16;
  return std::clamp<std::int64_t>(plan.memory_limit / bytes_of_a_cube, 1,
                                  algorithm::max_adaptive_cubes);
}

std::vector<CubePart> parts_to_sum(const Request &request) {
  // Of a thousand samples an iteration each has some sixty.
  constexpr std::size_t max_parts = 16;
  if (request.host.domain == nullptr) return {};
  std::vector<CubePart> parts = request.host.domain->parts();
  if (parts.size() == 1 || parts.size() > max_parts) parts.clear();
  return parts;
}

void run_on_samples(const Run &run, Outcome &outcome, const SamplesMethod &method) {
  const algorithm::Log &log = run.record.open_log(run.request);
  algorithm::StateFile &state = open_state(run);
  run.show(method.found);
  try {
    if (state.is_file()) bind_state(state, run, *make_points_engine(run));
    method.integrate(log, state);
  } catch (const Failure &failure) {
    take(method, outcome);
    std::string message = failure.message();
    add_state(state, message);
    throw Failure(failure.status(), message, failure.thrown());
  }
  take(method, outcome);
  conclude_samples(goal_of(run.request.options), method.found, outcome);
  if (!run.request.cuba.called) doubt_zeros(goal_of(run.request.options), outcome);
  outcome.message += method.says();
  state.finish(outcome.status == CUBOID_CONVERGED);
  add_state(state, outcome.message);
}

}  // namespace cuboid::router
