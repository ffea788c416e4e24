#include "algorithm/cuhre/ascent.hpp"

#include <algorithm>
#include <cmath>

namespace cuboid::algorithm {

namespace {

/// Each line is half as long as the one before, the first as long as those of a look: on one of
/// them, a peak is wider than the spaces between the points, and narrower than the line.
constexpr int lengths = 8;
constexpr double shorter = .5;
/// Axes do not depend on each other in most peaks; a second sweep is for those where they do, and
/// only where the first has come higher by this factor.
constexpr int most_sweeps = 2;
constexpr double higher = 2;
/// What is less high by this factor on the line after is nearly resolved, and its place on a line
/// is uncertain.
constexpr double resolved = .5;
/// Where what stands out would be less than this part of the region's error if it filled the
/// region, the integrand is rough everywhere.
constexpr double least_surprise = 0x1p-10;

}  // namespace

std::int64_t Ascent::most_points(int ndim) {
  return std::int64_t{most_sweeps} * ndim * (2 * lengths + 1) * rule::line_points(ndim);
}

std::vector<Ascent::Climber> Ascent::climbers(std::vector<Sight> &sights,
                                              std::int64_t npoints) const {
  std::vector<Climber> all;
  for (Sight &sight : sights) {
    Climber best{&sight, 0, 0};
    for (std::size_t c = 0; c < sight.height.size(); ++c) {
      const double error = regions_.estimate(sight.region, static_cast<int>(c)).error;
      const double filling = sight.height[c] * std::ldexp(1.0, -regions_.depth(sight.region));
      const double surprise = filling / std::max(error, filling * 0x1p-100);
      if (filling > 0 && surprise > best.surprise) best = {&sight, c, surprise};
    }
    if (best.surprise > least_surprise) all.push_back(best);
  }
  std::stable_sort(all.begin(), all.end(),
                   [](const Climber &a, const Climber &b) { return a.surprise > b.surprise; });
  const auto most =
      static_cast<std::size_t>(std::max<std::int64_t>(npoints, 0) / most_points(task_.ndim));
  if (all.size() > most) all.resize(most);
  return all;
}

void Ascent::climb(std::vector<Sight> &sights, std::int64_t npoints) {
  std::vector<Climber> climbing = climbers(sights, npoints);
  std::vector<Sight> tops;
  tops.reserve(climbing.size());
  for (Climber &one : climbing) one.sight = &tops.emplace_back(*one.sight);
  for (int sweep = 0; sweep < most_sweeps && !climbing.empty(); ++sweep) {
    for (Climber &one : climbing) one.before = one.sight->height[one.component];
    for (int axis = 0; axis < task_.ndim; ++axis) climb_along(climbing, axis);
    std::erase_if(climbing, [](const Climber &one) {
      return one.sight->height[one.component] < higher * one.before;
    });
  }
  for (Sight &top : tops) arrive(top, sights);
}

void Ascent::climb_along(std::span<Climber> climbers, int axis) {
  std::vector<Climber *> still;
  for (Climber &one : climbers) {
    one.visited = {one.sight->x[static_cast<std::size_t>(axis)]};
    one.last_found = 0;
    one.ended = false;
    still.push_back(&one);
  }
  double part = rule::line_length;
  for (int i = 0; i < lengths && !still.empty(); ++i, part *= shorter) {
    lines_.clear();
    for (const Climber *const one : still) add_line(*one, axis, part);
    lines_.evaluate();
    for (std::size_t line = 0; line < still.size(); ++line) move(*still[line], axis, line);
    std::erase_if(still, [](const Climber *one) { return one->ended; });
  }
  take_highest(climbers, axis);
}

/// Through the place; its length, as a part of the region's width.
void Ascent::add_line(const Climber &climber, int axis, double part) {
  const std::int64_t region = climber.sight->region;
  const double width = regions_.upper(region)[axis] - regions_.lower(region)[axis];
  lines_.add(climber.sight->x, axis, part * width, 0, 1);
}

void Ascent::move(Climber &climber, int axis, std::size_t line) const {
  const rule::StandingOut found = lines_.standing_out(line, static_cast<int>(climber.component));
  climber.ended = found.height < resolved * climber.last_found;
  climber.last_found = found.height;
  if (found.height == 0) return;
  const auto along = static_cast<std::size_t>(axis);
  double &place = climber.sight->x[along];
  place = lines_.point(line, found.point)[along];
  if (std::find(climber.visited.begin(), climber.visited.end(), place) == climber.visited.end())
    climber.visited.push_back(place);
}

/// Of the visited places, by longest lines through each: on them, what is narrow is one point.
void Ascent::take_highest(std::span<Climber> climbers, int axis) {
  const auto along = static_cast<std::size_t>(axis);
  lines_.clear();
  for (const Climber &one : climbers)
    for (const double place : one.visited) {
      one.sight->x[along] = place;
      add_line(one, axis, rule::line_length);
    }
  lines_.evaluate();
  std::size_t line = 0;
  for (const Climber &one : climbers) {
    double &highest = one.sight->height[one.component];
    double height = 0;
    for (std::size_t i = 0; i < one.visited.size(); ++i, ++line) {
      const rule::StandingOut found = lines_.standing_out(line, static_cast<int>(one.component));
      if (found.height <= height && i > 0) continue;
      height = found.height;
      one.sight->x[along] = height > 0 ? lines_.point(line, found.point)[along] : one.visited[i];
    }
    if (height <= highest) continue;
    one.sight->amount[one.component] *= height / highest;
    highest = height;
  }
}

/// In the region where the top is, which may have been seen by itself.  Where the climb began,
/// there is something, too.
void Ascent::arrive(Sight &top, std::vector<Sight> &sights) const {
  const auto holds = [&](std::int64_t region) {
    const double *const lower = regions_.lower(region);
    const double *const upper = regions_.upper(region);
    for (int d = 0; d < task_.ndim; ++d) {
      const double x = top.x[static_cast<std::size_t>(d)];
      if (x < lower[d] || x > upper[d]) return false;
    }
    return true;
  };
  for (std::int64_t region = 0; !holds(top.region) && region < regions_.size(); ++region)
    if (holds(region)) top.region = region;
  const auto same = std::find_if(sights.begin(), sights.end(),
                                 [&](const Sight &sight) { return sight.region == top.region; });
  if (same == sights.end()) {
    sights.push_back(top);
    return;
  }
  for (std::size_t c = 0; c < top.height.size(); ++c) {
    if (top.height[c] > same->height[c]) same->x = top.x;
    same->height[c] = std::max(same->height[c], top.height[c]);
    same->amount[c] = std::max(same->amount[c], top.amount[c]);
  }
}

}  // namespace cuboid::algorithm
