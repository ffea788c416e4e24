#include <algorithm>
#include <cmath>

#include "base/failure.hpp"
#include "cuba/divonne/integration.hpp"
#include "cuba/divonne/numbers.hpp"
#include "rule/korobov.hpp"
#include "run/print_iteration.hpp"

namespace cuboid::algorithm::divonne_detail {

namespace {

constexpr int levels_of_refinement = 2;
constexpr std::int64_t points_between_saves = std::int64_t{1} << 14;

/// Errors come out a little larger than planned, 1.001 to 1.007 times for smooth integrands: the
/// integral has changed, and so has what the accuracy allows, and samples that disagree raise them.
/// To see that when all regions are done costs more than points in reserve.
constexpr double planning_reserve = 1.02;

/// A region whose main sample has so many times the spread that the partitioning saw was judged by
/// too few points.  1.25 and 3 change evaluations by less than 1 % (divonne_constants.txt).
constexpr double much_wider = 1.5;

double fourth_power(double number) {
  const double square = number * number;
  return square * square;
}

}  // namespace

/// Fixes the number of points.
void Integration::begin_main() {
  const std::int64_t left = std::max<std::int64_t>(task_.goal.maxeval - evaluations_.count(), 0);
  progress_.affordable = left / regions() + 1;
  progress_.wanted = std::max(2 * first_->effective(), rounded_up(planning_reserve * need()));
  // Where the integrand seems to be constant, it may be that all of it has been missed.
  const bool constant = std::all_of(totals_.begin(), totals_.end(),
                                    [](const RegionSums::Sum &sum) { return sum.spread == 0; });
  if (constant) progress_.wanted = rule::korobov_max_points;
  // The least number of evaluations, too, is reached by larger samples.
  const std::int64_t required = (task_.goal.mineval - evaluations_.count()) / regions() + 1;
  if (required > main_points(progress_.wanted))
    progress_.wanted = options_.key2 < 0 ? required : 2 * required;
}

void Integration::make_samplers() {
  second_ = make_sampler(task_, options_.key2, progress_.wanted, progress_.affordable, 2, random_);
  if (options_.key3 != 0 && options_.key3 != 1)
    third_ = make_sampler(task_, options_.key3, progress_.wanted, progress_.affordable, 2, random_);
}

/// Whether the sample of the main integration can be larger than that of the partitioning.
bool Integration::enough_samples() const {
  return progress_.affordable >= std::min(first_->points() + 1, second_->points());
}

void Integration::integrate_regions() {
  try {
    work_off_regions();
  } catch (const Failure &) {
    publish_main();
    throw;
  }
}

void Integration::work_off_regions() {
  for (;;) {
    const std::vector<std::size_t> chosen = next_regions();
    if (chosen.empty()) {
      publish_main();
      if (!improve()) return;
      continue;
    }
    if (leaves_too_little(static_cast<std::int64_t>(chosen.size()))) return publish_main();
    integrate_regions(chosen);
    if (sums_.waiting() > 0) enlarge_sample();
    save_if_due();
  }
}

/// Whether a sample of so many regions more goes too far beyond maxeval.  Regions
/// that were split for what their samples showed are more than had been planned for.
bool Integration::leaves_too_little(std::int64_t count) const {
  return at_maxeval_ == AtMaxeval::ends_in_time &&
         evaluations_.count() + count * second_->points() / 2 > task_.goal.maxeval;
}

/// Regions without an outcome, as many as are sampled together.
std::vector<std::size_t> Integration::next_regions() {
  const std::size_t together =
      as_size(std::max<std::int64_t>(points_between_saves / second_->points(), 1));
  return sums_.first_waiting(together);
}

void Integration::integrate_regions(const std::vector<std::size_t> &chosen) {
  std::vector<Extremes> extremes(chosen.size(), Extremes(as_size(task_.ndim), ncomp_));
  std::vector<Extremes *> each;
  std::vector<const Box *> boxes;
  for (const std::size_t i : chosen) boxes.push_back(&regions_[i].box);
  for (Extremes &extreme : extremes) each.push_back(&extreme);
  const std::vector<RegionSample> samples = second_->sample(Phase::main, boxes, each, evaluations_);
  // Regions to come have the first claim on what may still be evaluated.
  const std::int64_t others = sums_.waiting() - static_cast<std::int64_t>(chosen.size());
  std::int64_t left = task_.goal.maxeval - evaluations_.count() - others * second_->points();
  std::vector<Region *> failed;
  std::vector<Extremes *> failed_extremes;
  std::vector<std::size_t> failed_numbers;
  std::vector<RegionSample> failed_samples;
  for (std::size_t k = 0; k < chosen.size(); ++k) {
    Region &region = regions_[chosen[k]];
    const bool widened = widen(region, extremes[k]);
    if (left <= 0 || (!widened && passes(region, samples[k]))) continue;
    failed.push_back(&region);
    failed_extremes.push_back(&extremes[k]);
    failed_numbers.push_back(chosen[k]);
    failed_samples.push_back(samples[k]);
    left -= second_->points();
  }
  partitioner_->search_again(Phase::main, failed, failed_extremes);
  for (std::size_t k = 0; k < chosen.size(); ++k) {
    settle(regions_[chosen[k]], samples[k], nullptr);
    sums_.touch(chosen[k]);
  }
  unpublished_ += chosen.size();
  refine(failed_numbers, failed_samples);
  // Each time all regions are added up.
  if (unpublished_ >= regions_.size() / 2) publish_main();
}

/// Takes what a sample has seen into the range of a region.  True if that makes the spread so much
/// larger that it is more than the region's part of what the accuracy allows, or than all that was
/// known of the integrand.
bool Integration::widen(Region &region, const Extremes &seen) const {
  const double part =
      static_cast<double>(second_->effective()) / std::sqrt(static_cast<double>(regions()));
  bool much = false;
  for (std::size_t c = 0; c < ncomp_; ++c) {
    const double before = region.spread[c];
    region.range[c].low = std::min(region.range[c].low, seen.range(c).low);
    region.range[c].high = std::max(region.range[c].high, seen.range(c).high);
    const double spread =
        region.box.volume() * (0.5 * region.range[c].high - 0.5 * region.range[c].low);
    region.spread[c] = std::max(before, spread);
    much = much || (region.spread[c] > much_wider * before &&
                    region.spread[c] > std::min(part * allowed(c), totals_[c].spread));
  }
  return much;
}

/// Whether the two samples of a region agree, and the second has its part of the accuracy.
bool Integration::passes(const Region &region, const RegionSample &sample) const {
  for (std::size_t c = 0; c < ncomp_; ++c) {
    const Estimate &second = sample.estimate[c];
    const double difference = std::fabs(second.integral - region.first[c].integral);
    const double error = std::hypot(error_of(region, region.first[c], c, *first_),
                                    error_of(region, second, c, *second_), second.scatter);
    const double rounding = 0x1p-26 * std::fabs(second.integral);
    if (difference > std::max(std::sqrt(std::max(options_.maxchisq, 0.0)) * error, rounding))
      return false;
    if (second_->kind() == SampleKind::rule &&
        second.error * totals_[c].spread > region.spread[c] * allowed(c))
      return false;
  }
  return true;
}

/// Whether the difference of the two samples matters.
bool Integration::deviates(const Region &region, const RegionSample &sample) const {
  for (std::size_t c = 0; c < ncomp_; ++c)
    if (std::fabs(sample.estimate[c].integral - region.first[c].integral) >
        options_.mindeviation * allowed(c))
      return true;
  return false;
}

/// Regions that have failed: a third sample for each, or more regions.
void Integration::refine(const std::vector<std::size_t> &failed,
                         const std::vector<RegionSample> &second) {
  std::vector<std::size_t> numbers;
  std::vector<const RegionSample *> seconds;
  for (std::size_t k = 0; k < failed.size(); ++k)
    if (options_.key3 != 0 && deviates(regions_[failed[k]], second[k])) {
      numbers.push_back(failed[k]);
      seconds.push_back(&second[k]);
    }
  if (numbers.empty()) return;
  if (!third_) {
    task_.log->print(3, "\nSplit");
    // Until each part has its share of the spread that the accuracy allows.
    const double share =
        static_cast<double>(second_->effective()) / std::sqrt(static_cast<double>(regions()));
    std::vector<double> floor;
    for (std::size_t c = 0; c < ncomp_; ++c) floor.push_back(allowed(c) * share);
    split(numbers, levels_of_refinement, floor, 0);
    return;
  }
  std::vector<const Box *> boxes;
  std::vector<Extremes> extremes(numbers.size(), Extremes(as_size(task_.ndim), ncomp_));
  std::vector<Extremes *> each;
  for (const std::size_t i : numbers) boxes.push_back(&regions_[i].box);
  for (Extremes &extreme : extremes) each.push_back(&extreme);
  const std::vector<RegionSample> thirds =
      third_->sample(Phase::refinement, boxes, each, evaluations_);
  for (std::size_t k = 0; k < numbers.size(); ++k) {
    settle(regions_[numbers[k]], *seconds[k], &thirds[k]);
    sums_.touch(numbers[k]);
  }
}

/// The mean of independent measurements, weighted with the inverse variances.  Where they scatter
/// more than these let expect, the variance of the mean grows as their chi-square does.
Region::Outcome Integration::combined(const Measurements &measurements) const {
  double least = std::numeric_limits<double>::infinity();
  for (const Measurement &m : measurements) least = std::min(least, m.error);
  // Relative to the least error, or, without errors, to the numbers of points.
  auto weight_of = [&](const Measurement &m) {
    const double ratio = least > 0 ? least / m.error : m.error > 0 ? 0 : m.points;
    return ratio * ratio;
  };
  double weight = 0, weighted = 0;
  for (const Measurement &m : measurements) {
    weight += weight_of(m);
    weighted += weight_of(m) * m.value;
  }
  Region::Outcome outcome;
  outcome.integral = weighted / weight;
  for (const Measurement &m : measurements) {
    const double error = std::hypot(m.error, m.scatter);
    const double deviation = m.error > 0 ? (m.value - outcome.integral) / error : 0;
    outcome.chi2 += deviation * deviation;
    outcome.scatter = std::hypot(outcome.scatter, weight_of(m) / weight * m.scatter);
    if (m.scale > 0) outcome.scale = std::hypot(outcome.scale, weight_of(m) / weight * m.scale);
  }
  outcome.dof = std::max<std::int64_t>(1, measurements.end() - measurements.begin() - 1);
  const double ratio = outcome.chi2 / static_cast<double>(outcome.dof);
  outcome.error = std::sqrt(std::max(1.0, ratio) / weight) * least;
  return outcome;
}

/// What a region has shown, with one degree of freedom, and what it has to be expected to show, as
/// the regions have shown together.  Regions are split for a large scatter, so that what is left
/// would show too little.
double Integration::scatter_of(const Region::Outcome &outcome, std::size_t c) const {
  const double ratio = pool_[c].scale > 0 ? pool_[c].scatter / pool_[c].scale : 0;
  return std::hypot(outcome.scatter, ratio * outcome.scale) / std::sqrt(2.0);
}

double Integration::error_of(const Region::Outcome &outcome, std::size_t c) const {
  return std::hypot(outcome.error, scatter_of(outcome, c));
}

void Integration::settle(Region &region, const RegionSample &second, const RegionSample *third) {
  region.outcome.clear();
  for (std::size_t c = 0; c < ncomp_; ++c) {
    Measurements measurements;
    auto add = [&](const Estimate &estimate, const Sampler &sampler) {
      const double error = error_of(region, estimate, c, sampler);
      const bool scatters = &sampler != first_.get() && sampler.kind() == SampleKind::lattice;
      measurements.add({estimate.integral, error, estimate.scatter, scatters ? error : 0,
                        static_cast<double>(sampler.effective())});
    };
    // The estimates of two rules are not independent.
    const bool rules = first_->kind() == SampleKind::rule && second_->kind() == SampleKind::rule;
    if (!region.before.empty()) {
      const Region::Outcome &before = region.before[c];
      measurements.add({before.integral, before.error, before.scatter, before.scale,
                        static_cast<double>(second_->effective())});
    } else if (!rules) {
      add(region.first[c], *first_);
    }
    add(second.estimate[c], *second_);
    if (third) add(third->estimate[c], *third_);
    region.outcome.push_back(combined(measurements));
    if (!region.before.empty()) {
      region.outcome[c].chi2 += region.before[c].chi2;
      region.outcome[c].dof += region.before[c].dof;
    }
    if (!task_.last_only) continue;
    const Measurement &last = *(measurements.end() - 1);
    region.outcome[c].integral = last.value;
    region.outcome[c].scatter = last.scatter;
    region.outcome[c].scale = last.scale;
    region.outcome[c].error = last.error;
  }
  for (std::size_t c = 0; c < ncomp_; ++c) {
    pool_[c].scatter = std::hypot(pool_[c].scatter, region.outcome[c].scatter);
    pool_[c].scale = std::hypot(pool_[c].scale, region.outcome[c].scale);
  }
  log_region(region, second, third);
}

/// After the spreads of regions have changed: larger samples for those that are still to come.
void Integration::enlarge_sample() {
  if (is_rule(options_.key2, task_.ndim)) return;
  update_totals();
  const std::int64_t wanted = rounded_up(need());
  if (wanted <= progress_.wanted + progress_.wanted / 64) return;
  const std::int64_t left = std::max<std::int64_t>(task_.goal.maxeval - evaluations_.count(), 0);
  progress_.wanted = wanted;
  progress_.affordable = std::max(left / sums_.waiting() + 1, second_->points());
  make_samplers();
  task_.log->print(3, "Sampling remaining %lld regions with %lld points per region.",
                   static_cast<long long>(sums_.waiting()),
                   static_cast<long long>(second_->points()));
}

/// Sums over regions, of the last estimate that each has.  Errors of rules may have the same sign
/// in all of them, and are added as they are; others are independent.  The scatter of the lattices
/// measures the same errors once more, by itself: the larger of the two stands, and not their sum,
/// which would ask for samples that neither of them does.  The variance that follows from the
/// scatter is one of few degrees of freedom, nu = (sum s^2)^2 / sum s^4 (Welch and Satterthwaite),
/// if few regions have most of it; for that it is raised by 2 / nu of itself.
void Integration::publish_main() {
  unpublished_ = 0;
  std::vector<double> scatters(regions_.size(), 0);
  for (std::size_t c = 0; c < ncomp_; ++c) {
    double integral = 0, error = 0, scatter = 0, chi2 = 0;
    for (std::size_t i = 0; i < regions_.size(); ++i) {
      const Region &region = regions_[i];
      const bool done = !region.outcome.empty();
      integral += done ? region.outcome[c].integral : region.first[c].integral;
      scatters[i] = done ? scatter_of(region.outcome[c], c) : 0;
      const double part =
          done ? region.outcome[c].error : error_of(region, region.first[c], c, *first_);
      error = second_->kind() == SampleKind::rule ? error + part : std::hypot(error, part);
      if (!done) continue;
      chi2 += region.outcome[c].chi2;
      scatter = std::hypot(scatter, scatters[i]);
    }
    double fourth = 0;
    if (scatter > 0)
      for (const double one : scatters) fourth += fourth_power(one / scatter);
    result_.integral[c] = integral;
    result_.error[c] = std::max(error, std::sqrt(1 + 2 * fourth) * scatter);
    result_.chi2[c] = chi2;
  }
  result_.nregions = regions();
  result_.dof = 0;
  for (const Region &region : regions_)
    result_.dof += region.outcome.empty() ? 1 : region.outcome.front().dof;
}

void Integration::log_totals() const {
  if (task_.log->trace()) task_.log->trace()->iteration(result_.niterations, result_, {});
  if (!task_.log->shows(3)) return;
  task_.log->print(3, "\nTotals:%s", component_lines(result_).c_str());
}

void Integration::log_region(const Region &region, const RegionSample &second,
                             const RegionSample *third) const {
  if (!task_.log->shows(3)) return;
  std::string text = "\nRegion";
  for (std::size_t d = 0; d < region.box.ndim(); ++d)
    text += formatted(d == 0 ? " (%f) - (%f)" : "\n       (%f) - (%f)", region.box.lower[d],
                      region.box.upper[d]);
  for (std::size_t c = 0; c < ncomp_; ++c) {
    auto line = [&](const Estimate &estimate, const Sampler &sampler) {
      return formatted("%g +- %g(%g)", estimate.integral, error_of(region, estimate, c, sampler),
                       estimate.error);
    };
    text += formatted("\n[%zu] ", c + 1) + line(region.first[c], *first_);
    text += "\n    " + line(second.estimate[c], *second_);
    if (third) text += "\n    " + line(third->estimate[c], *third_);
    text += formatted("  \tchisq %g", region.outcome[c].chi2);
  }
  task_.log->print(3, "%s", text.c_str());
}

}  // namespace cuboid::algorithm::divonne_detail
