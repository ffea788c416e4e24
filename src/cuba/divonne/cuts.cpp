#include "cuba/divonne/cuts.hpp"

#include <algorithm>
#include <cmath>

namespace cuboid::algorithm::divonne_detail {

namespace {

// Half or twice of any of these changes evaluations by 3 % at most, and few results
// (tests/bench/results/divonne_constants.txt).
constexpr double min_distance = 0.05;   ///< of the extreme from a face to cut there, in widths
constexpr double max_change = 0.75;     ///< of a distance, in parts of the first one
constexpr double small_change = 0.1;    ///< of gamma, in parts of it
constexpr double small_residual = 0.1;  ///< in parts of the difference of the extremes
constexpr double min_factor = 1.0 / 16;
constexpr int max_rounds = 10;

/// The numbers' places from the least to the greatest, the first of equal ones first.  Few numbers
/// are soonest counted, without a branch.
SmallVector<std::size_t, 16> in_order(const SmallVector<double, 16> &numbers) {
  SmallVector<std::size_t, 16> before(numbers.size());  // how many come before each
  const double *const number = numbers.data();
  std::size_t *const count = before.data();
  for (std::size_t i = 1; i < numbers.size(); ++i) {
    std::size_t not_greater = 0;
    for (std::size_t j = 0; j < i; ++j) {
      const std::size_t one = number[j] <= number[i] ? 1 : 0;
      not_greater += one;
      count[j] += 1 - one;
    }
    count[i] = not_greater;
  }
  SmallVector<std::size_t, 16> places(numbers.size());
  for (std::size_t i = 0; i < numbers.size(); ++i) places[count[i]] = i;
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
  for (std::size_t axis = 0; axis < region.box.ndim(); ++axis)
    for (const bool upper : {false, true}) {
      const double whole =
          upper ? region.box.upper[axis] - major_[axis] : major_[axis] - region.box.lower[axis];
      if (whole > min_distance * region.box.width(axis))
        cuts_.push_back({static_cast<std::uint32_t>(axis), upper, whole, whole / 2, 0, 0, 0, 0});
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
double Cuts::left(std::size_t i, double Cut::*distance) const {
  double removed = cuts_[i].whole - cuts_[i].*distance;
  if (paired(i)) removed += cuts_[i + 1].whole - cuts_[i + 1].*distance;
  return 1 - removed / region_.box.width(cuts_[i].axis);
}

/// The part of the width of an axis that this cut leaves, if it is the only one.
double Cuts::left_alone(const Cut &cut) const {
  return 1 - (cut.whole - cut.distance) / region_.box.width(cut.axis);
}

/// The part of the volume that lies between cuts at these distances.
double Cuts::gamma(double Cut::*distance) const {
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
      for (const Cut &cut : cuts_) append_point(x, cut.axis, position(cut, cut.tried));
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
  SmallVector<double, 16> change;
  for (const Cut &cut : cuts_) change.push_back(-cut.value * (difference_ > 0 ? 1 : -1));
  // gamma is their product; a cut that is dropped changes that of its axis alone.
  Coordinates left_along(region_.box.ndim(), 1);
  for (std::size_t i = 0; i < cuts_.size(); i += paired(i) ? 2 : 1)
    left_along[cuts_[i].axis] = left(i, &Cut::distance);
  std::size_t kept = cuts_.size();
  for (const std::size_t least : in_order(change)) {
    double between = 1;
    for (const double part : left_along) between *= part;
    if (change[least] > (1 - between) * std::fabs(difference_)) break;
    // The last one stands if the function falls towards it at all.
    if (kept == 1 && change[least] > 0) break;
    Cut &cut = cuts_[least];
    const bool second = least > 0 && cuts_[least - 1].axis == cut.axis;
    const bool alone = !second && !paired(least);
    const Cut &other = alone ? cut : cuts_[second ? least - 1 : least + 1];
    cut.distance = 0;  // It is dropped.
    left_along[cut.axis] = other.distance == 0 ? 1 : left_alone(other);
    --kept;
  }
  const auto dropped = [](const Cut &cut) { return cut.distance == 0; };
  cuts_.shorten(static_cast<std::size_t>(std::remove_if(cuts_.begin(), cuts_.end(), dropped) -
                                         cuts_.begin()));
  if (cuts_.empty()) {
    step_ = Step::halves;
    return;
  }
  // A single cut stays half way.  The level that its part of the volume asks for is that of a peak
  // in all axes; where the function falls along many of them, it would cut off next to nothing.
  if (cuts_.size() == 1) {
    step_ = Step::ended;
    return;
  }
  squares_ = residual(&Cut::value, &Cut::distance);
  begin_newton();
}

/// Sum of the squares of value - F(gamma), as differences to the major value.
double Cuts::residual(double Cut::*value, double Cut::*distance) const {
  const double level = (gamma(distance) - 1) * difference_;
  double sum = 0;
  for (const Cut &cut : cuts_) sum += (cut.*value - level) * (cut.*value - level);
  return sum;
}

void Cuts::begin_newton() {
  const double small = small_residual * difference_;
  if (++rounds_ > max_rounds || !(squares_ > small * small)) {
    step_ = Step::ended;
    return;
  }
  find_change();
  factor_ = 1;
  for (Cut &cut : cuts_) cut.tried = cut.distance + cut.change;
  step_ = Step::newton;
}

/// Solves slope_i t_i - difference gamma sum_j t_j / w_j = F - value_i for the changes t: w_j is
/// the width between the cuts along the axis of cut j, and slope_i is taken from the way between
/// extreme and cut.  The sum over j is one unknown more, which makes it a matter of one division.
void Cuts::find_change() {
  const double volume = gamma(&Cut::distance);
  const double level = (volume - 1) * difference_;
  double known = 0, unknown = 0;
  for (const Cut &cut : cuts_) {
    double width = region_.box.width(cut.axis);
    for (const Cut &other : cuts_)
      if (other.axis == cut.axis) width -= other.whole - other.distance;
    const double slope = cut.value / cut.distance;
    known += (level - cut.value) / (slope * width);
    unknown += 1 / (slope * width);
  }
  const double sum = known / (1 - volume * difference_ * unknown);
  for (Cut &cut : cuts_) {
    const double slope = cut.value / cut.distance;
    const double step = (level - cut.value + volume * difference_ * sum) / slope;
    const double least = 0.5 * (1 - max_change) * cut.whole;
    const double most = cut.whole - least;
    const double to = std::clamp(cut.distance + step, least, most);
    cut.change = std::isfinite(step) ? to - cut.distance : 0;
  }
}

void Cuts::judge_newton(std::size_t count, const double *f) {
  for (std::size_t i = 0; i < count; ++i)
    cuts_[i].tried_value = f[i * ncomp_ + component_] - major_value_;
  const double squares = residual(&Cut::tried_value, &Cut::tried);
  if (!(squares <= squares_)) {
    factor_ /= 4;
    for (Cut &cut : cuts_) cut.tried = cut.distance + factor_ * cut.change;
    if (factor_ < min_factor) step_ = Step::ended;
    return;
  }
  const double before = gamma(&Cut::distance);
  for (Cut &cut : cuts_) {
    cut.distance = cut.tried;
    cut.value = cut.tried_value;
  }
  squares_ = squares;
  if (std::fabs(gamma(&Cut::distance) - before) < small_change * before)
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
