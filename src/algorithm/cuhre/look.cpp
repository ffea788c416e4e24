#include "algorithm/cuhre/look.hpp"

#include <bit>
#include <cmath>
#include <memory>
#include <utility>

#include "algorithm/cuhre/evaluate_counted.hpp"

namespace cuboid::algorithm {

namespace {

/// Lines that are evaluated together.
constexpr std::size_t lines_at_once = 512;

/// So many places tell a constant from other functions that rules integrate exactly.
constexpr std::int64_t places_of_probe = 16;

std::size_t as_size(std::int64_t n) {
  return static_cast<std::size_t>(n);
}

}  // namespace

Look::Look(const Task &task, RegionStore &regions, std::int64_t number,
           std::vector<double> constant)
    : task_(task), regions_(regions), number_(number), constant_(std::move(constant)) {}

std::vector<Sight> Look::take(std::int64_t npoints) {
  if (!constant_.empty()) probe();
  // Every point that may meet something is one by itself where no line is needed to see it.
  if (constant_.empty()) points_of_line_ = rule::line_points(task_.ndim);
  for (int j = 0; j < points_of_line_; ++j)
    part_of_width_[j] =
        rule::line_length * rule::part_of_line(rule::node_of_line(j, points_of_line_));
  for (std::int64_t region = 0; region < regions_.size(); ++region) {
    const double volume = std::ldexp(1.0, -regions_.depth(region));
    add_lines(region, volume,
              rule::share_of_lines(npoints, points_of_line_, volume, regions_.size()));
  }
  evaluate();
  return std::move(sights_);
}

/// share: as of rule::share_of_lines.
void Look::add_lines(std::int64_t region, double volume, double share) {
  const int ndim = task_.ndim;
  const double *const bounds = regions_.lower(region);
  std::uint64_t key = rule::mixed(static_cast<std::uint64_t>(number_));
  for (int d = 0; d < 2 * ndim; ++d)
    key = rule::next_key(key, std::bit_cast<std::uint64_t>(bounds[d]));
  const std::int64_t count = rule::whole_lines(share, key);
  const double of_point = volume / static_cast<double>(count * points_of_line_);
  const bool alone = points_of_line_ == 1;
  for (std::int64_t i = 0; i < count; ++i) {
    const auto number = static_cast<std::uint64_t>(i);
    // A point that is one by itself needs no axis.
    lines_.push_back(
        {region, of_point,
         alone ? rule::LookLine{rule::next_key(key, number)} : rule::look_line(key, number, ndim)});
    if (lines_.size() == lines_at_once) evaluate();
  }
}

/// x: [points of the line][ndim].  known_ndim: ndim, or 0: loops whose lengths are known take half
/// of the time.
template <int known_ndim>
void Look::place(const Line &line, double *x) {
  const double *const lower = regions_.lower(line.region);
  const double *const upper = regions_.upper(line.region);
  const int ndim = known_ndim > 0 ? known_ndim : task_.ndim;
  for (int d = 0; d < ndim; ++d)
    x[d] = lower[d] + (upper[d] - lower[d]) * rule::drawn_fraction(line.place.key, d);
  if (points_of_line_ == 1) return;
  // The points of a line differ on its axis alone.
  const int axis = line.place.axis;
  const int npoints = known_ndim > 0 ? rule::line_points(known_ndim) : points_of_line_;
  for (int j = 1; j < npoints; ++j)
    for (int d = 0; d < ndim; ++d) x[j * ndim + d] = x[d];
  const double begin = lower[axis];
  const double width = upper[axis] - begin;
  double along[rule::most_line_points];
  for (int j = 0; j < npoints; ++j)
    along[j] = begin + width * (line.place.first + part_of_width_[j]);
  for (int j = 0; j < npoints; ++j) x[j * ndim + axis] = along[j];
}

void Look::place(const Line &line, double *x) {
  switch (task_.ndim) {
    case 1:
      return place<1>(line, x);
    case 2:
      return place<2>(line, x);
    case 3:
      return place<3>(line, x);
    case 4:
      return place<4>(line, x);
    case 5:
      return place<5>(line, x);
    case 6:
      return place<6>(line, x);
    case 7:
      return place<7>(line, x);
    case 8:
      return place<8>(line, x);
    default:
      return place<0>(line, x);
  }
}

/// Forgets the constant if the integrand is none.
void Look::probe() {
  std::vector<double> x;
  std::vector<double> values(as_size(places_of_probe * task_.ncomp));
  for (std::int64_t i = 0; i < places_of_probe; ++i)
    for (int d = 0; d < task_.ndim; ++d)
      x.push_back(rule::drawn_fraction(
          rule::next_key(static_cast<std::uint64_t>(number_), static_cast<std::uint64_t>(i)), d));
  evaluate_counted(task_, places_of_probe, x.data(), values.data(), evaluated_);
  for (std::int64_t i = 0; i < places_of_probe; ++i)
    for (int c = 0; c < task_.ncomp; ++c)
      if (!is_usual(c, values.data() + i * task_.ncomp)) {
        constant_.clear();
        return;
      }
}

/// f: [ncomp]
bool Look::is_usual(int component, const double *f) const {
  const double usual = constant_[as_size(component)];
  return std::fabs(f[component] - usual) <= rule::look_rounding * std::fabs(usual);
}

void Look::evaluate() {
  if (lines_.empty()) return;
  const auto points = static_cast<std::int64_t>(lines_.size()) * points_of_line_;
  // All of it is written before it is read.
  const auto points_x = std::make_unique_for_overwrite<double[]>(as_size(points * task_.ndim));
  const auto values = std::make_unique_for_overwrite<double[]>(as_size(points * task_.ncomp));
  const std::int64_t x_of_line = std::int64_t{points_of_line_} * task_.ndim;
  const std::int64_t f_of_line = std::int64_t{points_of_line_} * task_.ncomp;
  double *x = points_x.get();
  for (const Line &line : lines_) place(line, std::exchange(x, x + x_of_line));
  evaluate_counted(task_, points, points_x.get(), values.get(), evaluated_);
  x = points_x.get();
  const double *f = values.get();
  for (const Line &line : lines_)
    judge(line, std::exchange(x, x + x_of_line), std::exchange(f, f + f_of_line));
  lines_.clear();
}

/// x: [points of the line][ndim].  f: [points of the line][ncomp].
void Look::judge(const Line &line, const double *x, const double *f) {
  for (int c = 0; c < task_.ncomp; ++c) {
    const rule::StandingOut found = standing_out(c, f);
    if (found.height == 0) continue;
    Sight &sight = sight_of(line.region);
    sight.amount[as_size(c)] += found.height * line.volume;
    if (found.height <= sight.height[as_size(c)]) continue;
    sight.height[as_size(c)] = found.height;
    const double *const place = x + found.point * task_.ndim;
    sight.x.assign(place, place + task_.ndim);
  }
}

/// f: [points of the line][ncomp]
rule::StandingOut Look::standing_out(int component, const double *f) const {
  if (constant_.empty())
    return rule::standing_out(points_of_line_,
                              [&](int j) { return f[j * task_.ncomp + component]; });
  if (is_usual(component, f)) return {};
  return {std::fabs(f[component] - constant_[as_size(component)]), 0};
}

/// The lines come region by region.
Sight &Look::sight_of(std::int64_t region) {
  const std::vector<double> nothing(as_size(task_.ncomp));
  if (sights_.empty() || sights_.back().region != region)
    sights_.push_back({region, {}, nothing, nothing});
  return sights_.back();
}

}  // namespace cuboid::algorithm
