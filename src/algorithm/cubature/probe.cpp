#include "algorithm/cubature/probe.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <memory>
#include <utility>

#include "algorithm/cubature/evaluate_counted.hpp"

namespace cuboid::algorithm {

namespace {

/// Lines that are evaluated together.
constexpr std::size_t lines_at_once = 512;
static_assert(rule::max_line_points <= simd::longest_line && rule::compared == 2);

/// So many places tell a constant from other functions that rules integrate exactly.  A few of them
/// may have met what stands on it: without them, slabs on a constant were forgotten when met.
constexpr std::int64_t places_of_probe = 16, max_unusual_places = 4;

std::size_t as_size(std::int64_t n) {
  return static_cast<std::size_t>(n);
}

}  // namespace

void Sight::join(const Sight &other) {
  for (std::size_t c = 0; c < height.size(); ++c) {
    if (other.height[c] > height[c]) x = other.x;
    height[c] = std::max(height[c], other.height[c]);
    amount[c] = std::max(amount[c], other.amount[c]);
  }
}

void add_sight(std::vector<Sight> &sights, const Sight &sight) {
  const auto same = std::find_if(sights.begin(), sights.end(),
                                 [&](const Sight &one) { return one.region == sight.region; });
  if (same == sights.end())
    sights.push_back(sight);
  else
    same->join(sight);
}

Probe::Probe(const Task &task, RegionStore &regions, std::int64_t number,
             std::vector<double> constant)
    : task_(task), regions_(regions), number_(number), constant_(std::move(constant)) {}

std::vector<Sight> Probe::take(std::int64_t npoints) {
  if (!constant_.empty()) probe();
  // Every point that may meet something is one by itself where no line is needed to see it.
  if (constant_.empty()) {
    points_of_line_ = rule::line_points(task_.ndim);
    for (int j = 0; j < points_of_line_; ++j)
      part_of_width_[j] =
          rule::line_length * rule::part_of_line(rule::node_of_line(j, points_of_line_));
  }
  for (int number = 0; number < task_.ndim + 2; ++number)
    added_to_key_.push_back(rule::added_to_key(static_cast<std::uint64_t>(number)));
  // No more lines than that, each region's share being cut to a whole number or to one more.
  max_lines_ = std::min(as_size(npoints / points_of_line_ + regions_.size() + 1), lines_at_once);
  lines_.reserve(max_lines_);
  places_.reserve(max_lines_);
  begin_.resize(max_lines_ * as_size(task_.ndim));
  for (std::int64_t region = 0; region < regions_.size(); ++region) {
    const double volume = std::ldexp(1.0, -regions_.depth(region));
    add_lines(region, volume,
              rule::share_of_lines(npoints, points_of_line_, volume, regions_.size()));
  }
  evaluate();
  return std::move(sights_);
}

/// share: as of rule::share_of_lines.
void Probe::add_lines(std::int64_t region, double volume, double share) {
  const double *const bounds = regions_.lower(region);
  std::uint64_t key = mixed(static_cast<std::uint64_t>(number_));
  for (int d = 0; d < 2 * task_.ndim; ++d)
    key = rule::next_key(key, std::bit_cast<std::uint64_t>(bounds[d]));
  const std::int64_t count = rule::whole_lines(share, key);
  const double of_point = volume / static_cast<double>(count * points_of_line_);
  for (std::int64_t i = 0; i < count; ++i) {
    add_line(rule::next_key(key, static_cast<std::uint64_t>(i)), bounds);
    lines_.push_back({region, of_point});
    if (lines_.size() == max_lines_) evaluate();
  }
}

/// As rule::look_line.  A point alone stands on its axis where it was drawn, as on the others.
void Probe::add_line(std::uint64_t key, const double *bounds) {
  const int ndim = task_.ndim;
  const bool alone = points_of_line_ == 1;
  const int axis = alone ? 0 : rule::axis_of_line(drawn(key, ndim + 1), ndim);
  double *const begin = begin_.data() + places_.size() * as_size(ndim);
  for (int d = 0; d < ndim; ++d)
    begin[d] = d == axis && !alone ? rule::begin_of_line(drawn(key, ndim)) : drawn(key, d);
  places_.push_back({bounds, axis});
}

/// rule::drawn_fraction
double Probe::drawn(std::uint64_t key, int number) const {
  return rule::fraction_of_bits(mixed(key + added_to_key_[as_size(number)]));
}

/// Forgets the constant if the integrand is none.
void Probe::probe() {
  std::vector<double> x;
  std::vector<double> values(as_size(places_of_probe * task_.ncomp));
  for (std::int64_t i = 0; i < places_of_probe; ++i)
    for (int d = 0; d < task_.ndim; ++d)
      x.push_back(rule::drawn_fraction(
          rule::next_key(static_cast<std::uint64_t>(number_), static_cast<std::uint64_t>(i)), d));
  evaluate_counted(task_, places_of_probe, x.data(), values.data(), evaluated_);
  std::int64_t unusual = 0;
  for (std::int64_t i = 0; i < places_of_probe; ++i) {
    bool usual = true;
    for (int c = 0; c < task_.ncomp; ++c)
      usual = usual && is_usual(c, values.data() + i * task_.ncomp);
    if (!usual) ++unusual;
  }
  if (unusual > max_unusual_places) constant_.clear();
}

/// f: [ncomp]
bool Probe::is_usual(int component, const double *f) const {
  const double usual = constant_[as_size(component)];
  return std::fabs(f[component] - usual) <= rule::probe_rounding * std::fabs(usual);
}

void Probe::evaluate() {
  if (lines_.empty()) return;
  const auto points = static_cast<std::int64_t>(lines_.size()) * points_of_line_;
  // All of it is written before it is read.
  const auto x = std::make_unique_for_overwrite<double[]>(as_size(points * task_.ndim));
  const auto values = std::make_unique_for_overwrite<double[]>(as_size(points * task_.ncomp));
  simd::kernels().line_points({std::ssize(lines_), task_.ndim, points_of_line_, places_.data(),
                               begin_.data(), part_of_width_, x.get()});
  evaluate_counted(task_, points, x.get(), values.get(), evaluated_);
  judge_all(x.get(), values.get());
  lines_.clear();
  places_.clear();
}

/// x: [lines][points of a line][ndim].  f: [lines][points of a line][ncomp].
void Probe::judge_all(const double *x, const double *f) {
  std::uint8_t stands_out[lines_at_once];
  const bool known = constant_.empty() && task_.ncomp == 1;
  if (known)
    simd::kernels().judge_lines({std::ssize(lines_), points_of_line_, f,
                                 rule::line_cosines(points_of_line_), rule::falling_coefficients,
                                 rule::probe_rounding * points_of_line_, stands_out});
  for (std::size_t i = 0; i < lines_.size(); ++i) {
    const std::size_t first = i * as_size(points_of_line_);
    if (!known || stands_out[i] != 0)
      judge(lines_[i], x + first * as_size(task_.ndim), f + first * as_size(task_.ncomp));
  }
}

/// x: [points of the line][ndim].  f: [points of the line][ncomp].
void Probe::judge(const Line &line, const double *x, const double *f) {
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
rule::StandingOut Probe::standing_out(int component, const double *f) const {
  if (constant_.empty())
    return rule::standing_out(points_of_line_,
                              [&](int j) { return f[j * task_.ncomp + component]; });
  if (is_usual(component, f)) return {};
  return {std::fabs(f[component] - constant_[as_size(component)]), 0};
}

/// The lines come region by region.
Sight &Probe::sight_of(std::int64_t region) {
  const std::vector<double> nothing(as_size(task_.ncomp));
  if (sights_.empty() || sights_.back().region != region)
    sights_.push_back({region, {}, nothing, nothing});
  return sights_.back();
}

}  // namespace cuboid::algorithm
