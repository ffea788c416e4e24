#include "algorithm/suave/final_pass.hpp"

#include <algorithm>
#include <cmath>

#include "algorithm/common/end_of_axis.hpp"
#include "run/accuracy.hpp"
#include "statistics/square_unit.hpp"

namespace cuboid::algorithm::suave_parts {

namespace {

/// Of a region, in an iteration: two have a variance, if a poor one.
constexpr std::int64_t min_samples = 4;

/// Iterations after which a result that is accurate, and not trusted, is given up where smaller
/// regions can be had, and those without which these have no success: else a looser tolerance fails
/// where a tighter one converges (Honest.ConvergesToALooserAccuracyAsWell).  honesty --methods
/// suave
/// --families fresh,heldout --seeds 1 --part K/16 --tolerances 1e-2, K = 1 and 9: 469 of 549
/// converge, and 463 where nothing is given up, with .988 of the evaluations.  After six
/// iterations, and for twice the regions, 158 of 200 converge at a jump that many more do now
/// (FinalPass.PullsAtAJumpAreStandardNormal).
constexpr std::int64_t iterations_in_vain = 12;
constexpr std::int64_t min_iterations_anew = 6;

/// So many times less than an iteration is no further one: there were four of a sixth of maxeval
/// each, where three had left a hundred evaluations.  honesty --methods suave --families
/// fresh,heldout --seeds 1 --part 1/16 --tolerances 1e-2,1e-3: 158 of 184 converge in either case,
/// with .95 of the evaluations.
constexpr std::int64_t hardly_any = 8;

/// Part of an iteration that is spread over the regions by their volumes: in a large one whose few
/// samples are all 0 there may be a corner of a set.  Spread over all regions alike, 3 % of the
/// simplices in four dimensions that converged were beyond three errors, up to 11
/// (tests/bench/results/sets.txt).
constexpr double part_by_volume = 0.25;

/// Of Gaussians of widths 0.01 to 0.2 in or near the middle of 3 to 8 dimensions, 15 of 248 that
/// were called converged were wrong; with mirror images of which half the height counts 5 of 238,
/// with a tenth, and what stands beside the faces, 1 of 234.  Of the fresh integrals 549, 547 and
/// 546 converge, of the reference as many (narrow_peaks suave; honesty --methods suave).
constexpr double beside_a_face = 0.01;
constexpr double as_high = 0.1;

std::vector<CutPeaks::Bounds> bounds_of(const std::vector<Region> &regions) {
  std::vector<CutPeaks::Bounds> bounds;
  for (const Region &region : regions) bounds.push_back({region.lower.data(), region.upper.data()});
  return bounds;
}

/// A deviation of which sums are numbers: beside errors that are next to nothing, as where all
/// samples before have missed a needle, it is beyond the range of double.
double bounded(double deviation) {
  constexpr double most = 1e280;
  return deviation <= most ? deviation : most;
}

/// [regions] What a sample in the region varies by, to share out samples: of all components but
/// zeros, in terms of their units.
std::vector<double> deviations(const SuaveRun &run, const std::vector<double> &unit) {
  const std::vector<double> units = run.units();
  std::vector<double> deviations;
  for (const Region &region : run.regions()) {
    const Estimate estimate = run.mean_of(region);
    double samples = 0;
    for (const SampleSet &set : region.sets) samples += static_cast<double>(set.count);
    double square = 0;
    for (std::size_t c = 0; c < estimate.variance.size(); ++c) {
      const double error = unit[c] / units[c];
      if (error > 0) square += estimate.variance[c] / (error * error);
    }
    deviations.push_back(bounded(std::sqrt(square * samples)));
  }
  return deviations;
}

/// [regions][ncomp] Of the values in each region.
std::vector<double> means(const SuaveRun &run) {
  const std::vector<double> units = run.units();
  std::vector<double> means;
  for (const Region &region : run.regions()) {
    const Estimate estimate = run.mean_of(region);
    for (std::size_t c = 0; c < units.size(); ++c)
      means.push_back(units[c] * std::ldexp(estimate.integral[c], region.bisections));
  }
  return means;
}

/// Counts also a set that does not come to its end.
struct Counted {
  Result &result;
  const Sampler &sampler;
  ~Counted() { result.neval = sampler.evaluations(); }
};

/// The largest square by which the contribution of a sample differs from their mean.
double greatest_deviation(const SampleSet &set, std::size_t ncomp, std::size_t component,
                          double integral) {
  const double mean = integral / static_cast<double>(set.count);
  double greatest = 0;
  for (std::int64_t i = 0; i < set.count; ++i) {
    const double value = set.weight[i] * set.f[static_cast<std::size_t>(i) * ncomp + component];
    greatest = std::max(greatest, (value - mean) * (value - mean));
  }
  return greatest;
}

}  // namespace

FinalPass::FinalPass(const Task &task, const SuaveOptions &options, SuaveRun &run,
                     const Result &result, const Before &before)
    : task_(task),
      regions_(run.regions()),
      earlier_(before.iterations),
      unit_of_values_(run.units()),
      unit_(result.error),
      deviation_(deviations(run, unit_)),
      mean_(means(run)),
      store_(task.ndim, task.ncomp, run.budget()),
      sampler_(task.ndim, options, *task.engine, store_, run.budget()),
      mixture_(sampler_),
      iterations_(task.ncomp, Combination::all),
      convergence_(task.goal),
      cut_peaks_(bounds_of(regions_), task.ndim, task.ncomp, {{1, beside_a_face}, as_high}),
      images_(evaluations_behind_faces(before.explored)) {
  // Sobol points keep away from some places.
  if (options.seed == 0) sampler_.scramble(0);
  sampler_.resume_after(before.evaluations);
  for (std::size_t r = 0; r < regions_.size(); ++r)
    for (const SampleSet &set : regions_[r].sets) note_peaks(r, set);
}

void FinalPass::note_peaks(std::size_t region, const SampleSet &set) {
  const auto ndim = static_cast<std::size_t>(task_.ndim);
  const auto ncomp = static_cast<std::size_t>(task_.ncomp);
  for (std::size_t i = 0; i < static_cast<std::size_t>(set.count); ++i)
    for (std::size_t c = 0; c < ncomp; ++c)
      cut_peaks_.note(region, c, unit_of_values_[c] * set.f[i * ncomp + c], set.x + i * ndim);
}

void FinalPass::look_behind_faces(Result &result) {
  const Counted counted{result, sampler_};
  distrust_cut_peaks(
      cut_peaks_, task_.goal, images_, result,
      [this](std::int64_t count, const double *x, double *f) { sampler_.look(count, x, f); });
}

void FinalPass::iterate(std::int64_t samples, Result &result) {
  iterations_.add(sum_up(std::min(samples, task_.goal.maxeval - result.neval), result));
  const ConvergenceState convergence = iterations_.combine(result);
  result.niterations += earlier_;
  result.left_out += earlier_;
  distrust_end_of_axis(result, widths_at_ends());
  result.nearest =
      nearest_to_ends(widths_at_ends(), grid_bins * regions_.size(), convergence.samples);
  // What the components have in common was not summed.
  result.covariance.clear();
  look_behind_faces(result);
  const bool last = is_spent(samples, result);
  // Whoever tries several times succeeds by luck more often.
  if (earlier_ > 0 && !last && iterations_.size() < min_iterations_anew) return;
  convergence_.decide(result, convergence, last);
  if (last) remark_on_effort(result, task_.goal);
}

/// Whether maxeval leaves room for nothing, or after an iteration for hardly any of another one.
bool FinalPass::is_spent(std::int64_t samples, const Result &result) const {
  const std::int64_t room = task_.goal.maxeval - result.neval;
  return room <= 0 || (iterations_.size() > 0 && room < samples / hardly_any);
}

/// Where a corner of a region is singular, single samples make up the error of fresh ones, however
/// many there are, and the result is never trusted: smaller regions help.
bool FinalPass::is_in_vain(std::int64_t samples, const Result &result) const {
  if (iterations_.size() < iterations_in_vain || result.trusted || !accurate(result, task_.goal))
    return false;
  const std::int64_t wanted = (smaller_regions - 1) * iterations_of_regions * samples +
                              smaller_regions * iterations_in_vain * samples;
  return wanted <= task_.goal.maxeval - result.neval;
}

/// [ndim] Of the narrowest last interval of each axis, of all regions at the end of the axis.
std::vector<double> FinalPass::widths_at_ends() const {
  std::vector<double> widths(2 * static_cast<std::size_t>(task_.ndim), 1.0);
  for (const Region &region : regions_)
    for (int d = 0; d < task_.ndim; ++d) {
      const auto axis = static_cast<std::size_t>(d);
      const double width = region.upper[axis] - region.lower[axis];
      const double *const edges = region.edges_of(d);
      double &first = widths[2 * axis], &last = widths[2 * axis + 1];
      if (region.lower[axis] == 0) first = std::min(first, edges[0] * width);
      if (region.upper[axis] == 1) last = std::min(last, (1 - edges[grid_bins - 2]) * width);
    }
  return widths;
}

double FinalPass::share_of(std::size_t region, double total) const {
  const double volume = std::ldexp(1.0, -regions_[region].bisections);
  if (!(total > 0)) return volume;
  return (1 - part_by_volume) * deviation_[region] / total + part_by_volume * volume;
}

/// The mean square of what was known and of what the iteration has seen, of all components in terms
/// of their errors, but for those that were zero at all points that chose the regions.  The next
/// iteration's numbers depend on earlier samples alone.
void FinalPass::learn(std::size_t region, std::int64_t count,
                      const std::vector<SetEstimate> &estimates) {
  double square = 0;
  for (std::size_t c = 0; c < estimates.size(); ++c) {
    const double unit = unit_[c] / unit_of_values_[c];
    if (unit == 0) continue;
    square += static_cast<double>(count) / (estimates[c].inverse_variance * unit * unit);
  }
  deviation_[region] = bounded(std::sqrt((deviation_[region] * deviation_[region] + square) / 2));
}

/// Brings a set into the units of values, which it may raise.  Returns those before.
std::vector<double> FinalPass::take_unit(const SampleSet &set) {
  const std::size_t ncomp = unit_of_values_.size();
  std::vector<double> sizes(ncomp, 0.0);
  statistics::raise_sizes(static_cast<std::size_t>(set.count), ncomp, set.f, sizes.data());
  std::vector<double> before = unit_of_values_;
  for (std::size_t c = 0; c < ncomp; ++c)
    unit_of_values_[c] = statistics::next_unit(before[c], sizes[c]);
  change_unit(set, std::vector<double>(ncomp, 1.0), unit_of_values_);
  return before;
}

IterationEstimate FinalPass::sum_up(std::int64_t samples, Result &result) {
  const auto ncomp = static_cast<std::size_t>(task_.ncomp);
  IterationEstimate sum;
  sum.correlation.assign(ncomp * (ncomp + 1) / 2, 0.0);
  sum.integral.assign(ncomp, 0.0);
  sum.dominance.assign(ncomp, 0.0);
  std::vector<double> variance(ncomp, 0.0);
  std::vector<double> largest(ncomp, 0.0);
  std::vector<SetEstimate> estimates(ncomp);
  const auto shared =
      std::max<double>(0, static_cast<double>(samples) - static_cast<double>(min_samples) *
                                                             static_cast<double>(regions_.size()));
  double total = 0;
  for (const double one : deviation_) total += one;
  cut_peaks_.forget_integrals();
  for (std::size_t r = 0; r < regions_.size(); ++r) {
    const std::int64_t count = min_samples + static_cast<std::int64_t>(shared * share_of(r, total));
    const Counted counted{result, sampler_};
    const SampleSet set = mixture_.draw(
        regions_[r], count, static_cast<std::int32_t>(earlier_ + iterations_.size() + 1));
    const std::vector<double> before = take_unit(set);
    for (std::size_t c = 0; c < ncomp; ++c) {
      const double ratio = before[c] / unit_of_values_[c];
      variance[c] *= ratio * ratio;
      largest[c] *= ratio * ratio;
    }
    note_peaks(r, set);
    for (std::size_t c = 0; c < ncomp; ++c)
      mixture_.steady(set, ncomp, c, mean_[r * ncomp + c] / unit_of_values_[c]);
    estimate_set(set, task_.ncomp, estimates.data(), 0);
    sum.samples += count;
    for (std::size_t c = 0; c < ncomp; ++c) {
      sum.integral[c] += unit_of_values_[c] * estimates[c].integral;
      cut_peaks_.add(r, c, unit_of_values_[c] * estimates[c].integral);
      const double greatest = greatest_deviation(set, ncomp, c, estimates[c].integral);
      // Of equal values, rounding leaves what is no variance.
      if (greatest > 0) variance[c] += 1 / estimates[c].inverse_variance;
      largest[c] = std::max(largest[c], greatest);
    }
    learn(r, count, estimates);
    store_.clear();
  }
  for (std::size_t c = 0; c < ncomp; ++c) {
    require_in_range(std::isfinite(sum.integral[c]), c);
    sum.error.push_back(unit_of_values_[c] * std::sqrt(variance[c]));
    sum.dominance[c] = variance[c] > 0 ? largest[c] / variance[c] : 0;
    sum.correlation[(c + 1) * (c + 2) / 2 - 1] = 1;
  }
  return sum;
}

}  // namespace cuboid::algorithm::suave_parts
