#include "cuba/divonne/descent.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <memory>
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
constexpr int max_trials = 12;        ///< of one line search
constexpr std::size_t evaluations_per_axis = 50;

double dot(const double *a, const double *b, std::size_t count) {
  return std::inner_product(a, a + count, b, 0.0);
}

}  // namespace

Descent::Bounds Descent::bounds_of(const Box &box, bool inset, double *room) {
  double *const lower = room, *const width = room + box.ndim();
  for (std::size_t d = 0; d < box.ndim(); ++d) {
    const double step = inset ? face_inset * box.width(d) : 0;
    const double upper = box.upper[d] == 1 ? box.upper[d] - step : box.upper[d];
    lower[d] = box.lower[d] == 0 ? box.lower[d] + step : box.lower[d];
    width[d] = upper - lower[d];
  }
  return {box.ndim(), lower, width};
}

Descent::Descent(const Bounds &bounds, std::size_t component, Direction direction,
                 Extremes &extremes, double *room)
    : bounds_(bounds),
      component_(component),
      sign_(direction == Direction::down ? 1 : -1),
      extremes_(extremes),
      budget_(evaluations_per_axis * bounds.ndim) {
  double *row = room;
  for (double **const member :
       {&u_, &gradient_, &direction_, &trial_, &free_, &best_trial_, &last_u_, &last_gradient_}) {
    *member = row;
    row += ndim();
  }
  const double *start =
      direction == Direction::down ? extremes.lowest(component) : extremes.highest(component);
  for (std::size_t d = 0; d < ndim(); ++d) {
    u_[d] = std::clamp((start[d] - bounds_.lower[d]) / bounds_.width[d], 0.0, 1.0);
    gradient_[d] = 0;
  }
  const Range &known = extremes.range(component);
  f_ = sign_ * (direction == Direction::down ? known.low : known.high);
  logarithmic_ = f_ < 0;
  value_ = aim(f_);
}

/// What is to go down, from the value of the component with the sign of the search.
double Descent::aim(double f) const {
  if (!logarithmic_) return f;
  return f < 0 ? -elementary::log(-f) : std::numeric_limits<double>::infinity();
}

/// The same for several, in their place.
void Descent::aim_each(std::size_t count, double *f) const {
  if (!logarithmic_) return;
  for (std::size_t i = 0; i < count; ++i) f[i] = -f[i];
  elementary::logs({f, count});
  // What is not below zero has no logarithm that goes down: minus infinity, or NaN.
  for (std::size_t i = 0; i < count; ++i)
    f[i] = f[i] > -std::numeric_limits<double>::infinity()
               ? -f[i]
               : std::numeric_limits<double>::infinity();
}

double Descent::range() const {
  const Range &known = extremes_.range(component_);
  return known.high - known.low;
}

/// A coordinate is held where the value falls beyond the bound that it is at.
void Descent::note_free() {
  for (std::size_t d = 0; d < ndim(); ++d) {
    const bool held = ((u_[d] <= 0) & (gradient_[d] >= 0)) | ((u_[d] >= 1) & (gradient_[d] <= 0));
    free_[d] = held ? 0 : 1;
  }
}

