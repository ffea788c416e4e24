#include "algorithm/cubature/lines_through.hpp"

#include <algorithm>
#include <cmath>

#include "algorithm/cubature/evaluate_counted.hpp"
#include "algorithm/cubature/spikes.hpp"

namespace cuboid::algorithm {

LinesThrough::LinesThrough(const Task &task, bool spikes)
    : task_(task),
      spikes_(spikes),
      points_(rule::line_points(task.ndim)),
      coordinates_(static_cast<std::size_t>(points_ * task.ndim)),
      values_(static_cast<std::size_t>(points_ * task.ncomp)) {}

void LinesThrough::add(std::span<const double> place, int axis, double length, double lower,
                       double upper) {
  const auto along = static_cast<std::size_t>(axis);
  const auto part = [&](int j) { return rule::part_of_line(rule::node_of_line(j, points_)); };
  const double middle = std::clamp(place[along] - .5 * length, lower, upper - length);
  double begin = middle;
  double farthest = length;
  for (int j = 0; j < points_; ++j) {
    const double here = place[along] - length * part(j);
    const double off = std::fabs(here - middle);
    if (here < lower || here > upper - length || off >= farthest) continue;
    farthest = off;
    begin = here;
  }
  for (int j = 0; j < points_; ++j) {
    x_.insert(x_.end(), place.begin(), place.end());
    x_[x_.size() - place.size() + along] = begin + length * part(j);
  }
}

void LinesThrough::add_between(std::span<const double> from, std::span<const double> to) {
  for (int j = 0; j < points_; ++j) {
    const double part = rule::part_of_line(rule::node_of_line(j, points_));
    for (std::size_t d = 0; d < from.size(); ++d) x_.push_back(from[d] + part * (to[d] - from[d]));
  }
}

void LinesThrough::evaluate() {
  const std::size_t lines = x_.size() / coordinates_;
  const auto count = static_cast<std::int64_t>(lines) * points_;
  f_.resize(lines * values_);
  evaluate_counted(task_, count, x_.data(), f_.data(), evaluated_);
}

rule::StandingOut LinesThrough::standing_out(std::size_t line, int component) const {
  const double *const f = f_.data() + line * values_ + component;
  const auto value = [&](int j) { return f[j * task_.ncomp]; };
  return spikes_ ? spikes_in(points_, value) : rule::standing_out(points_, value);
}

std::span<const double> LinesThrough::point(std::size_t line, int point) const {
  const auto ndim = static_cast<std::size_t>(task_.ndim);
  return {x_.data() + line * coordinates_ + static_cast<std::size_t>(point) * ndim, ndim};
}

}  // namespace cuboid::algorithm
