#include "algorithm/cubature/ascent.hpp"

#include <algorithm>
#include <cmath>

namespace cuboid::algorithm {

namespace {

/// Each line is half as long as the one before, the first as long as those of a probe: on one of
/// them, a peak is wider than the spaces between the points, and narrower than the line.
constexpr int lengths = 8;
/// So many lengths are tried from one place, in one call of the integrand.  By one, two and four,
/// 707 of 2376, 2380 and 2378 results of the families for tuning are wrong, and 724 of 2396 where
/// one axis was climbed after the other (splits=64, 1e-3, 1e-5, 1e-6, 1e-7, 1e-9; maxeval 20000,
/// 200000).
constexpr int at_once = 4;
/// Axes do not depend on each other in most peaks, so that all are climbed together; a second sweep
/// is for those where they do, and only where the first has come higher by this factor.
constexpr int max_sweeps = 2;
constexpr double higher = 2;
/// What is less high by this factor on the line after is nearly resolved, and its place on a line
/// is uncertain.
constexpr double resolved = .5;
/// Where what stands out would be less than this part of the region's error if it filled the
/// region, the integrand is rough everywhere.
constexpr double min_surprise = 0x1p-10;

}  // namespace

std::int64_t Ascent::max_points(int ndim) {
  return std::int64_t{max_sweeps} * ndim * (2 * lengths + 2) * rule::line_points(ndim);
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
    if (best.surprise > min_surprise) all.push_back(best);
  }
  std::stable_sort(all.begin(), all.end(),
                   [](const Climber &a, const Climber &b) { return a.surprise > b.surprise; });
  const auto most =
      static_cast<std::size_t>(std::max<std::int64_t>(npoints, 0) / max_points(task_.ndim));
  if (all.size() > most) all.resize(most);
  return all;
}

void Ascent::climb(std::vector<Sight> &sights, std::int64_t npoints) {
  std::vector<Climber> climbing = climbers(sights, npoints);
  std::vector<Sight> tops;
  tops.reserve(climbing.size());
  for (Climber &one : climbing) one.sight = &tops.emplace_back(*one.sight);
  for (int sweep = 0; sweep < max_sweeps && !climbing.empty(); ++sweep) {
    std::vector<Walk> walks;
    for (Climber &one : climbing) {
      one.before = one.sight->height[one.component];
      for (int axis = 0; axis < task_.ndim; ++axis) {
        const double place = one.sight->x[static_cast<std::size_t>(axis)];
        walks.push_back({&one, axis, place, {place}});
      }
    }
    walk(walks);
    take_highest(walks);
    meet(climbing, walks);
    std::erase_if(climbing, [](const Climber &one) {
      return one.sight->height[one.component] < higher * one.before;
    });
  }
  for (Sight &top : tops) arrive(top, sights);
}

/// Shorter and shorter lines.
void Ascent::walk(std::vector<Walk> &walks) {
  std::vector<Walk *> still;
  for (Walk &one : walks) still.push_back(&one);
  for (int done = 0; done < lengths && !still.empty(); done += at_once) {
    lines_.clear();
    for (const Walk *const one : still)
      for (int i = done; i < done + at_once; ++i)
        add_line(*one, one->place, std::ldexp(rule::line_length, -i));
    lines_.evaluate();
    std::size_t line = 0;
    for (Walk *const one : still)
      for (int i = 0; i < at_once; ++i, ++line)
        if (!one->ended) move(*one, line);
    std::erase_if(still, [](const Walk *one) { return one->ended; });
  }
}

/// Along its axis, through a place on that; its length, as a part of the region's width.
void Ascent::add_line(const Walk &walk, double place, double part) {
  const Sight &sight = *walk.climber->sight;
  const double width =
      regions_.upper(sight.region)[walk.axis] - regions_.lower(sight.region)[walk.axis];
  x_ = sight.x;
  x_[static_cast<std::size_t>(walk.axis)] = place;
  lines_.add(x_, walk.axis, part * width, 0, 1);
}

void Ascent::move(Walk &walk, std::size_t line) const {
  const rule::StandingOut found =
      lines_.standing_out(line, static_cast<int>(walk.climber->component));
  walk.ended = found.height < resolved * walk.last_found;
  walk.last_found = found.height;
  if (found.height == 0) return;
  walk.place = lines_.point(line, found.point)[static_cast<std::size_t>(walk.axis)];
  if (std::find(walk.visited.begin(), walk.visited.end(), walk.place) == walk.visited.end())
    walk.visited.push_back(walk.place);
}

/// Of the visited places, by longest lines through each: on them, what is narrow is one point.
void Ascent::take_highest(std::vector<Walk> &walks) {
  lines_.clear();
  for (const Walk &one : walks)
    for (const double place : one.visited) add_line(one, place, rule::line_length);
  lines_.evaluate();
  std::size_t line = 0;
  for (Walk &one : walks)
    for (std::size_t i = 0; i < one.visited.size(); ++i, ++line) {
      const rule::StandingOut found =
          lines_.standing_out(line, static_cast<int>(one.climber->component));
      if (found.height <= one.height && i > 0) continue;
      one.height = found.height;
      one.place = found.height > 0
                      ? lines_.point(line, found.point)[static_cast<std::size_t>(one.axis)]
                      : one.visited[i];
    }
}

/// Where the best places on all axes meet, or the best of one axis where that is higher.
void Ascent::meet(std::vector<Climber> &climbers, const std::vector<Walk> &walks) {
  const auto ndim = static_cast<std::size_t>(task_.ndim);
  std::vector<std::vector<double>> begun;
  for (std::size_t i = 0; i < climbers.size(); ++i) {
    begun.push_back(climbers[i].sight->x);
    for (std::size_t d = 0; d < ndim; ++d) climbers[i].sight->x[d] = walks[i * ndim + d].place;
  }
  lines_.clear();
  for (const Walk &one : walks) add_line(one, one.place, rule::line_length);
  lines_.evaluate();
  for (std::size_t i = 0; i < climbers.size(); ++i) {
    const Climber &one = climbers[i];
    std::vector<double> &x = one.sight->x;
    double height = 0;
    std::vector<double> top = x;
    for (std::size_t d = 0; d < ndim; ++d) {
      const rule::StandingOut found =
          lines_.standing_out(i * ndim + d, static_cast<int>(one.component));
      if (found.height <= height) continue;
      height = found.height;
      top = x;
      top[d] = lines_.point(i * ndim + d, found.point)[d];
    }
    for (std::size_t d = 0; d < ndim; ++d) {
      const Walk &walk = walks[i * ndim + d];
      if (walk.height <= height) continue;
      height = walk.height;
      top = begun[i];
      top[d] = walk.place;
    }
    x = top;
    double &highest = one.sight->height[one.component];
    if (height <= highest) continue;
    // From a foot among the smallest numbers, the way up is longer than a number can say.
    const double factor = height / highest;
    double &amount = one.sight->amount[one.component];
    amount = std::isfinite(factor) ? amount * factor : amount / highest * height;
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
  add_sight(sights, top);
}

}  // namespace cuboid::algorithm
