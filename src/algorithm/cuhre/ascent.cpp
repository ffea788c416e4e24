#include "algorithm/cuhre/ascent.hpp"

#include <algorithm>
#include <cmath>

namespace cuboid::algorithm {

namespace {

/// Lines of lengths that differ by this factor, the first as long as those of a look: on one of
/// them, a peak is wider than the spaces between the points, and narrower than the line.
constexpr int lengths = 5;
constexpr double shorter = .25;
/// Axes do not depend on each other in most peaks; a second sweep is for those where they do, and
/// only where the first has come higher by this factor.
constexpr int most_sweeps = 2;
constexpr double higher = 2;

}  // namespace

std::int64_t Ascent::most_points(int ndim) {
  return std::int64_t{most_sweeps} * ndim * lengths * rule::line_points(ndim);
}

std::vector<Ascent::Climber> Ascent::climbers(std::vector<Sight> &sights,
                                              std::int64_t npoints) const {
  std::vector<Climber> all;
  for (Sight &sight : sights) {
    Climber best{&sight, 0, 0, 0};
    for (std::size_t c = 0; c < sight.height.size(); ++c) {
      const double error = regions_.estimate(sight.region, static_cast<int>(c)).error;
      const double filling = sight.height[c] * std::ldexp(1.0, -regions_.depth(sight.region));
      const double surprise = filling / std::max(error, filling * 0x1p-100);
      if (filling > 0 && surprise > best.surprise) best = {&sight, c, surprise, 0};
    }
    if (best.surprise > 1) all.push_back(best);
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
    for (int axis = 0; axis < task_.ndim; ++axis) step(climbing, axis);
    std::erase_if(climbing, [](const Climber &one) {
      return one.sight->height[one.component] < higher * one.before;
    });
  }
  for (Sight &top : tops) arrive(top, sights);
}

double Ascent::width(const Climber &climber, int axis) const {
  const std::int64_t region = climber.sight->region;
  return regions_.upper(region)[axis] - regions_.lower(region)[axis];
}

/// Where the line begins, of which the place is the middle as far as the cube allows it.
double Ascent::first_of_line(const Climber &climber, int axis, double length) const {
  const double place = climber.sight->x[static_cast<std::size_t>(axis)];
  return std::clamp(place - .5 * length, 0., 1 - length);
}

/// All of them, along all lengths, in one call.
void Ascent::step(std::span<const Climber> climbers, int axis) {
  const int npoints = rule::line_points(task_.ndim);
  const auto ndim = static_cast<std::size_t>(task_.ndim);
  const auto ncomp = static_cast<std::size_t>(task_.ncomp);
  const auto along = static_cast<std::size_t>(axis);
  const std::size_t count = climbers.size() * lengths * static_cast<std::size_t>(npoints);
  x_.resize(count * ndim);
  f_.resize(count * ncomp);
  double *x = x_.data();
  for (const Climber &climber : climbers) {
    double length = rule::line_length * width(climber, axis);
    for (int i = 0; i < lengths; ++i, length *= shorter) {
      const double first = first_of_line(climber, axis, length);
      for (int j = 0; j < npoints; ++j, x += ndim) {
        std::copy(climber.sight->x.begin(), climber.sight->x.end(), x);
        x[along] = first + length * rule::part_of_line(rule::node_of_line(j, npoints));
      }
    }
  }
  try {
    task_.engine->evaluate({static_cast<std::int64_t>(count), x_.data(), nullptr, 0}, f_.data());
  } catch (const engine::Interrupted &interrupted) {
    evaluated_ += interrupted.evaluated();
    throw;
  }
  evaluated_ += static_cast<std::int64_t>(count);
  x = x_.data();
  const double *f = f_.data();
  for (const Climber &climber : climbers)
    for (int i = 0; i < lengths; ++i, x += npoints * task_.ndim, f += npoints * task_.ncomp) {
      const rule::StandingOut found = rule::standing_out(
          npoints, [&](int j) { return f[j * task_.ncomp + static_cast<int>(climber.component)]; });
      double &height = climber.sight->height[climber.component];
      if (found.height <= height) continue;
      climber.sight->amount[climber.component] *= found.height / height;
      height = found.height;
      climber.sight->x[along] = x[found.point * task_.ndim + axis];
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
