#include "algorithm/cuhre/ascent.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

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
/// What is less high by this factor on the line after was a mistake: where something is nearly
/// resolved, its place on a line is uncertain.
constexpr double mistaken = .5;
/// Where what stands out would be less than this part of the region's error if it filled the
/// region, the integrand is rough everywhere.
constexpr double least_surprise = 0x1p-10;

}  // namespace

std::int64_t Ascent::most_points(int ndim) {
  return std::int64_t{most_sweeps} * (ndim * lengths + 1) * rule::line_points(ndim);
}

std::vector<Ascent::Climber> Ascent::climbers(std::vector<Sight> &sights,
                                              std::int64_t npoints) const {
  std::vector<Climber> all;
  for (Sight &sight : sights) {
    Climber best{&sight, 0, 0, sight.x};
    for (std::size_t c = 0; c < sight.height.size(); ++c) {
      const double error = regions_.estimate(sight.region, static_cast<int>(c)).error;
      const double filling = sight.height[c] * std::ldexp(1.0, -regions_.depth(sight.region));
      const double surprise = filling / std::max(error, filling * 0x1p-100);
      if (filling > 0 && surprise > best.surprise) best = {&sight, c, surprise, sight.x};
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
    for (int axis = 0; axis < task_.ndim; ++axis) climb_along(climbing, axis, lengths);
    // How high the last axis has led.
    climb_along(climbing, 0, 1);
    std::erase_if(climbing, [](const Climber &one) {
      return one.sight->height[one.component] < higher * one.before;
    });
  }
  for (Sight &top : tops) arrive(top, sights);
}

void Ascent::climb_along(std::span<Climber> climbers, int axis, int nlines) {
  const auto along = static_cast<std::size_t>(axis);
  std::vector<Climber *> still;
  for (Climber &one : climbers) {
    one.last_found = 0;
    one.ended = false;
    still.push_back(&one);
  }
  double part = rule::line_length;
  for (int i = 0; i < nlines && !still.empty(); ++i, part *= shorter) {
    lines_.clear();
    for (const Climber *const one : still) {
      const std::int64_t region = one->sight->region;
      const double width = regions_.upper(region)[along] - regions_.lower(region)[along];
      lines_.add(one->sight->x, axis, part * width, 0, 1);
    }
    lines_.evaluate();
    for (std::size_t line = 0; line < still.size(); ++line) move(*still[line], axis, i == 0, line);
    std::erase_if(still, [](const Climber *one) { return one->ended; });
  }
}

void Ascent::move(Climber &climber, int axis, bool longest, std::size_t line) const {
  const rule::StandingOut found = lines_.standing_out(line, static_cast<int>(climber.component));
  if (longest && found.height > 0 && is_lower(climber, found)) return;
  const auto along = static_cast<std::size_t>(axis);
  double &place = climber.sight->x[along];
  const double next = found.height > 0 ? lines_.point(line, found.point)[along] : place;
  climber.ended = climber.last_found > 0 && found.height < mistaken * climber.last_found;
  if (climber.ended) {
    if (next != place || found.height == 0) place = climber.last_place;
    return;
  }
  climber.last_place = std::exchange(place, next);
  climber.last_found = found.height;
}

/// On a longest line, on which a peak is one of the points: whether the last axis has led down from
/// there, and the climb goes on from where it was before.
bool Ascent::is_lower(Climber &climber, const rule::StandingOut &found) {
  Sight &sight = *climber.sight;
  if (found.height < mistaken * climber.height) {
    sight.x = climber.base;
    return true;
  }
  climber.base = sight.x;
  climber.height = found.height;
  double &highest = sight.height[climber.component];
  sight.amount[climber.component] *= std::max(found.height / highest, 1.);
  highest = std::max(highest, found.height);
  return false;
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