void Descent::ask(std::vector<double> &x) {
  if (step_ == Step::ended) return;
  const std::size_t count = step_ == Step::gradient ? ndim() : 1;
  if (count > budget_) return;
  budget_ -= count;
  const double *const from = step_ == Step::gradient ? u_ : trial_;
  const std::size_t end = x.size();
  x.resize(end + count * ndim());
  double *const first = x.data() + end;
  for (std::size_t d = 0; d < ndim(); ++d) first[d] = bounds_.lower[d] + from[d] * bounds_.width[d];
  if (step_ != Step::gradient) return;
  for (std::size_t i = 1; i < count; ++i) std::copy_n(first, ndim(), first + i * ndim());
  for (std::size_t i = 0; i < count; ++i) {
    const double u = from[i] + (from[i] + difference_step > 1 ? -difference_step : difference_step);
    first[i * ndim() + i] = bounds_.lower[i] + u * bounds_.width[i];
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
  const double *const value = f + component_;
  for (std::size_t d = 0; d < count; ++d) gradient_[d] = sign_ * value[d * ncomp];
  aim_each(count, gradient_);
  for (std::size_t d = 0; d < count; ++d) {
    const double per_step =
        u_[d] + difference_step > 1 ? -1 / difference_step : 1 / difference_step;
    gradient_[d] = (gradient_[d] - value_) * per_step;
  }
}

/// After a gradient: what to try next, if there is anything to gain.
void Descent::choose_direction() {
  note_free();
  // What the slope promises on the way to the bounds.
  double promise = 0;
  for (std::size_t d = 0; d < ndim(); ++d)
    promise += is_free(d) ? std::fabs(gradient_[d]) * (gradient_[d] > 0 ? u_[d] : 1 - u_[d]) : 0;
  const double gain = logarithmic_ ? -f_ * elementary::expm1(promise) : promise;
  if (!(gain > worthwhile * range()) || !std::isfinite(promise)) {
    step_ = Step::ended;
    return;
  }
  if (!first_) remember_step();
  std::copy_n(u_, ndim(), last_u_);
  std::copy_n(gradient_, ndim(), last_gradient_);
  if (!first_) return begin_line();
  first_ = false;
  step_ = Step::corner;
  slope_ = -promise;
  std::copy_n(u_, ndim(), trial_);
  for (std::size_t d = 0; d < ndim(); ++d)
    if (is_free(d)) trial_[d] = gradient_[d] > 0 ? 0 : gradient_[d] < 0 ? 1 : u_[d];
}

/// Most searches are over before they have a pair.
void Descent::make_pairs() {
  numbers_of_pairs_ = std::make_unique_for_overwrite<double[]>(2 * places_of_pairs * ndim());
  pairs_ = std::make_unique_for_overwrite<Pair[]>(places_of_pairs);
  double *row = numbers_of_pairs_.get();
  for (std::size_t i = 0; i < places_of_pairs; ++i, row += 2 * ndim())
    pairs_[i] = {row, row + ndim(), 0};
}

/// Takes the last step for the curvature, instead of the oldest if there are enough.
void Descent::remember_step() {
  if (!numbers_of_pairs_) make_pairs();
  Pair &pair = pairs_[npairs_];
  for (std::size_t d = 0; d < ndim(); ++d) {
    pair.s[d] = u_[d] - last_u_[d];
    pair.y[d] = gradient_[d] - last_gradient_[d];
  }
  pair.sy = dot(pair.s, pair.y, ndim());
  if (!(pair.sy > 1e-10 * dot(pair.y, pair.y, ndim()))) return;
  if (npairs_ < max_pairs)
    ++npairs_;
  else
    std::rotate(&pairs_[0], &pairs_[1], &pairs_[0] + places_of_pairs);
}

void Descent::judge_corner(double value) {
  if (value <= value_ + 0.5 * slope_) return move_to(trial_, value);
  begin_line();
}

void Descent::begin_line() {
  quasi_newton();
  if (!(dot(direction_, gradient_, ndim()) < 0)) {
    npairs_ = 0;
    quasi_newton();
  }
  double largest = 0;
  for (std::size_t d = 0; d < ndim(); ++d) largest = std::max(largest, std::fabs(direction_[d]));
  if (!(largest > 0) || !std::isfinite(largest)) {
    step_ = Step::ended;
    return;
  }
  for (std::size_t d = 0; d < ndim(); ++d) direction_[d] /= largest;
  step_ = Step::line;
  trials_ = 0;
  extending_ = false;
  set_trial(npairs_ == 0 ? first_length : std::min(largest, 1.0));
}

/// The direction is minus the approximate inverse Hessian times the gradient, in the coordinates
/// that are free: the two-loop recursion.
void Descent::quasi_newton() {
  double *const q = direction_;
  for (std::size_t d = 0; d < ndim(); ++d) q[d] = is_free(d) ? -gradient_[d] : 0;
  double alpha[max_pairs] = {};
  double sy[max_pairs];
  for (std::size_t i = npairs_; i-- > 0;) {
    sy[i] = dot_of_free(pairs_[i].s, pairs_[i].y);
    if (!(sy[i] > 0)) continue;
    alpha[i] = dot_of_free(pairs_[i].s, q) / sy[i];
    for (std::size_t d = 0; d < ndim(); ++d) q[d] -= alpha[i] * pairs_[i].y[d];
  }
  if (npairs_ > 0) {
    const Pair &last = pairs_[npairs_ - 1];
    const double scale = last.sy / dot(last.y, last.y, ndim());
    for (std::size_t d = 0; d < ndim(); ++d) q[d] *= scale;
  }
  for (std::size_t i = 0; i < npairs_; ++i) {
    if (!(sy[i] > 0)) continue;
    const double beta = dot_of_free(pairs_[i].y, q) / sy[i];
    for (std::size_t d = 0; d < ndim(); ++d) q[d] += (alpha[i] - beta) * pairs_[i].s[d];
  }
  for (std::size_t d = 0; d < ndim(); ++d) q[d] = is_free(d) ? q[d] : 0;
}

double Descent::dot_of_free(const double *a, const double *b) const {
  double sum = 0;
  for (std::size_t d = 0; d < ndim(); ++d) sum += is_free(d) ? a[d] * b[d] : 0;
  return sum;
}

/// The path is bent at the bounds.
void Descent::set_trial(double length) {
  length_ = length;
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
    std::copy_n(trial_, ndim(), best_trial_);
    best_value_ = value;
    extending_ = true;
    set_trial(length_ * std::min(best, 4.0));
    if (std::equal(trial_, trial_ + ndim(), best_trial_)) move_to(best_trial_, value);
    return;
  }
  if (++trials_ == max_trials) return end_line();
  set_trial(length_ * std::clamp(best, 0.1, 0.5));
}

/// Without success: once more in the direction of the gradient, unless it was that already.
void Descent::end_line() {
  if (npairs_ == 0) {
    step_ = Step::ended;
    return;
  }
  npairs_ = 0;
  begin_line();
}

/// Accepts a point, and stops if it is hardly better.
void Descent::move_to(const double *trial, double value) {
  const double f = logarithmic_ ? -elementary::exp(-value) : value;
  const double progress = f_ - f;
  std::copy_n(trial, ndim(), u_);
  f_ = f;
  value_ = value;
  step_ = progress > worthwhile * range() ? Step::gradient : Step::ended;
}

}  // namespace cuboid::algorithm::divonne_detail
