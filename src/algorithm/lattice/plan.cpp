#include "algorithm/lattice/plan.hpp"

#include <algorithm>
#include <bit>
#include <cmath>

#include "elementary/functions.hpp"

namespace cuboid::algorithm {

namespace {

/// Of lattices before the last one, if the task allows so few.
constexpr std::int64_t usual_shifts = 16;

/// Lattices that are tried are so many doublings smaller.
constexpr int trial_doublings = 4;

/// Logarithm of the points of the first lattice at least.
constexpr int min_bits = 3;

double evaluations(std::int64_t points, std::int64_t shifts) {
  return static_cast<double>(points) * static_cast<double>(shifts);
}

std::int64_t next_power_below(std::int64_t points) {
  return static_cast<std::int64_t>(std::bit_floor(static_cast<std::uint64_t>(points - 1)));
}

}  // namespace

LatticePlan::LatticePlan(const LatticeTask &task, const engine::LatticeProblem &problem,
                         const LatticeState &state, const LatticeSeries &series)
    : task_(task), problem_(problem), state_(state), series_(series) {}

double LatticePlan::remaining() const {
  return static_cast<double>(task_.goal.maxeval - state_.neval) / problem_.parts;
}

std::optional<LatticeStep> LatticePlan::next_step() const {
  if (state_.lattices.empty()) {
    int bits = first_bits;
    while (bits > min_bits &&
           !fits(std::int64_t{1} << bits, shifts_of_a_lattice(), remaining() / 4))
      --bits;
    return LatticeStep{std::int64_t{1} << bits, shifts_of_a_lattice(), false};
  }
  if (state_.due > 0 && again_fits())
    return LatticeStep{state_.lattices.back().points, shifts_of_a_lattice(), true};
  return larger_step();
}

std::optional<LatticeStep> LatticePlan::larger_step() const {
  const std::int64_t last = state_.lattices.back().points;
  const int wanted = wanted_doublings();
  const std::int64_t points = std::min(last << std::min(wanted, max_doublings), max_points());
  const bool reaches = wanted <= max_doublings;
  if (points > last && fits(points, shifts_of_a_lattice(), reaches ? remaining() : remaining() / 4))
    return LatticeStep{points, shifts_of_a_lattice(), false};
  if (task_.goal.goes_on) return {};
  // The last one takes all that is left.
  std::int64_t largest = max_points();
  for (; largest > last; largest = next_power_below(largest))
    if (fits(largest, task_.shifts, remaining()))
      return LatticeStep{largest, shifts_that_fit(largest), false};
  return {};
}

int LatticePlan::wanted_doublings() const {
  const double times = series_.excess();
  if (!(times < 1e15)) return max_doublings + 1;
  const double power = std::clamp(series_.rate(1), 0.5, 4.0);
  const double doublings = std::ceil(elementary::log2(std::max(times, 1.0)) / power);
  return static_cast<int>(std::clamp(doublings, 1.0, max_doublings + 1.0));
}

std::int64_t LatticePlan::max_points() const {
  return task_.points > 0 ? points_at_most(task_.points) : engine::lattice_max_points;
}

std::int64_t LatticePlan::shifts_of_a_lattice() const {
  return std::max(task_.shifts, usual_shifts);
}

std::int64_t LatticePlan::shifts_within(double evaluations, std::int64_t points) {
  constexpr double most = engine::lattice_max_shifts;
  return static_cast<std::int64_t>(
      std::clamp(evaluations / static_cast<double>(points), 0.0, most));
}

std::int64_t LatticePlan::shifts_that_fit(std::int64_t points) const {
  return shifts_within(remaining() - cost_of_choice(points), points);
}

bool LatticePlan::again_fits() const {
  return evaluations(state_.lattices.back().points, shifts_of_a_lattice()) <= remaining();
}

bool LatticePlan::fits(std::int64_t points, std::int64_t shifts, double most) const {
  return cost_of_choice(points) + evaluations(points, shifts) <= most;
}

double LatticePlan::cost_of_choice(std::int64_t points) const {
  const double trial = std::ldexp(1.0, trial_bits(points));
  double cost = 0;
  if (tries_forms(points)) cost += static_cast<double>(state_.forms.size()) * trial_shifts * trial;
  if (tries_forms(points) && refines(trial_bits(points)))
    cost += (1.0 + std::size(refined_transforms) * problem_.ndim) * trial_shifts * trial;
  if (!has_vector(points))
    cost += random_vectors * static_cast<double>(points);
  else if (tries_vectors(points))
    cost += (random_vectors + trial_shifts) * trial;
  return cost;
}

int LatticePlan::trial_bits(std::int64_t points) {
  const int bits = std::bit_width(static_cast<std::uint64_t>(points)) - 1;
  return std::max(bits - trial_doublings, std::min(bits, first_bits));
}

bool LatticePlan::tries_forms(std::int64_t points) const {
  return state_.forms.size() > 1 && trial_bits(points) > state_.tried_bits;
}

bool LatticePlan::refines(int bits) const {
  return !state_.refined && bits >= telling_bits && !task_.transform && problem_.ndim > 1;
}

bool LatticePlan::tries_vectors(std::int64_t points) {
  return trial_bits(points) >= telling_bits;
}

bool LatticePlan::random_vectors_fit(std::int64_t points) const {
  const double trials = random_vectors + 2 * trial_shifts;
  return evaluations(points, random_vectors + task_.shifts) +
             std::ldexp(trials, trial_bits(points)) <=
         remaining();
}

}  // namespace cuboid::algorithm
