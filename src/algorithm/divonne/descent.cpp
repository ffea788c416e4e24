#include "algorithm/divonne/descent.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

#include "elementary/functions.hpp"

namespace cuboid::algorithm::divonne_detail {

namespace {

// worthwhile and first_length, halved or doubled, change evaluations by 1.5 % at most
// (tests/bench/results/divonne_constants.txt).
constexpr double difference_step = 0x1p-16;  ///< of the gradient, in parts of the box
constexpr double face_inset = 0x1p-16;       ///< from faces of the cube, in parts of the box
constexpr double worthwhile = 0.05;          ///< progress to go on for, in parts of the range
constexpr double sufficient_decrease = 1e-4;
constexpr double first_length = 0.3;  ///< of the first line search, in parts of the box
constexpr int most_trials = 12;       ///< of one line search
constexpr std::size_t most_pairs = 5;
constexpr std::size_t evaluations_per_axis = 50;

double dot(const std::vector<double> &a, const std::vector<double> &b) {
  return std::inner_product(a.begin(), a.end(), b.begin(), 0.0);
}

}  // namespace

Descent::Descent(const Box &box, bool inset, std::size_t component, Direction direction,
                 Extremes &extremes)
    : box_(box),
      component_(component),
      sign_(direction == Direction::down ? 1 : -1),
      extremes_(extremes),
      budget_(evaluations_per_axis * box.ndim()) {
  for (std::size_t d = 0; inset && d < box.ndim(); ++d) {
    const double step = face_inset * box.width(d);
    if (box.lower[d] == 0) box_.lower[d] += step;
    if (box.upper[d] == 1) box_.upper[d] -= step;
  }
  const double *start =
      direction == Direction::down ? extremes.lowest(component) : extremes.highest(component);
  for (std::size_t d = 0; d < box.ndim(); ++d)
    u_.push_back(std::clamp((start[d] - box_.lower[d]) / box_.width(d), 0.0, 1.0));
  const Range &known = extremes.range(component);
  f_ = sign_ * (direction == Direction::down ? known.low : known.high);
  logarithmic_ = f_ < 0;
  value_ = aim(f_);
  gradient_.resize(u_.size());
}

/// What is to go down, from the value of the component with the sign of the search.
double Descent::aim(double f) const {
  if (!logarithmic_) return f;
  return f < 0 ? -elementary::log(-f) : std::numeric_limits<double>::infinity();
}

double Descent::range() const {
  const Range &known = extremes_.range(component_);
  return known.high - known.low;
}

/// Whether the value falls beyond the bound that a coordinate is at.
bool Descent::held(std::size_t d) const {
  return (u_[d] <= 0 && gradient_[d] >= 0) || (u_[d] >= 1 && gradient_[d] <= 0);
}

void Descent::ask(std::vector<double> &x) {
  if (step_ == Step::ended) return;
  const std::size_t count = step_ == Step::gradient ? ndim() : 1;
  if (count > budget_) return;
  budget_ -= count;
  const std::vector<double> &from = step_ == Step::gradient ? u_ : trial_;
  const std::size_t end = x.size();
  x.resize(end + count * ndim());
  double *point = x.data() + end;
  for (std::size_t i = 0; i < count; ++i, point += ndim()) {
    for (std::size_t d = 0; d < ndim(); ++d) point[d] = box_.lower[d] + from[d] * box_.width(d);
    if (step_ != Step::gradient) continue;
    const double u = from[i] + (from[i] + difference_step > 1 ? -difference_step : difference_step);
    point[i] = box_.lower[i] + u * box_.width(i);
  }
}

void Descent::tell(std::size_t count, const double *x, const double *f) {
  if (step_ == Step::gradient) {
    set_gradient(count, f);
    extremes_.note(count, x, f);
    choose_direction();
    return;
  }
  extremes_.note(count, x, f);
  const double value = aim(sign_ * f[component_]);
  if (step_ == Step::corner)
    judge_corner(value);
  else
    judge_line(value);
}

void Descent::set_gradient(std::size_t count, const double *f) {
  const std::size_t ncomp = extremes_.ncomp();
  for (std::size_t d = 0; d < count; ++d, f += ncomp) {
    const double step = u_[d] + difference_step > 1 ? -difference_step : difference_step;
    gradient_[d] = (aim(sign_ * f[component_]) - value_) / step;
  }
}

/// After a gradient: what to try next, if there is anything to gain.
void Descent::choose_direction() {
  // What the slope promises on the way to the bounds.
  double promise = 0;
  for (std::size_t d = 0; d < ndim(); ++d)
    if (!held(d)) promise += std::fabs(gradient_[d]) * (gradient_[d] > 0 ? u_[d] : 1 - u_[d]);
  const double gain = logarithmic_ ? -f_ * elementary::expm1(promise) : promise;
  if (!(gain > worthwhile * range()) || !std::isfinite(promise)) {
    step_ = Step::ended;
    return;
  }
  if (!last_u_.empty()) {
    Pair pair{u_, gradient_, 0};
    for (std::size_t d = 0; d < ndim(); ++d) {
      pair.s[d] -= last_u_[d];
      pair.y[d] -= last_gradient_[d];
    }
    pair.sy = dot(pair.s, pair.y);
    if (pair.sy > 1e-10 * dot(pair.y, pair.y)) pairs_.push_back(std::move(pair));
    if (pairs_.size() > most_pairs) pairs_.erase(pairs_.begin());
  }
  last_u_ = u_;
  last_gradient_ = gradient_;
  if (!first_) return begin_line();
  first_ = false;
  step_ = Step::corner;
  slope_ = -promise;
  trial_ = u_;
  for (std::size_t d = 0; d < ndim(); ++d)
    if (!held(d)) trial_[d] = gradient_[d] > 0 ? 0 : gradient_[d] < 0 ? 1 : u_[d];
}

void Descent::judge_corner(double value) {
  if (value <= value_ + 0.5 * slope_) return move_to(trial_, value);
  begin_line();
}

void Descent::begin_line() {
  direction_ = quasi_newton();
  if (!(dot(direction_, gradient_) < 0)) {
    pairs_.clear();
    direction_ = quasi_newton();
  }
  double largest = 0;
  for (const double component : direction_) largest = std::max(largest, std::fabs(component));
  if (!(largest > 0) || !std::isfinite(largest)) {
    step_ = Step::ended;
    return;
  }
  for (double &component : direction_) component /= largest;
  step_ = Step::line;
  trials_ = 0;
  extending_ = false;
  set_trial(pairs_.empty() ? first_length : std::min(largest, 1.0));
}

/// Minus the approximate inverse Hessian times the gradient, in the coordinates that are free: the
/// two-loop recursion.
std::vector<double> Descent::quasi_newton() const {
  std::vector<double> q(ndim());
  auto masked_dot = [&](const std::vector<double> &a, const std::vector<double> &b) {
    double sum = 0;
    for (std::size_t d = 0; d < ndim(); ++d)
      if (!held(d)) sum += a[d] * b[d];
    return sum;
  };
  for (std::size_t d = 0; d < ndim(); ++d) q[d] = held(d) ? 0 : -gradient_[d];
  std::vector<double> alpha(pairs_.size());
  for (std::size_t i = pairs_.size(); i-- > 0;) {
    const double sy = masked_dot(pairs_[i].s, pairs_[i].y);
    if (!(sy > 0)) continue;
    alpha[i] = masked_dot(pairs_[i].s, q) / sy;
    for (std::size_t d = 0; d < ndim(); ++d) q[d] -= alpha[i] * pairs_[i].y[d];
  }
  if (!pairs_.empty()) {
    const Pair &last = pairs_.back();
    const double scale = last.sy / dot(last.y, last.y);
    for (double &component : q) component *= scale;
  }
  for (std::size_t i = 0; i < pairs_.size(); ++i) {
    const double sy = masked_dot(pairs_[i].s, pairs_[i].y);
    if (!(sy > 0)) continue;
    const double beta = masked_dot(pairs_[i].y, q) / sy;
    for (std::size_t d = 0; d < ndim(); ++d) q[d] += (alpha[i] - beta) * pairs_[i].s[d];
  }
  for (std::size_t d = 0; d < ndim(); ++d)
    if (held(d)) q[d] = 0;
  return q;
}

/// The path is bent at the bounds.
void Descent::set_trial(double length) {
  length_ = length;
  trial_.resize(ndim());
  slope_ = 0;
  for (std::size_t d = 0; d < ndim(); ++d) {
    trial_[d] = std::clamp(u_[d] + length * direction_[d], 0.0, 1.0);
    slope_ += (trial_[d] - u_[d]) * gradient_[d];
  }
}

void Descent::judge_line(double value) {
  if (extending_) {
    if (value < best_value_)
      move_to(trial_, value);
    else
      move_to(best_trial_, best_value_);
    return;
  }
  // The least value of the parabola through the start, with its slope, and the trial point.
  const double curvature = value - value_ - slope_;
  const double best = curvature > 0 ? -slope_ / (2 * curvature) : 4;  // 0 for an infinite value
  if (value <= value_ + sufficient_decrease * slope_) {
    if (best < 1.5) return move_to(trial_, value);
    best_trial_ = trial_;
    best_value_ = value;
    extending_ = true;
    set_trial(length_ * std::min(best, 4.0));
    if (trial_ == best_trial_) move_to(best_trial_, value);
    return;
  }
  if (++trials_ == most_trials) return end_line();
  set_trial(length_ * std::clamp(best, 0.1, 0.5));
}

/// Without success: once more in the direction of the gradient, unless it was that already.
void Descent::end_line() {
  if (pairs_.empty()) {
    step_ = Step::ended;
    return;
  }
  pairs_.clear();
  begin_line();
}

/// Accepts a point, and stops if it is hardly better.
void Descent::move_to(const std::vector<double> &trial, double value) {
  const double f = logarithmic_ ? -elementary::exp(-value) : value;
  const double progress = f_ - f;
  u_ = trial;
  f_ = f;
  value_ = value;
  step_ = progress > worthwhile * range() ? Step::gradient : Step::ended;
}

}  // namespace cuboid::algorithm::divonne_detail
