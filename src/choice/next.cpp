#include "choice/next.hpp"

#include <algorithm>
#include <limits>

namespace cuboid::router {

namespace {

// What the constants are worth: tests/bench/results/auto_constants.txt, which auto_constants.py
// prints.

/// The share of what another method is expected to cost that one may take to show what it can.
constexpr double cheap_look = 0.25;

bool is_before(const Forecast &a, const Forecast &b) {
  if (!a.will_do && !b.will_do) return a.share > b.share;
  return a.will_do != b.will_do ? a.will_do : a.rest < b.rest;
}

}  // namespace

std::size_t best_of(std::span<const Forecast> all) {
  const auto first = std::min_element(all.begin(), all.end(), is_before);
  auto best = first;
  if (!first->tried && first->stop > 0)
    for (auto one = all.begin(); one != all.end(); ++one)
      if (one->tried && one->will_do && cheap_look * one->rest <= first->up_to_stop &&
          (best == first || is_before(*one, *best)))
        best = one;
  return static_cast<std::size_t>(best - all.begin());
}

bool may_look(std::span<const Forecast> all, std::size_t who) {
  const Forecast &one = all[who];
  if (one.stop == 0 || one.gave_up) return false;
  double least = std::numeric_limits<double>::infinity();
  for (std::size_t i = 0; i < all.size(); ++i)
    if (i != who) least = std::min(least, all[i].rest);
  const bool may_be_cheapest = one.min_rest <= least;
  if (!one.is_cubature && !may_be_cheapest) return false;
  return one.up_to_stop <= (one.is_cubature && may_be_cheapest ? 1 : cheap_look) * least;
}

std::optional<Step> next_look(std::span<const Forecast> all, const Budget &budget) {
  std::optional<std::size_t> cheapest;
  for (std::size_t i = 0; i < all.size(); ++i)
    if (may_look(all, i) && (!cheapest || all[i].step < all[*cheapest].step)) cheapest = i;
  const std::size_t who = cheapest.value_or(best_of(all));
  const Forecast &one = all[who];
  // One that is alone and no cubature has all that there is.
  if (one.gave_up || one.stop == 0 || (all.size() == 1 && !one.is_cubature)) return {};
  const bool kept = one.is_cubature && one.resumes;
  const std::int64_t used = budget.used + one.stop - (one.resumes ? one.used : 0);
  if (used > (kept ? budget.maxeval : budget.max_of_looks)) return {};
  return Step{who, one.stop};
}

std::int64_t planned_stop(const Forecast &taken, double needed, std::int64_t most) {
  const auto used = static_cast<double>(taken.resumes ? taken.used : 0);
  const double stop = std::max(overrun * needed, static_cast<double>(taken.stop));
  const bool leaves_enough = static_cast<double>(most) - stop >= stop - used;
  return stop > 0 && leaves_enough ? static_cast<std::int64_t>(stop) : most;
}

}  // namespace cuboid::router
