#include "algorithm/divonne/cuts.hpp"

#include <algorithm>
#include <cmath>

namespace cuboid::algorithm::divonne_detail {

namespace {

// Half or twice of any of these changes evaluations by 3 % at most, and few results
// (tests/bench/results/divonne_constants.txt).
constexpr double least_distance = 0.05;  ///< of the extreme from a face to cut there, in widths
constexpr double most_change = 0.75;     ///< of a distance, in parts of the first one
constexpr double small_change = 0.1;     ///< of gamma, in parts of it
constexpr double small_residual = 0.1;   ///< in parts of the difference of the extremes
constexpr double least_factor = 1.0 / 16;
constexpr int most_rounds = 10;

/// The numbers' places from the least to the greatest, the first of equal ones first.  Few numbers
/// are soonest counted, without a branch.
std::vector<std::size_t> in_order(const std::vector<double> &numbers) {
  std::vector<std::size_t> places(numbers.size());
  for (std::size_t i = 0; i < numbers.size(); ++i) {
    std::size_t before = 0;
    for (std::size_t j = 0; j < i; ++j) before += numbers[j] <= numbers[i] ? 1 : 0;
    for (std::size_t j = i + 1; j < numbers.size(); ++j) before += numbers[j] < numbers[i] ? 1 : 0;
    places[before] = i;
  }
  return places;
}

/// The extreme that is further away from the mean value.
bool maximum_is_major(const Region &region) {
  const std::size_t c = region.cut_component;
  const Range &range = region.range[c];
  return region.box.volume() * (0.5 * range.low + 0.5 * range.high) > region.first[c].integral;
}

}  // namespace

Cuts::Cuts(const Region &region)
    : region_(region),
      component_(region.cut_component),
      ncomp_(region.first.size()),
      major_(maximum_is_major(region) ? region.highest : region.lowest) {
  const Range &range = region.range[component_];
  const bool maximum = maximum_is_major(region);
  major_value_ = maximum ? range.high : range.low;
  difference_ = maximum ? range.high - range.low : range.low - range.high;
  cuts_.reserve(2 * region.box.ndim());
  for (std::size_t axis = 0; axis < region.box.ndim(); ++axis)
    for (const bool upper : {false, true}) {
      const double whole =
          upper ? region.box.upper[axis] - major_[axis] : major_[axis] - region.box.lower[axis];
      if (whole > least_distance * region.box.width(axis))
        cuts_.push_back({axis, upper, whole, whole / 2});
    }
  if (!std::isfinite(difference_) || difference_ == 0) cuts_.clear();
  if (cuts_.empty()) step_ = Step::halves;
}

double Cuts::position(const Cut &cut, double distance) const {
  return major_[cut.axis] + (cut.upper ? distance : -distance);
}

/// Whether the next cut is along the same axis.
bool Cuts::paired(std::size_t i) const {
  return i + 1 < cuts_.size() && cuts_[i + 1].axis == cuts_[i].axis;
}

/// The part of the width of an axis between its cuts at these distances, of which i is the first.
double Cuts::left(std::size_t i, const std::vector<double> &distance) const {
  double removed = cuts_[i].whole - distance[i];
  if (paired(i)) removed += cuts_[i + 1].whole - distance[i + 1];
  return 1 - removed / region_.box.width(cuts_[i].axis);
}

/// The part of the width of an axis that this cut leaves, if it is the only one.
double Cuts::left_alone(const Cut &cut) const {
  return 1 - (cut.whole - cut.distance) / region_.box.width(cut.axis);
}

/// The part of the volume that lies between cuts at these distances.
double Cuts::gamma(const std::vector<double> &distance) const {
  double product = 1;
  for (std::size_t i = 0; i < cuts_.size(); i += paired(i) ? 2 : 1) product *= left(i, distance);
  return product;
}

void Cuts::append_point(std::vector<double> &x, std::size_t axis, double coordinate) const {
  x.insert(x.end(), major_.begin(), major_.end());
  x[x.size() - region_.box.ndim() + axis] = coordinate;
}

void Cuts::ask(std::vector<double> &x) {
  switch (step_) {
    case Step::candidates:
      for (const Cut &cut : cuts_) append_point(x, cut.axis, position(cut, cut.distance));
      break;
    case Step::newton:
      for (std::size_t i = 0; i < cuts_.size(); ++i)
        append_point(x, cuts_[i].axis, position(cuts_[i], distance_[i]));
      break;
    case Step::halves: {
      std::vector<double> centre;
      for (std::size_t d = 0; d < region_.box.ndim(); ++d)
        centre.push_back(0.5 * region_.box.lower[d] + 0.5 * region_.box.upper[d]);
      x.insert(x.end(), centre.begin(), centre.end());
      for (std::size_t d = 0; d < centre.size(); ++d)
        for (const double sign : {-1.0, 1.0}) {
          x.insert(x.end(), centre.begin(), centre.end());
          x[x.size() - centre.size() + d] += sign * 0.49 * region_.box.width(d);
        }
      break;
    }
    case Step::ended:
      break;
  }
}

void Cuts::tell(std::size_t count, const double *, const double *f) {
  switch (step_) {
    case Step::candidates:
      for (std::size_t i = 0; i < count; ++i)
        cuts_[i].value = f[i * ncomp_ + component_] - major_value_;
      choose_cuts();
      break;
    case Step::newton:
      judge_newton(count, f);
      break;
    default:
      choose_half(f);
  }
}

/// Drops the cut on which the value has changed least, one at a time, until even that is beyond the
/// level that the others ask for.
void Cuts::choose_cuts() {
  const std::size_t all = cuts_.size();
  std::vector<double> change, value, distance;
  for (std::vector<double> *numbers : {&change, &value, &distance}) numbers->reserve(all);
  for (const Cut &cut : cuts_) {
    change.push_back(-cut.value * (difference_ > 0 ? 1 : -1));
    distance.push_back(cut.distance);
  }
  const std::vector<std::size_t> by_change = in_order(change);
  // gamma is their product; a cut that is dropped changes that of its axis alone.
  std::vector<double> left_along(region_.box.ndim(), 1);
  for (std::size_t i = 0; i < all; i += paired(i) ? 2 : 1)
    left_along[cuts_[i].axis] = left(i, distance);
  std::vector<bool> dropped(all);
  std::size_t drops = 0;
  for (; drops < all; ++drops) {
    const std::size_t least = by_change[drops];
    double between = 1;
    for (const double part : left_along) between *= part;
    if (change[least] > (1 - between) * std::fabs(difference_)) break;
    // The last one stands if the function falls towards it at all.
    if (drops + 1 == all && change[least] > 0) break;
    dropped[least] = true;
    const std::size_t axis = cuts_[least].axis;
    const bool second = least > 0 && cuts_[least - 1].axis == axis;
    const std::size_t other = second ? least - 1 : least + 1;
    const bool alone = (!second && !paired(least)) || dropped[other];
    left_along[axis] = alone ? 1 : left_alone(cuts_[other]);
  }
  if (drops == all) {
    cuts_.clear();
    step_ = Step::halves;
    return;
  }
  std::size_t kept = 0;
  for (std::size_t i = 0; i < all; ++i) {
    if (dropped[i]) continue;
    cuts_[kept] = cuts_[i];
    distance[kept++] = distance[i];
  }
  cuts_.erase(cuts_.begin() + static_cast<std::ptrdiff_t>(kept), cuts_.end());
  distance.resize(kept);
  for (const Cut &cut : cuts_) value.push_back(cut.value);
  squares_ = residual(value, distance);
  begin_newton();
}

/// Sum of the squares of value - F(gamma), as differences to the major value.
double Cuts::residual(const std::vector<double> &value, const std::vector<double> &distance) const {
  const double level = (gamma(distance) - 1) * difference_;
  double sum = 0;
  for (const double v : value) sum += (v - level) * (v - level);
  return sum;
}

void Cuts::begin_newton() {
  const double small = small_residual * difference_;
  if (++rounds_ > most_rounds || !(squares_ > small * small)) {
    step_ = Step::ended;
    return;
  }
  change_ = newton_step();
  factor_ = 1;
  distance_.resize(cuts_.size());
  for (std::size_t i = 0; i < cuts_.size(); ++i) distance_[i] = cuts_[i].distance + change_[i];
  step_ = Step::newton;
}

/// Solves slope_i t_i - difference gamma sum_j t_j / w_j = F - value_i for the changes t: w_j is
/// the width between the cuts along the axis of cut j, and slope_i is taken from the way between
/// extreme and cut.  The sum over j is one unknown more, which makes it a matter of one division.
std::vector<double> Cuts::newton_step() const {
  const std::size_t n = cuts_.size();
  std::vector<double> width, slope, distance;
  for (std::vector<double> *numbers : {&width, &slope, &distance}) numbers->reserve(n);
  for (const Cut &cut : cuts_) distance.push_back(cut.distance);
  const double volume = gamma(distance);
  for (std::size_t i = 0; i < n; ++i) {
    double between = region_.box.width(cuts_[i].axis);
    for (const Cut &other : cuts_)
      if (other.axis == cuts_[i].axis) between -= other.whole - other.distance;
    width.push_back(between);
    slope.push_back(cuts_[i].value / cuts_[i].distance);
  }
  const double level = (volume - 1) * difference_;
  double known = 0, unknown = 0;
  for (std::size_t i = 0; i < n; ++i) {
    known += (level - cuts_[i].value) / (slope[i] * width[i]);
    unknown += 1 / (slope[i] * width[i]);
  }
  const double sum = known / (1 - volume * difference_ * unknown);
  std::vector<double> change(n);
  for (std::size_t i = 0; i < n; ++i) {
    const double step = (level - cuts_[i].value + volume * difference_ * sum) / slope[i];
    const double least = 0.5 * (1 - most_change) * cuts_[i].whole;
    const double most = cuts_[i].whole - least;
    const double to = std::clamp(cuts_[i].distance + step, least, most);
    change[i] = std::isfinite(step) ? to - cuts_[i].distance : 0;
  }
  return change;
}

void Cuts::judge_newton(std::size_t count, const double *f) {
  std::vector<double> value(count);
  for (std::size_t i = 0; i < count; ++i) value[i] = f[i * ncomp_ + component_] - major_value_;
  const double squares = residual(value, distance_);
  if (!(squares <= squares_)) {
    factor_ /= 4;
    for (std::size_t i = 0; i < count; ++i) distance_[i] = cuts_[i].distance + factor_ * change_[i];
    if (factor_ < least_factor) step_ = Step::ended;
    return;
  }
  std::vector<double> old;
  for (const Cut &cut : cuts_) old.push_back(cut.distance);
  const double before = gamma(old);
  for (std::size_t i = 0; i < count; ++i) {
    cuts_[i].distance = distance_[i];
    cuts_[i].value = value[i];
  }
  squares_ = squares;
  if (std::fabs(gamma(distance_) - before) < small_change * before)
    step_ = Step::ended;
  else
    begin_newton();
}

/// The axis along which the function is least linear; the widest one if it is linear along all.
void Cuts::choose_half(const double *f) {
  double largest = 0;
  const double centre = f[component_];
  for (std::size_t d = 0; d < region_.box.ndim(); ++d) {
    const double ends =
        0.5 * f[(2 * d + 1) * ncomp_ + component_] + 0.5 * f[(2 * d + 2) * ncomp_ + component_];
    const double deviation = std::fabs(centre - ends);
    const bool wider =
        largest == 0 && deviation == 0 && region_.box.width(d) > region_.box.width(half_axis_);
    if (deviation > largest || wider) half_axis_ = d;
    largest = std::max(largest, deviation);
  }
  step_ = Step::ended;
}

std::vector<Box> Cuts::parts() const {
  std::vector<Box> parts;
  parts.reserve(cuts_.size() + 2);
  Box rest = region_.box;
  auto cut_off = [&](std::size_t axis, bool upper, double at) {
    if (!(at > rest.lower[axis] && at < rest.upper[axis])) return;
    Box slab = rest;
    (upper ? slab.lower : slab.upper)[axis] = at;
    (upper ? rest.upper : rest.lower)[axis] = at;
    parts.push_back(std::move(slab));
  };
  for (const Cut &cut : cuts_) cut_off(cut.axis, cut.upper, position(cut, cut.distance));
  if (cuts_.empty())
    cut_off(half_axis_, true, 0.5 * rest.lower[half_axis_] + 0.5 * rest.upper[half_axis_]);
  parts.push_back(std::move(rest));
  return parts;
}

}  // namespace cuboid::algorithm::divonne_detail
