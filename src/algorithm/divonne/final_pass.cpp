#include "algorithm/divonne/final_pass.hpp"

#include <algorithm>
#include <cmath>
#include <map>

#include "algorithm/divonne/shifted_sampler.hpp"
#include "cuba/divonne/numbers.hpp"
#include "run/remarks.hpp"
#include "statistics/student.hpp"

namespace cuboid::algorithm::divonne_detail {

namespace {

/// Sums with different shifts in a series.  Their spread is the error, which is then uncertain by
/// 1 / sqrt(2 * 23), a seventh of it.
constexpr int sums_in_series = 24;

/// The part of the points that is shared out by the spreads of the regions.  The others go to all
/// regions alike, and to all parts of the cube alike: a region that looked constant may hide
/// something, and the more the larger it is.  With a quarter or all instead of the half by
/// spread, 135 and 138 results converge instead of 134, with 5 wrong ones instead of 3
/// and with 3 (tests/bench/results/divonne_constants.txt, which has the other figures given here).
constexpr double by_spread = 0.5;
constexpr double alike = 0.25;
constexpr double by_volume = 0.25;

/// Points of a sum at least: a sum of fewer has too few different values for a spread that says
/// much.  Half and twice as many change evaluations by 3 %, up and down.
constexpr double min_points = 128;

/// With so many sums, the error is uncertain by a seventh of it.  A result whose error is smaller
/// than what is asked for by this factor owes its success to no chance.  3 takes 9 % more
/// evaluations, 0.75 a fifth fewer, with as many wrong results: it is kept for the pulls at
/// success.
constexpr double clear_success = 1.5;

/// A larger skewness of the mean is remarked on.  Normal sums have it in one series of 100.
constexpr double clear_skewness = 0.25;

/// A further series has between these times the points of all before it: fewer would not change the
/// error, and of more, most may be for nothing where the error was large by chance.
constexpr double min_growth = 0.5;
constexpr double max_growth = 8;

/// The largest share of one sum in the squares of the deviations of a series: of 24 normal ones it
/// is exceeded once in 5000 series (F. E. Grubbs, Ann. Math. Stat. 21 (1950) 27).  One that stands
/// out more has met something that the others have missed.  With a quarter,
/// 10 of 134 results no longer converge.
constexpr double max_share = 0.5;

/// Of the evaluations before the fresh samples, those of the climbs at a success are this part at
/// most.
constexpr double part_of_climbs = 0.05;

/// Mirror images are as high as a peak from this part of it on.
constexpr double as_high = 0.5;

/// With an error below this part of the tolerance the values have hardly varied, and that the
/// points are more even than random ones is no reason to believe in fewer of them: growth by
/// max_growth makes errors fall by less.  Half and twice of it change nothing on the reference.
constexpr double hardly_varied = 0.01;

Goal times(Goal goal, double factor) {
  goal.epsrel *= factor;
  goal.epsabs *= factor;
  return goal;
}

/// What makes the root of the variance of Student's distribution, as Iterations gives it, an error
/// of which three are exceeded as seldom as by the normal distribution.  Of sums that are skewed,
/// as with a power singularity, a mean that is too small has an error that is too small as well:
/// the term with the skewness of the mean is that of P. Hall, The Bootstrap and Edgeworth Expansion
/// (1992), (2.45).
double factor_of_sums(double dof, double skewness) {
  constexpr double z = 3;
  const double t =
      statistics::three_sigma_factor(dof) + std::fabs(skewness) * (2 * z * z + 1) / (6 * z);
  return t * std::sqrt((dof - 2) / dof);
}

std::vector<CutPeaks::Bounds> bounds_of(const std::vector<Region> &regions) {
  std::vector<CutPeaks::Bounds> bounds;
  for (const Region &region : regions)
    bounds.push_back({region.box.lower.data(), region.box.upper.data()});
  return bounds;
}

bool skewed(const std::vector<double> &skewness) {
  return std::any_of(skewness.begin(), skewness.end(),
                     [](double one) { return std::fabs(one) > clear_skewness; });
}

}  // namespace

FinalPass::FinalPass(const Goal &goal, int seed, const std::vector<Region> &regions,
                     Evaluations &evaluations)
    : goal_(goal),
      seed_(static_cast<std::uint64_t>(seed)),
      regions_(regions),
      evaluations_(evaluations),
      iterations_(evaluations.ncomp(), Combination::all, true),
      convergence_(goal),
      points_(regions.size(), 0),
      greatest_(as_size(evaluations.ncomp())),
      largest_(as_size(evaluations.ncomp())),
      cut_peaks_(bounds_of(regions), evaluations.ndim(), evaluations.ncomp(), {{1}, as_high}),
      images_(evaluations_behind_faces(evaluations.count())) {
  for (std::size_t r = 0; r < regions.size(); ++r)
    for (std::size_t c = 0; c < as_size(evaluations.ncomp()); ++c) {
      const Range &range = regions[r].range[c];
      ranges_.push_back(range);
      cut_peaks_.note_size(r, c, std::max(std::fabs(range.low), std::fabs(range.high)));
    }
  shares_ = shares();
  const double affordable = part_of_climbs * static_cast<double>(evaluations.count()) /
                            static_cast<double>(points_of_climb(evaluations.ndim()));
  climbs_ = static_cast<std::size_t>(
      std::clamp(affordable, 1.0, static_cast<double>(2 * evaluations.ncomp())));
}

double FinalPass::affordable() const {
  const std::int64_t climbs =
      static_cast<std::int64_t>(climbs_) * points_of_climb(evaluations_.ndim());
  return static_cast<double>(goal_.maxeval - evaluations_.count() - climbs - images_);
}

double FinalPass::min_series() const {
  return sums_in_series * std::max(static_cast<double>(regions_.size()), min_points);
}

/// As many as there have been: they were meant to reach the accuracy.
double FinalPass::first_points() const {
  if (affordable() < min_series()) return 0;
  return std::clamp(static_cast<double>(evaluations_.count()), min_series(), affordable());
}

/// So many that the error should fall to what is asked for, if it falls a little faster than the
/// inverse root of the number of points; 0: none are left.
double FinalPass::next_points(const Result &result) const {
  double ratio = 1;
  for (std::size_t c = 0; c < result.error.size(); ++c) {
    if (result.error[c] > 0) ratio = std::max(ratio, result.error[c] / tolerance(result, goal_, c));
  }
  const double left = affordable();
  if (left < std::max(min_series(), min_growth * sampled_)) return 0;
  const double growth = std::clamp(ratio * std::sqrt(ratio), min_growth, max_growth);
  // A success is confirmed with as many as that takes.
  const auto due = static_cast<double>(convergence_.due() - evaluations_.count());
  const double wanted = std::max(due > 0 ? due : growth * sampled_, min_series());
  // What would be left would not be worth a series.
  return left < 1.5 * wanted ? left : wanted;
}

std::vector<double> FinalPass::shares() const {
  const std::size_t ncomp = as_size(evaluations_.ncomp());
  std::vector<double> total(ncomp, 0.0);
  for (const Region &region : regions_)
    for (std::size_t c = 0; c < ncomp; ++c) total[c] += region.spread[c];
  std::vector<double> shares;
  double sum = 0;
  for (const Region &region : regions_) {
    double spread = 0;
    for (std::size_t c = 0; c < ncomp; ++c)
      if (total[c] > 0 && std::isfinite(total[c]))
        spread += region.spread[c] / total[c] / static_cast<double>(ncomp);
    shares.push_back(by_spread * spread + alike / static_cast<double>(regions_.size()) +
                     by_volume * region.box.volume());
    sum += shares.back();
  }
  for (double &share : shares) share /= sum;
  return shares;
}

void FinalPass::add_series(double points, Result &result) {
  std::vector<std::int64_t> sizes;
  for (const double share : shares_)
    sizes.push_back(ShiftedSampler::size_for(evaluations_.ndim(), share * points / sums_in_series));
  for (std::size_t r = 0; r < sizes.size(); ++r) points_[r] += sizes[r] * sums_in_series;
  std::vector<IterationEstimate> sums(sums_in_series);
  sample(sizes, sums);
  stood_out_ = one_stands_out(sums);
  for (IterationEstimate &sum : sums) {
    sampled_ += static_cast<double>(sum.samples);
    iterations_.add(std::move(sum));
  }
  ConvergenceState convergence = iterations_.combine(result);
  const std::vector<double> skewness = iterations_.skewness();
  for (std::size_t c = 0; c < result.error.size(); ++c)
    result.error[c] = std::hypot(
        result.error[c] * factor_of_sums(static_cast<double>(result.dof), skewness[c]), hidden(c));
  // It would be that of the sums, but no other method of this kind has one.
  result.covariance.clear();
  if (stood_out_) {
    result.trusted = false;
    say_alone(result, Remark::one_stands_out);
  }
  // Within a border nothing may be evaluated.
  const std::vector<Summit> from = evaluations_.has_border() ? std::vector<Summit>{} : summits();
  if (!unlimited_ && result.trusted && !from.empty() && accurate(result, goal_))
    unlimited_ = grows_without_limit(from, evaluations_);
  if (unlimited_) {
    result.trusted = false;
    say_alone(result, Remark::no_limit);
  }
  look_behind_faces(result);
  convergence.even_samples = even_samples();
  convergence.settled = accurate(result, times(goal_, 1 / clear_success));
  if (!accurate(result, times(goal_, hardly_varied)))
    convergence.allowance = Allowance::part_of_tolerance;
  const bool last = next_points(result) == 0;
  convergence_.decide(result, convergence, last);
  if (last && !result.converged && skewed(skewness)) add_remark(result, Remark::great_values);
  if (last) remark_on_effort(result, goal_);
}

std::int64_t FinalPass::even_samples() const {
  double least = sampled_;
  for (std::size_t r = 0; r < regions_.size(); ++r)
    least = std::min(least, static_cast<double>(points_[r]) / regions_[r].box.volume());
  return static_cast<std::int64_t>(least);
}

/// Fills the sums over all regions, each with shifts of its own, and as their errors the deviation
/// that they all show.
void FinalPass::sample(const std::vector<std::int64_t> &sizes,
                       std::vector<IterationEstimate> &sums) {
  const std::size_t ncomp = as_size(evaluations_.ncomp());
  std::map<std::int64_t, std::vector<std::size_t>> of_size;
  for (std::size_t r = 0; r < regions_.size(); ++r) of_size[sizes[r]].push_back(r);
  cut_peaks_.forget_integrals();
  for (IterationEstimate &sum : sums) {
    sum.integral.assign(ncomp, 0.0);
    sum.error.assign(ncomp, 0.0);
    sum.dominance.assign(ncomp, 0.0);
    sum.correlation.assign(ncomp * (ncomp + 1) / 2, 0.0);
    for (std::size_t c = 0; c < ncomp; ++c) sum.correlation[(c + 1) * (c + 2) / 2 - 1] = 1;
  }
  for (const auto &[size, numbers] : of_size) {
    std::vector<const Box *> group;
    for (const std::size_t r : numbers) group.push_back(&regions_[r].box);
    ShiftedSampler sampler(evaluations_.ndim(), size);
    for (std::size_t i = 0; i < sums.size(); ++i) {
      sampler.set_shift(seed_, static_cast<std::uint32_t>(as_size(iterations_.size()) + i));
      std::vector<Extremes> extremes(group.size(), Extremes(as_size(evaluations_.ndim()), ncomp));
      std::vector<Extremes *> each;
      for (Extremes &extreme : extremes) each.push_back(&extreme);
      const std::vector<RegionSample> samples =
          sampler.sample(Phase::main, group, each, evaluations_);
      for (std::size_t r = 0; r < group.size(); ++r) {
        for (std::size_t c = 0; c < ncomp; ++c) {
          const double integral = samples[r].estimate[c].integral;
          sums[i].integral[c] += integral;
          cut_peaks_.add(numbers[r], c, integral / sums_in_series);
        }
        note(*group[r], extremes[r], size);
        note_peaks(numbers[r], extremes[r]);
        note_range(numbers[r], extremes[r]);
      }
      sums[i].samples += size * static_cast<std::int64_t>(group.size());
    }
  }
  for (std::size_t c = 0; c < ncomp; ++c) {
    double mean = 0, spread = 0;
    for (const IterationEstimate &sum : sums) mean += sum.integral[c] / sums_in_series;
    for (const IterationEstimate &sum : sums) spread = std::hypot(spread, sum.integral[c] - mean);
    for (IterationEstimate &sum : sums) sum.error[c] = spread / std::sqrt(sums_in_series - 1.0);
  }
}

/// Keeps the greatest values that were met, and those that are the largest part of a sum.
void FinalPass::note(const Box &box, const Extremes &extremes, std::int64_t points) {
  const double part = box.volume() / static_cast<double>(points);
  for (std::size_t c = 0; c < greatest_.size(); ++c) {
    const Range &range = extremes.range(c);
    const bool low = -range.low > range.high;
    const double height = std::fabs(low ? range.low : range.high);
    const double *const x = low ? extremes.lowest(c) : extremes.highest(c);
    const auto keep = [&](double by, Summit &best) {
      if (by > best.size) best = {by, height, c, {x, x + box.ndim()}, &box};
    };
    keep(height, greatest_[c]);
    keep(height * part, largest_[c]);
  }
}

void FinalPass::note_peaks(std::size_t region, const Extremes &extremes) {
  for (std::size_t c = 0; c < extremes.ncomp(); ++c) {
    const Range &range = extremes.range(c);
    if (-range.low > range.high)
      cut_peaks_.note(region, c, range.low, extremes.lowest(c));
    else
      cut_peaks_.note(region, c, range.high, extremes.highest(c));
  }
}

void FinalPass::note_range(std::size_t region, const Extremes &extremes) {
  for (std::size_t c = 0; c < extremes.ncomp(); ++c) {
    Range &range = ranges_[region * extremes.ncomp() + c];
    range.low = std::min(range.low, extremes.range(c).low);
    range.high = std::max(range.high, extremes.range(c).high);
  }
}

/// Of a function of two values, as of a set: what one region hides that has only one of them at its
/// points.  A corner of the set in it as large as the part of one point is met by chance, and what
/// the regions with both values vary by knows nothing of it.
double FinalPass::hidden(std::size_t component) const {
  const std::size_t ncomp = as_size(evaluations_.ncomp());
  Range all = ranges_[component];
  for (std::size_t r = 0; r < regions_.size(); ++r) {
    const Range &range = ranges_[r * ncomp + component];
    all = {std::min(all.low, range.low), std::max(all.high, range.high)};
  }
  double most = 0;
  for (std::size_t r = 0; r < regions_.size(); ++r) {
    const Range &range = ranges_[r * ncomp + component];
    for (const double value : {range.low, range.high})
      if (value != all.low && value != all.high) return 0;
    if (range.low == range.high)
      most = std::max(most, regions_[r].box.volume() / static_cast<double>(points_[r]));
  }
  return most * (all.high - all.low);
}

void FinalPass::look_behind_faces(Result &result) {
  if (evaluations_.has_border()) return;
  distrust_cut_peaks(cut_peaks_, goal_, images_, result,
                     [this](std::int64_t count, const double *x, double *f) {
                       evaluations_.evaluate(Phase::main, count, x, f);
                     });
}

std::vector<Summit> FinalPass::summits() const {
  std::vector<Summit> chosen;
  for (const std::vector<Summit> *all : {&greatest_, &largest_})
    for (const Summit &one : *all)
      if (one.size > 0 && chosen.size() < climbs_) chosen.push_back(one);
  return chosen;
}

bool FinalPass::one_stands_out(const std::vector<IterationEstimate> &sums) const {
  for (std::size_t c = 0; c < sums.front().integral.size(); ++c) {
    double mean = 0;
    for (const IterationEstimate &sum : sums) mean += sum.integral[c] / sums_in_series;
    const double all = sums.front().error[c] * std::sqrt(sums_in_series - 1.0);
    if (!(all > rounding_of_sums * std::fabs(mean))) continue;
    for (const IterationEstimate &sum : sums)
      if (std::fabs(sum.integral[c] - mean) > std::sqrt(max_share) * all) return true;
  }
  return false;
}

}  // namespace cuboid::algorithm::divonne_detail
