#include "engine/cpu/automatic.hpp"

#include <algorithm>

#include "engine/cpu/points/shares.hpp"

namespace cuboid::engine::cpu {

void AutomaticEvaluator::evaluate(const PointSet &points, double *f) {
  std::int64_t first = 0;
  try {
    while (first < points.count)
      first += evaluate_some(slice(points, host_.ndim, first, points.count - first),
                             f + first * host_.ncomp);
  } catch (const Interrupted &interrupted) {
    throw Interrupted(interrupted.ending(), first + interrupted.evaluated(),
                      first + interrupted.leading());
  }
}

/// Evaluates the first of the points, as many as it returns.
std::int64_t AutomaticEvaluator::evaluate_some(const PointSet &points, double *f) {
  const std::int64_t rest = points.count;
  const bool share = shared_ && !comparing_ && sharing_pays(rest);
  const std::int64_t count = share || decided_against_ ? rest : std::min(rest, chunk_);
  const PointSet part = slice(points, host_.ndim, 0, count);
  if (share) {
    evaluate_shared(part, f);
  } else if (!decided_against_ && (comparing_ || evaluated_ >= next_measure_)) {
    evaluate_measured(part, f);
    consider_workers(rest);
  } else {
    master_->evaluate(part, f);
  }
  evaluated_ += count;
  return count;
}

double AutomaticEvaluator::shared_seconds(std::int64_t points) const {
  const auto useful = std::clamp<std::int64_t>(points / min_shared_points, 1, costs_.workers);
  return static_cast<double>(points) * (cost_ / static_cast<double>(useful) + costs_.per_point) +
         costs_.per_batch;
}

bool AutomaticEvaluator::sharing_pays(std::int64_t points) const {
  constexpr double min_gain = 0.85;
  return points >= min_shared_points &&
         shared_seconds(points) < min_gain * cost_ * static_cast<double>(points);
}

void AutomaticEvaluator::note_cost(double seconds_per_point) {
  last_costs_[static_cast<std::size_t>(measurements_++) % last_costs_.size()] = seconds_per_point;
  const int known = std::min<int>(measurements_, last_costs_.size());
  cost_ = *std::min_element(last_costs_.begin(), last_costs_.begin() + known);
}

/// On the calling thread, with the clock.  Chunks grow until one takes long enough to be judged,
/// and measurements get rarer as points add up, so that cheap integrands hardly notice them.
void AutomaticEvaluator::evaluate_measured(const PointSet &points, double *f) {
  constexpr double enough_seconds = 2e-4;
  const double start = clock_();
  master_->evaluate(points, f);
  const double seconds = clock_() - start;
  note_cost(seconds / static_cast<double>(points.count));
  if (seconds < enough_seconds && points.count == chunk_) chunk_ *= 2;
  next_measure_ = evaluated_ + points.count + evaluated_ / 8;
  if (comparing_) {
    // As long as a turn of the scheduler, so that other programs slow it down as they do the
    // workers.
    constexpr double long_enough = 0.01;
    without_workers_.add(seconds, points.count);
    if (without_workers_.seconds >= long_enough) finish_comparison();
  }
}

void AutomaticEvaluator::finish_comparison() {
  if (without_workers_.cost() < with_workers_.cost()) {
    shared_.reset();
    decided_against_ = true;
  }
  comparing_ = false;
  with_workers_ = without_workers_ = {};
  busy_seconds_ = 0;
}

void AutomaticEvaluator::consider_workers(std::int64_t points) {
  if (shared_ || decided_against_ || measurements_ < 2 || !sharing_pays(points)) return;
  const auto spent = static_cast<double>(evaluated_) * cost_;
  std::int64_t assumed_points = evaluated_;
  if (expected_points_ > 0)
    assumed_points = std::clamp<std::int64_t>(expected_points_ - evaluated_, 0, evaluated_);
  const double gain_per_point = cost_ - shared_seconds(points) / static_cast<double>(points);
  if (spent < costs_.start || static_cast<double>(assumed_points) * gain_per_point < costs_.start)
    return;
  shared_ = start_();
  decided_against_ = !shared_;
}

/// With the workers.  If they take as long as they use CPU time altogether, the next points are
/// done without them, which shows whether they are any good.
void AutomaticEvaluator::evaluate_shared(const PointSet &points, double *f) {
  const double start = clock_();
  const double busy_before = shared_->busy_seconds();
  shared_->evaluate(points, f);
  const double busy = shared_->busy_seconds() - busy_before;
  if (busy > 0) note_cost(busy / static_cast<double>(points.count));
  with_workers_.add(clock_() - start, points.count);
  busy_seconds_ += busy;
  if (with_workers_.seconds < comparison_interval_) return;
  if (with_workers_.seconds > 0.95 * busy_seconds_) {
    comparing_ = true;
    comparison_interval_ *= 2;
  } else {
    with_workers_ = {};
    busy_seconds_ = 0;
  }
}

}  // namespace cuboid::engine::cpu
