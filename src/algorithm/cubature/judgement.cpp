#include "algorithm/cubature/judgement.hpp"

#include <algorithm>
#include <bit>
#include <cmath>

#include "rule/carried_error.hpp"
#include "rule/probe_size.hpp"
#include "rule/region_error.hpp"
#include "run/accuracy.hpp"
#include "run/remarks.hpp"

namespace cuboid::algorithm {

namespace {

/// A probe takes a quarter as many points as were evaluated, but what was refined a lot pays less,
/// and no less than so many.  With 1/2, 96 of 487 results of eight families for tuning are wrong,
/// as with 1/4 (tests/bench/tuning.hpp: gauss, box and lump on grounds 0 and 3, tent on 1 and 4).
constexpr std::int64_t part_of_evaluations = 4;
constexpr std::int64_t min_probe = 1000;
constexpr std::int64_t max_share_of_few = 10000;
/// Where something was found, as many again: of a narrow ridge, each probe may have missed a part.
/// From a million evaluations on, both grow with their square root, as those of PAGANI: looks that
/// followed each other doubled all that had been evaluated, and a ridge in two dimensions
/// (hard_corrgauss to 1e-6) took 4.3e7 evaluations, of which it takes 9.5e6.
/// An eighth of what was evaluated will do where maxeval leaves no room for more.
constexpr std::int64_t min_share = 8;
/// So many points for the tolerance, relative to the integral, are looked at where no error is seen
/// at all, up to those without which nothing is called zero: a constant, and what a rule integrates
/// exactly, may have something anywhere, as a zero may.
constexpr double probe_at_exact = 10;
/// Else so many points for the tolerance, and no more than that for it.  What is as high as the
/// integrand is on average and is worth the tolerance is met by 3 with 95 % (the rule of three),
/// but what a rule resolves with a few hundred evaluations would pay for it a hundred times over.
/// Of those eight families, 104 of 495 results are wrong with 2000 points at most, 96 of 487
/// with 3000, 91 of 482 with 5000 and 84 of 471 with 30000; on the held-out families, evaluations
/// are then, in the mean, 1.13, 1.27, 1.40 and 2.65 times those of a probe of 1000.
constexpr double probe_at_resolved = 3;
constexpr std::int64_t max_probe_at_resolved = 3000;
/// Of the tolerance, what may stand out without being looked after.
constexpr double overlooked_part = .25;
/// Errors of no more than that part of the value are none; PAGANI's measure, too.  Where a rule has
/// so many points that their sum is rounded by more than relative_rounding, it grows with that.
constexpr double exact = 2e-13;

/// A plain sum of n values is rounded by n 2^-53 of the sum of their sizes at most (Higham,
/// Accuracy and Stability of Numerical Algorithms, 2nd ed., section 4.2).  A constant, whose errors
/// have one sign in long parts of the sum, comes to 0.72 of that in 16 dimensions, with 71617
/// points.  Up to 512 points, relative_rounding is more.
constexpr double rounding_of_a_point = 0x1p-53;

/// What is rounded away where errors are added and taken away again, of the largest sum.
constexpr double rounding_of_errors = 0x1p-52;

/// An error of so many times the rounding is hardly anything else: the null rules of smooth regions
/// are rounded, too, so that once is never reached.  Without it, odd integrands take all of maxeval
/// (NativeCuhre.EndsWhereOnlyRoundingIsLeft).
constexpr double times_rounding = 2;

/// As much of the error makes a remark.
constexpr double remarkable_error = 0.5;
/// What is left of the sum where a cancellation is remarkable.
constexpr double remarkable_rest = 1e-3;

/// Of what the rule adds up, whose rounding does not cancel as the sum may.
double magnitude(const RuleEstimate &estimate) {
  return std::max(std::fabs(estimate.integral), estimate.size);
}

rule::CarriedError carried(const RuleEstimate &estimate) {
  return {estimate.integral, estimate.null, estimate.carried};
}

/// Whether much of the error is carried by regions where this holds.
template <class Holds>
bool carry_much(int component, const RegionStore &regions, const Holds &holds) {
  double all = 0;
  double there = 0;
  for (std::int64_t region = 0; region < regions.size(); ++region) {
    const RuleEstimate estimate = regions.estimate(region, component);
    all += estimate.error;
    if (holds(estimate)) there += estimate.error;
  }
  return there > remarkable_error * all;
}

/// In which the null rules see nothing of it.
bool is_narrow(int component, const RegionStore &regions) {
  constexpr double nothing = 1e-3;
  return carry_much(component, regions, [](const RuleEstimate &estimate) {
    return estimate.null < nothing * estimate.carried;
  });
}

/// On which, when many have been split, the integrand still changes by much of what it is.
bool is_slow(int component, const RegionStore &regions) {
  constexpr std::int64_t often = 64;
  constexpr double much = 1. / 16;
  return regions.size() >= often &&
         carry_much(component, regions, [](const RuleEstimate &estimate) {
           return estimate.error > much * estimate.size;
         });
}

}  // namespace

Judgement::Judgement(int ndim, int ncomp, std::int64_t points, const Checks &checks)
    : checks_(checks),
      max_probe_at_exact_(ndim == 1 ? max_probe_on_one_axis : min_for_zero),
      rounding_(
          std::max(rule::relative_rounding, static_cast<double>(points) * rounding_of_a_point)),
      components_(static_cast<std::size_t>(ncomp)) {}

void Judgement::forget() {
  std::fill(components_.begin(), components_.end(), Component{});
  doublings_ = 0;
  drifts_ = false;
}

void Judgement::begin(int component, std::span<const RuleEstimate> parts) {
  Component &all = components_[static_cast<std::size_t>(component)];
  all = {};
  for (const RuleEstimate &part : parts) {
    all.magnitude += magnitude(part);
    all.largest += part.error;
  }
}

void Judgement::add_up(int component, const RegionStore &regions) {
  Component &all = components_[static_cast<std::size_t>(component)];
  all.magnitude = all.largest = 0;
  for (std::int64_t region = 0; region < regions.size(); ++region) {
    const RuleEstimate estimate = regions.estimate(region, component);
    all.magnitude += magnitude(estimate);
    all.largest += estimate.error;
  }
}

void Judgement::cut(int component, const RuleEstimate &cube, std::vector<RuleEstimate> &parts) {
  Component &all = components_[static_cast<std::size_t>(component)];
  double change = -cube.integral;
  double errors = 0;
  for (const RuleEstimate &part : parts) {
    change += part.integral;
    errors += part.error;
  }
  // Of halves, each has a quarter of the change (cuba/cuhre/bisection.hpp), and carries a half.
  const double share = 2 / static_cast<double>(parts.size());
  const double difference = .25 * share * std::fabs(change);
  all.magnitude = 0;
  for (RuleEstimate &part : parts) {
    if (errors > 0) part.error *= 1 + .5 * std::fabs(change) / errors;
    part.error += difference;
    if (checks_.carried)
      part.carried = share * rule::carried_by_half(carried(part), carried(cube), change);
    part.error = std::max(part.error, part.carried);
    all.magnitude += magnitude(part);
  }
}

void Judgement::split(int component, const RuleEstimate &parent, RuleEstimate &first,
                      RuleEstimate &second) {
  Component &all = components_[static_cast<std::size_t>(component)];
  const double change = first.integral + second.integral - parent.integral;
  for (RuleEstimate *half : {&first, &second}) {
    if (checks_.carried)
      half->carried = rule::carried_by_half(carried(*half), carried(parent), change);
    half->error = std::max(half->error, half->carried);
    all.magnitude += magnitude(*half);
  }
  all.magnitude -= magnitude(parent);
}

double Judgement::error(int component, double sum, std::int64_t nregions) {
  Component &all = components_[static_cast<std::size_t>(component)];
  all.largest = std::max(all.largest, sum);
  return (checks_.few ? rule::factor_of_few_regions(nregions) : 1) * std::max(sum, 0.0) +
         rounding(all);
}

/// Of the sums of the integrals and of the errors.
double Judgement::rounding(const Component &component) const {
  return rounding_ * std::max(component.magnitude, 0.0) + rounding_of_errors * component.largest;
}

bool Judgement::rests_on_rounding(const Result &result, const Goal &goal) const {
  bool misses = false;
  for (std::size_t c = 0; c < components_.size(); ++c) {
    if (result.error[c] <= tolerance(result, goal, c)) continue;
    if (!(result.error[c] <= times_rounding * rounding(components_[c]))) return false;
    misses = true;
  }
  return misses;
}

void Judgement::note(const std::vector<double> &integral, std::int64_t nregions) {
  const std::int64_t doublings = std::bit_width(static_cast<std::uint64_t>(nregions));
  if (doublings <= doublings_) return;
  for (std::size_t c = 0; c < components_.size(); ++c) {
    double *const marks = components_[c].marks;
    if (doublings_ == 0) std::fill_n(marks, 3, integral[c]);
    std::rotate(marks, marks + 2, marks + 3);
    marks[0] = integral[c];
  }
  doublings_ = doublings;
}

/// How far the value moves on, if each doubling of the regions goes on to move it by the same part
/// of what the one before did; but no farther than the last one did, where it moves on as fast.
double Judgement::drift(const Component &component, double integral, std::int64_t nregions) const {
  const auto size = static_cast<std::uint64_t>(nregions);
  const bool recent = size - std::bit_floor(size) < std::bit_floor(size) / 2;
  const double *const marks = component.marks + (recent ? 1 : 0);
  const double last = std::fabs(integral - marks[0]);
  const double before = std::fabs(marks[0] - marks[1]);
  return 2 * last < before ? last * (last / (before - last)) : last;
}

void Judgement::hold_to_drift(Result &result) {
  if (!checks_.drift) return;
  for (std::size_t c = 0; c < components_.size(); ++c) {
    const double error = drift(components_[c], result.integral[c], result.nregions);
    if (error <= result.error[c]) continue;
    result.error[c] = error;
    drifts_ = true;
  }
}

bool Judgement::probes_exact(const Result &result) const {
  const double none =
      exact * (rounding_ / rule::relative_rounding) * rule::factor_of_few_regions(result.nregions);
  for (std::size_t c = 0; c < components_.size(); ++c)
    if (!(result.error[c] <= none * std::fabs(result.integral[c]))) return false;
  return true;
}

std::int64_t Judgement::points_of_probe(const Result &result, const Goal &goal, bool again) const {
  if (result.only_zeros) return goal.enough_zeros();
  const double many = rule::probe_of_many * std::sqrt(static_cast<double>(result.neval));
  if (again) {
    const auto most = static_cast<std::int64_t>(rule::more_where_found * many);
    return std::max(min_probe, std::min(result.neval, most));
  }
  const bool seems_exact = probes_exact(result) || rests_on_rounding(result, goal);
  const double for_tolerance = seems_exact ? probe_at_exact : probe_at_resolved;
  double points = static_cast<double>(seems_exact ? max_probe_at_exact_ : max_probe_at_resolved);
  for (std::size_t c = 0; c < components_.size(); ++c) {
    const double value = std::fabs(result.integral[c]);
    points = std::min(points, value > 0 ? for_tolerance * value / tolerance(result, goal, c)
                                        : for_tolerance / goal.epsrel);
  }
  const std::int64_t share =
      seems_exact
          ? 0
          : std::min({result.neval / part_of_evaluations, result.neval / 10 + max_share_of_few,
                      static_cast<std::int64_t>(many)});
  return std::max({min_probe, share, static_cast<std::int64_t>(points)});
}

std::int64_t Judgement::min_points_of_probe(const Result &result, const Goal &goal) const {
  const std::int64_t wanted = points_of_probe(result, goal, false);
  return probes_exact(result) ? wanted : std::min(wanted, result.neval / min_share);
}

std::vector<double> Judgement::unseen(const std::vector<Sight> &sights,
                                      const RegionStore &regions) const {
  std::vector<double> amounts(components_.size());
  for (const Sight &sight : sights)
    for (std::size_t c = 0; c < amounts.size(); ++c) {
      const double error = regions.estimate(sight.region, static_cast<int>(c)).error;
      amounts[c] += std::max(sight.amount[c] - error, 0.);
    }
  return amounts;
}

std::vector<double> Judgement::min_that_matters(const Result &result, const Goal &goal) const {
  std::vector<double> least;
  for (std::size_t c = 0; c < components_.size(); ++c)
    least.push_back(overlooked_part *
                    std::max(tolerance(result, goal, c), rounding(components_[c])));
  return least;
}

bool Judgement::matters(const std::vector<double> &amounts, const Result &result,
                        const Goal &goal) const {
  const std::vector<double> least = min_that_matters(result, goal);
  for (std::size_t c = 0; c < amounts.size(); ++c)
    if (!(amounts[c] <= least[c])) return true;
  return false;
}

bool Judgement::cancels(const Result &result) const {
  for (std::size_t c = 0; c < components_.size(); ++c)
    if (std::fabs(result.integral[c]) < remarkable_rest * components_[c].magnitude) return true;
  return false;
}

void Judgement::remark_on_rounding(Result &result) const {
  result.remark.clear();
  add_remark(result, cancels(result) ? Remark::parts_cancel : Remark::only_rounding);
}

void Judgement::remark(const RegionStore &regions, Result &result) const {
  bool few_saw = false;
  bool in_vain = false;
  for (std::size_t c = 0; c < components_.size(); ++c) {
    few_saw = few_saw || is_narrow(static_cast<int>(c), regions);
    in_vain = in_vain || is_slow(static_cast<int>(c), regions);
  }
  result.remark.clear();
  if (few_saw) add_remark(result, Remark::few_points_saw);
  if (cancels(result)) add_remark(result, Remark::parts_cancel);
  if (in_vain && !few_saw) add_remark(result, Remark::splitting_in_vain);
  if (drifts_) add_remark(result, Remark::still_moves);
}

void Judgement::save(StateWriter &writer) const {
  writer.put(components_);
  writer.put(doublings_);
}

void Judgement::restore(StateReader &reader) {
  const std::size_t ncomp = components_.size();
  reader.get(components_);
  doublings_ = reader.get_count();
  StateReader::require(components_.size() == ncomp);
  for (const Component &all : components_)
    StateReader::require(std::isfinite(all.magnitude) && std::isfinite(all.largest) &&
                         all.largest >= 0 && std::isfinite(all.marks[0]) &&
                         std::isfinite(all.marks[1]) && std::isfinite(all.marks[2]));
}

}  // namespace cuboid::algorithm
