#include "choice/many_choice.hpp"

#include <algorithm>

#include "choice/candidates.hpp"
#include "choice/next.hpp"
#include "choice/prior.hpp"
#include "choice/trial.hpp"

namespace cuboid::router {

std::optional<ManyChoice> choice_of(const Request &request, const Plan &plan) {
  // Each integral of exp(f) has a scale of its own, with which one method cannot go on from
  // another.
  if (request.options.log == 1) return ManyChoice{};
  if (!wants_trial(request)) return {};
  if (plan.place != Place::host || plan.asked != Method::cuhre) return ManyChoice{};
  const Goal goal = goal_of(request);
  if (request.host.ndim == 1)
    return ManyChoice{.of_line = line_prior(goal.maxeval, goal.mineval).opening};
  const Prior prior =
      cuhre_prior(request.host.ndim, points_of_rule(request), evaluations_of_looks(goal.maxeval));
  // Three steps of a trial, from which it is seen whether its error falls faster and faster.
  const auto steps = static_cast<std::int64_t>(growth * growth) * prior.opening;
  return ManyChoice{.of_cuhre = std::min(std::max(steps, goal.mineval), goal.maxeval)};
}

}  // namespace cuboid::router
