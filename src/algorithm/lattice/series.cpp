#include "algorithm/lattice/series.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "algorithm/common/end_of_axis.hpp"
#include "algorithm/common/heavy_tail.hpp"
#include "algorithm/common/iteration_estimates.hpp"
#include "algorithm/lattice/prospect.hpp"
#include "base/tolerances.hpp"
#include "elementary/functions.hpp"
#include "run/accuracy.hpp"
#include "run/remarks.hpp"

namespace cuboid::algorithm {

namespace {

/// Narrower than that, the last interval of an axis is where what lies beyond the last number
/// before the end counts.  Six iterations do not follow a power to its end: of (1 - t)^(b - 1) they
/// leave 2^-20 to 2^-22 for b = 0.1, 2^-17 to 2^-20 for 0.2, and 2^-15 to 2^-17 for 0.3.  Of 770
/// integrals that converge by
///   honesty --families heldout,fresh_,fresh2_,fresh3_,genz,pagani --methods lattice
///     --tolerances 1e-2 --maxeval 300000 --seeds 1 --part 0/2
/// none leaves less than 2^-10.
constexpr double min_end = 0x1p-18;

/// Errors of their difference by which two lattices contradict each other.
constexpr double contradiction = 6;

/// What a success rests on at least: points of a shift, as a logarithm, and doublings from the
/// first lattice on.  The sums of fewer points are far from normal numbers, and their spread says
/// little.
constexpr int supporting_bits = 10;
constexpr int supporting_doublings = 3;

/// Errors of their difference within which the lattice of a success agrees with the two before it.
constexpr double agreement = 4;

/// By how many times an error of 16 shifts is too small no more often than once in forty times:
/// root of 15 over the quantile 6.26 of chi-square, less the factor 1.19 that it has.
constexpr double chance_of_error = 1.3;

/// The power of the number of points as which errors fall where a heavy tail does not matter.  Of
/// x^-p few points in a shift carry the sums, whatever the map, and too small a spread goes with
/// too small a value.  Errors of these fall as 1/n at most, and by what few of them say as n^-1.4.
/// What this takes of the successes, and of those beyond 3 errors, is printed by
///   constants.py algorithm/lattice/series.cpp:fall_of_heavy=0 --methods lattice
///     --families fresh_,fresh2_ --tolerances 1e-2,1e-3 --maxeval 20000,200000 --seeds 12
/// with 0, which takes none; it was chosen on half of their draws (honesty_fresh.txt).
constexpr double fall_of_heavy = 1.5;

/// So many points of a lattice are to meet what few samples of the map have met: shifts tell
/// nothing of what none of them meets.  Without it, some lattices over a cube without a corner, a
/// part of 4e-5 of it, have the value of the whole cube and are converged at 1e-6.
constexpr double enough_met = 30;

/// Shares of the tolerance below which an error need not have fallen: it may be rounding.
constexpr double negligible = 1e-3;

/// As which power of the number of points errors fall at least where a lattice gains anything.
constexpr double slow_rate = 0.75;

}  // namespace

LatticeSeries::LatticeSeries(const Goal &goal, int ncomp, const LatticeState &state)
    : goal_(goal), ncomp_(ncomp), state_(state) {}

void LatticeSeries::update() {
  estimates_.clear();
  for (const SummedLattice &one : state_.lattices)
    estimates_.push_back(estimate_of_shifts(one.shifts, ncomp_, one.confirmed));
  const LatticeEstimate &latest = last();
  for (std::size_t c = 0; c < latest.integral.size(); ++c)
    require_in_range(std::isfinite(latest.integral[c]) && !std::isnan(latest.error[c]), c);
}

double LatticeSeries::excess() const {
  const LatticeEstimate &estimate = last();
  const auto estimate_of = [&](std::size_t c) {
    return ComponentEstimate{estimate.integral[c], estimate.error[c]};
  };
  double most = 0;
  for (std::size_t c = 0; c < estimate.error.size(); ++c) {
    const double wanted = tolerance_at(goal_, estimate_of, estimate.error.size(), c);
    if (estimate.error[c] > 0)
      most = std::max(
          most, wanted > 0 ? estimate.error[c] / wanted : std::numeric_limits<double>::infinity());
  }
  return most;
}

double LatticeSeries::rate(int doublings) const {
  const std::size_t last = state_.lattices.size() - 1;
  for (std::size_t i = last; i-- > 0;) {
    const std::int64_t points = state_.lattices[last].points;
    if (state_.lattices[i].points << doublings > points) continue;
    const double fall = variation(estimates_[i]) - variation(estimates_[last]);
    const auto ncomp = static_cast<double>(ncomp_);
    const double times =
        static_cast<double>(points) / static_cast<double>(state_.lattices[i].points);
    return fall / ncomp / elementary::log(times);
  }
  return 1;
}

double LatticeSeries::overall_rate(std::size_t component) const {
  const auto count = static_cast<double>(estimates_.size());
  double x = 0;
  double y = 0;
  double xx = 0;
  double xy = 0;
  for (std::size_t i = 0; i < estimates_.size(); ++i) {
    const double points = elementary::log(static_cast<double>(state_.lattices[i].points));
    const double error = elementary::log(
        std::max(estimates_[i].error[component], std::numeric_limits<double>::min()));
    x += points;
    y += error;
    xx += points * points;
    xy += points * error;
  }
  return (x * y - count * xy) / (count * xx - x * x);
}

bool LatticeSeries::has_heavy_tail() const {
  if (estimates_.size() < 2) return false;
  for (std::size_t c = 0; c < state_.tail.size(); ++c)
    if (state_.tail[c] > heavy_share && overall_rate(c) < fall_of_heavy) return true;
  return false;
}

bool LatticeSeries::large_enough() const {
  const SummedLattice &last = state_.lattices.back();
  const auto points = static_cast<double>(last.points) *
                      (static_cast<double>(last.shifts.size()) / static_cast<double>(ncomp_));
  for (const double samples : state_.rarity)
    if (points < enough_met * samples) return false;
  return last.points >= std::int64_t{1} << supporting_bits &&
         last.points >= state_.lattices.front().points << supporting_doublings;
}

bool LatticeSeries::supported() const {
  if (!large_enough()) return false;
  const std::size_t count = estimates_.size();
  for (std::size_t i = count - std::min<std::size_t>(count, 3); i + 1 < count; ++i)
    if (distance(estimates_[i], last()) > agreement) return false;
  // Of a success that further shifts confirm this was asked before they were summed.  To ask it
  // again would be to look for such of them as differ little.
  if (state_.lattices.back().confirmed > 0) return true;
  return !has_heavy_tail() &&
         (rate(supporting_doublings) >= supporting_rate || excess() <= negligible);
}

bool LatticeSeries::stands_unconfirmed() const {
  return state_.lattices.back().confirmed > 0 || excess() * chance_of_error <= 1;
}

void LatticeSeries::judge(LatticeResult &result) const {
  const LatticeEstimate &last = this->last();
  std::size_t first = estimates_.size() - 1;
  while (first > 0 && distance(estimates_[first - 1], last) <= contradiction) --first;
  result.left_out = result.missed = static_cast<std::int64_t>(first);
  result.dof = static_cast<std::int64_t>(estimates_.size() - first) - 1;
  for (std::size_t c = 0; c < result.chi2.size(); ++c) {
    result.chi2[c] = 0;
    for (std::size_t i = first; i + 1 < estimates_.size(); ++i) {
      const double apart = estimates_[i].integral[c] - last.integral[c];
      if (std::fabs(apart) > rounding_of_sums * std::fabs(last.integral[c]))
        result.chi2[c] += apart / estimates_[i].error[c] * (apart / estimates_[i].error[c]);
    }
  }
  const bool contradicted = result.dof == 0 && estimates_.size() > 1;
  result.trusted = !last.skewed && !contradicted && result.dof >= 1;
  result.remark.clear();
  distrust_end_of_axis(result, widths_at_ends(state_.edges, map_intervals), min_end);
  if (contradicted) add_remark(result, Remark::lattices_differ);
  if (last.skewed) add_remark(result, Remark::shift_stands_out);
  const bool confirmed = state_.lattices.back().confirmed > 0;
  if (!last.skewed && !confirmed && estimates_.size() >= 3 && has_heavy_tail())
    add_remark(result, Remark::lattice_tail);
  else if (estimates_.size() >= 3 && rate(max_doublings) < slow_rate && excess() > 0)
    add_remark(result, Remark::lattice_slow);
}

}  // namespace cuboid::algorithm
