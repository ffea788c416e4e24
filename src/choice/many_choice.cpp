#include "choice/many_choice.hpp"

#include <algorithm>

#include "choice/candidates.hpp"
#include "choice/prior.hpp"
#include "choice/trial.hpp"

namespace cuboid::router {

namespace {

/// So many times what cuhre begins with where it is looked at beside others: its second step there
/// has as many at most.  With 2, 8 and 16 instead of 4, 1568, 1566 and 1569 of 1640 integrals
/// are right instead of 1573; with a tenth of maxeval 1552, as it is not seen then how fast
/// its error falls (tests/bench/results/many_host_methods.txt).
constexpr std::int64_t openings = 4;

}  // namespace

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
  return ManyChoice{.of_cuhre =
                        std::min(std::max(openings * prior.opening, goal.mineval), goal.maxeval)};
}

}  // namespace cuboid::router
