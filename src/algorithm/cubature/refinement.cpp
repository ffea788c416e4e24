#include "algorithm/cubature/refinement.hpp"

#include <algorithm>
#include <bit>
#include <cmath>

#include "algorithm/cubature/parts.hpp"
#include "base/failure.hpp"
#include "cuba/cuhre/known_rule.hpp"
#include "run/accuracy.hpp"
#include "run/state_rest.hpp"
#include "run/trace.hpp"

namespace cuboid::algorithm {

namespace {

/// Regions that are split together are at most this share of all, so that none is split by what was
/// known of it long ago; and none has an error below this share of the largest one, but for so
/// small a share of all that looking through all regions costs nothing beside it.
constexpr std::int64_t split_together = 2;
constexpr double min_error_together = 1. / 32;
constexpr std::int64_t worth_a_search = 64;
/// Where the halves of a region have so many times its error, that said next to nothing, and so may
/// those that were alike: of two ends at which an integrand seems to grow without bound, the first
/// has twice the error after each split, and the other one is never the largest.  Of s/(pi (x^2 +
/// s^2)) over all x with s = 1e12, 1/2 was converged at 1e-3.  With 1, evaluations of the fresh
/// families grow by 0.6 % in the mean, with 1.5 by 0.2 %.
constexpr double growth_of_blind = 1.5;
/// Of more regions, to look through them costs as much as to split one.
constexpr std::int64_t max_looked_through = 1024;
/// First regions take at most this part of maxeval.
constexpr std::int64_t part_of_grid = 2;
/// What a run that somebody goes on from may begin with, whatever it has evaluations for.
constexpr std::int64_t parts_of_opening = 64;
/// So many times its error counts for what the rule says of a part that has been compared neither
/// with a larger region nor with its halves: with 1, exp(max(x, y, z)) over six simplices was three
/// times beyond its error (reg_polytope_cube_max_d03).
constexpr double error_uncompared = 10;
/// What those that are not split may have together, of the error that is allowed.
constexpr double unsplit_error = 0.5;

/// By its upper bound, the width below which a region is a point: 16 numbers lie in it.
constexpr double width_of_point = 0x1p-48;
/// Boxes that have few numbers on an axis themselves are taken as they are.
constexpr double max_place = 0x1p20;
/// Below this part of its error, what the null rules of a region see is nothing.  Thin rings were
/// cut into slivers a thousand times as long as wide: 15 of 40 in two dimensions were converged and
/// beyond their errors at 1e-3, of which 3 are left (tests/bench/results/rings.txt).
constexpr double blind = 1e-4;

std::vector<RuleEstimate> component_of(const std::vector<std::vector<RuleEstimate>> &all,
                                       std::size_t c) {
  std::vector<RuleEstimate> of_component;
  for (const std::vector<RuleEstimate> &one : all) of_component.push_back(one[c]);
  return of_component;
}

}  // namespace

Refinement::Refinement(const Task &task, const CubatureOptions &options, Result &result,
                       Halved halved)
    : task_(task),
      result_(result),
      checks_(options.checks),
      rule_(known_rule(task.ndim, options.key, checks_.faces)),
      sampler_(task_, rule_),
      max_splits_(options.splits),
      cuts_(options.cuts),
      parts_(options.parts),
      origins_(options.origins),
      halved_(std::move(halved)),
      regions_(task.ndim, task.ncomp),
      totals_(static_cast<std::size_t>(task.ncomp)),
      scatter_(totals_.size()),
      lower_half_(totals_.size()),
      upper_half_(totals_.size()),
      goal_(with_tolerance(task.goal)),
      judgement_(task.ndim, task.ncomp, rule_.points, checks_) {
  while (cuts_ > 0 && rule_.points > (task.goal.maxeval / part_of_grid) >> cuts_) --cuts_;
}

void Refinement::clear() {
  regions_.clear();
  scatter_.assign(scatter_.size(), {});
  judgement_.forget();
  aside_.reset();
  std::fill(totals_.begin(), totals_.end(), Totals{});
}

void Refinement::save(StateWriter &writer) const {
  const RegionStore &regions = aside_ ? aside_->regions : regions_;
  writer.put(aside_ ? aside_->totals : totals_);
  regions.save(writer);
  begin_rest(writer);
  (aside_ ? aside_->judgement : judgement_).save(writer);
  regions.save_beside(writer);
}

void Refinement::restore(StateReader &reader) {
  RegionStore regions(task_.ndim, task_.ncomp);
  Judgement judgement(task_.ndim, task_.ncomp, rule_.points, checks_);
  const std::vector<Totals> totals = cuba::restored_totals(task_, reader);
  regions.restore(reader);
  begin_rest(reader);
  judgement.restore(reader);
  regions.restore_beside(reader);
  regions_ = std::move(regions);
  totals_ = totals;
  judgement_ = judgement;
}

void Refinement::restore_scatter(StateReader &reader) {
  std::vector<statistics::ScaledChi2> scatter;
  reader.get(scatter);
  StateReader::require(scatter.size() == totals_.size());
  for (const statistics::ScaledChi2 &one : scatter) StateReader::require(one.sound());
  scatter_ = std::move(scatter);
}

/// The box, and then the parts of the grid in its place.
void Refinement::start(bool whole) {
  regions_.add(0);
  if (!whole && has_room_for_parts()) return begin_with_parts();
  evaluate(regions_.lower(0), regions_.upper(0), 0, lower_half_);
  cuba::put_cube(regions_, lower_half_, totals_);
  for (std::size_t c = 0; c < totals_.size(); ++c)
    judgement_.begin(static_cast<int>(c), {&lower_half_[c], 1});
  if (cuts_ > 0) cut();
  note_scatter();
  report();
}

/// Evaluates all regions, and puts them down as judge(component, estimates) leaves them.
template <class Judge>
void Refinement::put_all(const Judge &judge) {
  std::vector<std::vector<RuleEstimate>> all(static_cast<std::size_t>(regions_.size()),
                                             lower_half_);
  for (std::int64_t region = 0; region < regions_.size(); ++region)
    evaluate(regions_.lower(region), regions_.upper(region), regions_.depth(region),
             all[static_cast<std::size_t>(region)]);
  for (std::size_t c = 0; c < totals_.size(); ++c) {
    const auto component = static_cast<int>(c);
    std::vector<RuleEstimate> of_component = component_of(all, c);
    judge(component, of_component);
    put(component, of_component);
  }
}

/// Cuts all regions along one axis after the other, and lets the parts stand for the box.
void Refinement::cut() {
  for (int cut = 0; cut < cuts_; ++cut)
    for (std::int64_t region = regions_.size() - 1; region >= 0; --region)
      cuba::divide(regions_, cuba::bisection_of(regions_, region, cut % task_.ndim));
  put_all([this](int component, std::vector<RuleEstimate> &parts) {
    judgement_.cut(component, lower_half_[static_cast<std::size_t>(component)], parts);
  });
}

/// The region of each part has a rule of its own from the beginning: what it says of the cube as a
/// whole, in which pieces meet, says nothing of them.
void Refinement::begin_with_parts() {
  cut_into(parts_, task_.ndim, regions_);
  put_all([this](int component, std::vector<RuleEstimate> &parts) {
    for (RuleEstimate &part : parts) part.error *= error_uncompared;
    judgement_.begin(component, parts);
  });
  note_scatter();
  report();
}

/// Estimates of all regions.
void Refinement::put(int component, const std::vector<RuleEstimate> &estimates) {
  Totals &total = totals_[static_cast<std::size_t>(component)];
  total.integral = 0;
  total.error = 0;
  for (std::size_t i = 0; i < estimates.size(); ++i) {
    regions_.set_estimate(static_cast<std::int64_t>(i), component, estimates[i]);
    total.integral += estimates[i].integral;
    total.error += estimates[i].error;
  }
  total.note();
}

/// Whoever goes on from what a short run has found begins with them as well.
bool Refinement::has_room_for_parts() const {
  const std::int64_t count = std::ssize(parts_);
  return count > 1 &&
         (task_.goal.goes_on ? count <= parts_of_opening
                             : count <= task_.goal.maxeval / part_of_grid / rule_.points);
}

/// The region that is split next, and along which axis.
std::int64_t Refinement::choose(int worst, int &axis) {
  std::int64_t region = regions_.largest(worst);
  axis = axis_of(region, worst);
  if (!judgement_.probes_exact(result_)) return region;
  // No region has an error to speak of: all of them in turn, along their longest sides.
  const auto count = static_cast<std::uint64_t>(regions_.size());
  region = static_cast<std::int64_t>(count - std::bit_floor(count));
  axis = longest_axis(region);
  return region;
}

int Refinement::longest_axis(std::int64_t region) {
  const double *const lower = regions_.lower(region);
  const double *const upper = regions_.upper(region);
  int axis = 0;
  for (int d = 1; d < task_.ndim; ++d)
    if (upper[d] - lower[d] > upper[axis] - lower[axis]) axis = d;
  return axis;
}

/// Where the rule sees nothing of the error that a region has from its parent or from a probe, its
/// differences say nothing of the axis either.
int Refinement::axis_of(std::int64_t region, int worst) {
  const RuleEstimate estimate = regions_.estimate(region, worst);
  const bool is_blind = checks_.blind && estimate.null < blind * estimate.error;
  return is_blind ? longest_axis(region) : estimate.split;
}

/// How many may be split together, without going far beyond maxeval where nobody goes on from it.
std::int64_t Refinement::max_splits() const {
  const std::int64_t most = std::min(max_splits_, regions_.size() / split_together);
  if (task_.goal.goes_on || task_.state->used()) return most;
  return std::min(most, (task_.goal.maxeval - result_.neval) / (2 * rule_.points) + 1);
}

/// Those with the largest errors, as many as the accuracy asks for, and as may be split together.
std::vector<std::int64_t> Refinement::worst_regions(int worst) const {
  const std::int64_t most = max_splits();
  if (most <= 1 || judgement_.probes_exact(result_)) return {};
  std::vector<std::pair<double, std::int64_t>> errors;
  errors.reserve(static_cast<std::size_t>(regions_.size()));
  for (std::int64_t region = 0; region < regions_.size(); ++region)
    errors.emplace_back(-regions_.error(region, worst), region);
  const auto end = errors.begin() + most;
  std::nth_element(errors.begin(), end - 1, errors.end());
  std::sort(errors.begin(), end);
  const auto c = static_cast<std::size_t>(worst);
  // What the error says beyond the sum of those of the regions falls with it.
  const double allowed =
      unsplit_error * totals_[c].error * (tolerance(result_, goal_, c) / result_.error[c]);
  double left = totals_[c].error;
  std::vector<std::int64_t> chosen;
  for (auto one = errors.begin(); one != end && left > allowed; ++one) {
    const bool is_small = one->first > min_error_together * errors.front().first;
    if (is_small && std::ssize(chosen) >= regions_.size() / worth_a_search) break;
    left += one->first;
    chosen.push_back(one->second);
  }
  return chosen;
}

void Refinement::split(int worst) {
  std::vector<Bisection> chosen;
  for (const std::int64_t region : worst_regions(worst))
    chosen.push_back(cuba::bisection_of(regions_, region, axis_of(region, worst)));
  if (chosen.empty()) {
    int axis = 0;
    const std::int64_t region = choose(worst, axis);
    chosen.push_back(cuba::bisection_of(regions_, region, axis));
  }
  const double error = regions_.error(chosen.front().region, worst);
  const auto together = static_cast<std::size_t>(sampler_.max_together() / 2);
  if (max_splits_ > 1 && together > 0)
    for (std::span<const Bisection> left = chosen; !left.empty();
         left = left.subspan(std::min(together, left.size())))
      bisect_together(left.first(std::min(together, left.size())));
  else
    for (const Bisection &one : chosen) bisect(one);
  if (checks_.alike && max_splits_ == 1) split_alike(chosen.front().region, error, worst);
  report();
}

/// Halves regions whose errors were like that of one that has been halved, and has more error now,
/// as long as theirs grow as well.  error: what it had before.  One at a time: where many are split
/// together, those alike mostly are among them, and calls are to be few.
void Refinement::split_alike(std::int64_t region, double error, int worst) {
  const std::int64_t count = regions_.size() - 1;
  const auto grows = [&] {
    return regions_.error(region, worst) + regions_.error(regions_.size() - 1, worst) >
           growth_of_blind * error;
  };
  if (count > max_looked_through || !grows() || judgement_.probes_exact(result_)) return;
  const double least = min_error_together * error;
  const bool goes_on = task_.goal.goes_on || task_.state->used();
  std::vector<bool> halved(static_cast<std::size_t>(count));
  while (grows() && (goes_on || result_.neval < task_.goal.maxeval)) {
    halved[static_cast<std::size_t>(region)] = true;
    error = least;
    for (std::int64_t i = 0; i < count; ++i) {
      if (halved[static_cast<std::size_t>(i)] || regions_.error(i, worst) <= error) continue;
      region = i;
      error = regions_.error(i, worst);
    }
    if (halved[static_cast<std::size_t>(region)]) return;
    bisect(cuba::bisection_of(regions_, region, axis_of(region, worst)));
  }
}

// The regions stay as they are until all halves are known, for whoever reads the result if the
// engine throws.
void Refinement::bisect(const Bisection &bisection) {
  check_memory(1);
  bounds_.resize(static_cast<std::size_t>(2 * task_.ndim));
  double *const bounds = bounds_.data();
  cuba::set_half(regions_, bisection, false, bounds);
  evaluate(bounds, bounds + task_.ndim, bisection.depth, lower_half_);
  cuba::set_half(regions_, bisection, true, bounds);
  evaluate(bounds, bounds + task_.ndim, bisection.depth, upper_half_);
  adopt(bisection);
}

void Refinement::bisect_together(std::span<const Bisection> bisections) {
  check_memory(std::ssize(bisections));
  const std::size_t numbers = static_cast<std::size_t>(2 * task_.ndim);
  bounds_.resize(2 * bisections.size() * numbers);
  std::vector<RuleRegion> halves;
  for (const Bisection &bisection : bisections)
    for (const bool upper : {false, true}) {
      double *const bounds = bounds_.data() + halves.size() * numbers;
      cuba::set_half(regions_, bisection, upper, bounds);
      halves.push_back({bounds, bounds + task_.ndim, std::ldexp(1.0, -bisection.depth)});
    }
  // Whoever is told of the progress counts what is evaluated now by himself.
  bool counted = false;
  const auto count = [&] {
    if (!counted) result_.neval += std::ssize(halves) * sampler_.points();
    counted = true;
  };
  try {
    sampler_.evaluate_together(halves, [&](std::size_t i, const std::vector<RuleEstimate> &found) {
      count();
      const Bisection &bisection = bisections[i / 2];
      std::vector<RuleEstimate> &half = i % 2 == 0 ? lower_half_ : upper_half_;
      half = found;
      note_half(halves[i].lower, halves[i].upper, bisection.depth, half);
      if (i % 2 == 1) adopt(bisection);
    });
  } catch (const engine::Interrupted &interrupted) {
    result_.neval += interrupted.evaluated();
    throw;
  } catch (const Failure &) {
    count();
    throw;
  }
}

/// Puts the halves instead of the region.
void Refinement::adopt(const Bisection &bisection) {
  const std::int64_t lower = bisection.region;
  const std::int64_t upper = cuba::divide(regions_, bisection);
  cuba::put_halves(
      regions_, lower, upper, lower_half_, upper_half_, totals_,
      [this](int component, const RuleEstimate &parent, RuleEstimate &first, RuleEstimate &second) {
        judgement_.split(component, parent, first, second);
      });
  note_scatter();
  halved_(lower, upper);
  if (Trace *const trace = task_.log->trace()) trace->split(lower, upper, regions_.size());
}

void Refinement::raise_error(std::int64_t region, std::size_t component, double least) {
  RuleEstimate estimate = regions_.estimate(region, static_cast<int>(component));
  if (!(least > estimate.error)) return;
  totals_[component].error += least - estimate.error;
  estimate.error = least;
  regions_.set_estimate(region, static_cast<int>(component), estimate);
}

void Refinement::evaluate(const double *lower, const double *upper, std::int32_t depth,
                          std::vector<RuleEstimate> &estimates) {
  cuba::apply_rule(sampler_, lower, upper, depth, estimates, result_.neval);
  note_half(lower, upper, depth, estimates);
}

/// Whether the points of a region are hardly more than one: between them, numbers are too far
/// apart.  Of a singularity there, what is left may be anything, and the null rules are zero. Where
/// a box is far from 0, numbers are coarser than in the cube: without that,
/// 1 / ((x - 1)^2 + (y - 2)^2) converges over (1, 2) x (2, 3).
bool Refinement::is_point(const double *lower, const double *upper) const {
  for (int d = 0; d < task_.ndim; ++d) {
    const double origin = origins_.empty() ? 0 : origins_[static_cast<std::size_t>(d)];
    const double place = std::max(std::fabs(origin + lower[d]), std::fabs(origin + upper[d]));
    if (upper[d] - lower[d] <= width_of_point * std::max(upper[d], std::min(place, max_place)))
      return true;
  }
  return false;
}

/// What is known of the last region besides what the rule says.
void Refinement::note_half(const double *lower, const double *upper, std::int32_t depth,
                           std::vector<RuleEstimate> &estimates) {
  const bool unresolved = checks_.unresolved && is_point(lower, upper);
  for (std::size_t c = 0; c < estimates.size(); ++c) {
    estimates[c].size = std::ldexp(sampler_.mean_size(static_cast<int>(c)), -depth);
    if (unresolved) estimates[c].error = std::max(estimates[c].error, estimates[c].size);
  }
  cuba::print_region(*task_.log, task_.ndim, lower, upper, estimates);
}

/// Of the sums over all regions, as they are now.
void Refinement::note_scatter() {
  for (std::size_t c = 0; c < totals_.size(); ++c)
    scatter_[c].add(totals_[c].integral, totals_[c].error);
}

void Refinement::report() {
  cuba::put_totals(task_, totals_, regions_.size(), result_);
  for (std::size_t c = 0; c < totals_.size(); ++c) {
    result_.chi2[c] = scatter_[c].chi2();
    result_.error[c] = std::max(
        result_.error[c], judgement_.error(static_cast<int>(c), totals_[c].error, regions_.size()));
  }
  cuba::require_finite(result_);
  judgement_.note(result_.integral, regions_.size());
}

void Refinement::add_up() {
  for (std::size_t c = 0; c < totals_.size(); ++c) {
    totals_[c].integral = totals_[c].error = 0;
    for (std::int64_t region = 0; region < regions_.size(); ++region) {
      const RuleEstimate estimate = regions_.estimate(region, static_cast<int>(c));
      totals_[c].integral += estimate.integral;
      totals_[c].error += estimate.error;
    }
    judgement_.add_up(static_cast<int>(c), regions_);
  }
  report();
}

void Refinement::stand_aside(const std::vector<RuleEstimate> &cube) {
  aside_ = {std::move(regions_), totals_, judgement_};
  regions_ = RegionStore(task_.ndim, task_.ncomp);
  regions_.add(0);
  cuba::put_cube(regions_, cube, totals_);
  for (std::size_t c = 0; c < totals_.size(); ++c)
    judgement_.begin(static_cast<int>(c), {&cube[c], 1});
  report();
}

void Refinement::come_back() {
  regions_ = std::move(aside_->regions);
  totals_ = std::move(aside_->totals);
  judgement_ = std::move(aside_->judgement);
  aside_.reset();
  report();
}

void Refinement::check_memory(std::int64_t more) const {
  cuba::check_memory(regions_.bytes_per_region(), regions_.size(), more, task_.memory_limit);
}

}  // namespace cuboid::algorithm
