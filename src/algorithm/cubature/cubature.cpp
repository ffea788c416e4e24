#include "algorithm/cubature/cubature.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <map>
#include <span>

#include "algorithm/cubature/ascent.hpp"
#include "algorithm/cubature/corners.hpp"
#include "algorithm/cubature/ends.hpp"
#include "algorithm/cubature/judgement.hpp"
#include "algorithm/cubature/probe.hpp"
#include "base/failure.hpp"
#include "cuba/cuhre/bisection.hpp"
#include "cuba/cuhre/known_rule.hpp"
#include "cuba/cuhre/totals.hpp"
#include "rule/cuhre_rule.hpp"
#include "rule/probe_size.hpp"
#include "run/accuracy.hpp"
#include "run/print_iteration.hpp"
#include "run/remarks.hpp"
#include "run/rule_sampler.hpp"
#include "run/save_schedule.hpp"
#include "run/state_rest.hpp"
#include "statistics/scaled_chi2.hpp"

namespace cuboid::algorithm {

namespace {

using cuba::Bisection;
using cuba::Totals;

/// Regions that are split together are at most this share of all, so that none is split by what was
/// known of it long ago; and none has an error below this share of the largest one, but for so
/// small a share of all that looking through all regions costs nothing beside it.
constexpr std::int64_t split_together = 2;
constexpr double min_error_together = 1. / 32;
constexpr std::int64_t worth_a_search = 64;
/// First regions take at most this part of maxeval.
constexpr std::int64_t part_of_grid = 2;
/// What those that are not split may have together, of the error that is allowed.
constexpr double unsplit_error = 0.5;

/// By its upper bound, the width below which a region is a point: 16 numbers lie in it.
constexpr double width_of_point = 0x1p-48;

/// Of the points of a probe, so large a part follows up what it has met, but always what stands out
/// most: without it, 435 of 1802 results of the families for tuning are wrong after probes of 1000
/// points, with it 399 of 1762, with four of them 397 of 1761.
constexpr std::int64_t share_of_climbing = 4;
/// Of a probe, what will do where maxeval leaves no room for more.
constexpr std::int64_t min_share_of_probe = 8;
/// As large a part of the first probe goes from the corners inwards.  Without it 25 of 697 results
/// of the fresh families are wrong, with it 4 of 710.
constexpr std::int64_t share_of_corners = 4;
/// Below this part of its error, what the null rules of a region see is nothing.  Thin rings were
/// cut into slivers a thousand times as long as wide: 15 of 40 in two dimensions were converged and
/// beyond their errors at 1e-3, of which 3 are left (tests/bench/results/rings.txt).
constexpr double blind = 1e-4;
/// What a probe without weight has found may leave the error too large for the accuracy.  After a
/// few more splits, nothing is looked at again.
constexpr double worth_another_probe = 1.25;
/// The thorough one does not end with fewer evaluations.  With 500, no result more is right on
/// held-out integrals, and evaluations grow by 2 % in the median.
constexpr std::int64_t min_evaluations = 400;
/// The faces are tried where the worst region ends at one, narrower than this across it, and the
/// trial is as small a part of all evaluations.
constexpr double width_at_face = 1. / 8;
constexpr std::int64_t share_of_trial = 32;
/// Of the tolerance, what the numbers next to a singular end may keep from a map.
constexpr double lost_of_tolerance = 0.1;

/// What there was without maps, that they have to beat with as many evaluations.
struct Rival {
  std::int64_t until = 0;  ///< evaluations; 0: nothing is compared
  std::int64_t component = 0;
  double error = 0;
};

Task with_engine(Task task, engine::PointsEngine &engine) {
  task.engine = &engine;
  return task;
}

class Cubature {
 public:
  Cubature(const Task &task, const CubatureOptions &options, Result &result)
      : ends_(task),
        task_(with_engine(task, ends_)),
        result_(result),
        checks_(options.checks),
        rule_(known_rule(task.ndim, options.key, checks_.faces)),
        sampler_(task_, rule_),
        max_splits_(options.splits),
        cuts_(options.cuts),
        regions_(task.ndim, task.ncomp),
        totals_(static_cast<std::size_t>(task.ncomp)),
        scatter_(totals_.size()),
        lower_half_(totals_.size()),
        upper_half_(totals_.size()),
        goal_(with_tolerance(task.goal)),
        mineval_(std::max(task.goal.mineval, rule_.points + 1)),
        probing_(options.probing),
        judgement_(task.ndim, task.ncomp, rule_.points, checks_) {
    while (cuts_ > 0 && rule_.points > (task.goal.maxeval / part_of_grid) >> cuts_) --cuts_;
    if (probing_ == Probing::thorough) mineval_ = std::max(mineval_, min_evaluations);
  }

  void run();
  void forget();
  RegionTable regions() const;

 private:
  void begin_anew();
  StateIdentity identity() const { return {Routine::cuhre, task_.ndim, task_.ncomp}; }
  bool restore();
  std::map<std::int64_t, Sight> restored_sights(StateReader &reader, std::int64_t nregions) const;
  void save() const;
  void start();
  void cut();
  bool finished(int &worst);
  bool should_try_faces(int worst);
  void try_faces(int worst);
  bool refused_by(const FoundEnds &found);
  void refuse_end(const EndOfAxis &end, const std::vector<double> &lost);
  EndOfAxis bridge_seen_by(const double *lower, const double *upper) const;
  bool maps_disappoint();
  void begin_without_maps();
  void begin_with(std::vector<EndPowers> ends);
  void split(int worst);
  std::vector<std::int64_t> worst_regions(int worst) const;
  std::int64_t max_splits() const;
  std::int64_t choose(int worst, int &axis);
  int longest_axis(std::int64_t region);
  int axis_of(std::int64_t region, int worst);
  void bisect(const Bisection &bisection);
  void bisect_together(std::span<const Bisection> bisections);
  void adopt(const Bisection &bisection);
  void evaluate(const double *lower, const double *upper, std::int32_t depth,
                std::vector<RuleEstimate> &estimates);
  bool is_point(const double *lower, const double *upper) const;
  void note_half(const double *lower, const double *upper, std::int32_t depth,
                 std::vector<RuleEstimate> &estimates);
  bool looked();
  std::int64_t points_of_probe() const;
  std::int64_t min_points_of_probe(std::int64_t wanted) const;
  std::int64_t points_of_climb(std::int64_t npoints, std::int64_t taken) const;
  template <class Evaluate, class Evaluated>
  void probe(const Evaluate &evaluate, const Evaluated &evaluated);
  bool leaves_accurate(const std::vector<Sight> &sights);
  void raise_error(std::int64_t region, std::size_t component, double least);
  void keep_in_sight(const Sight &sight);
  void remark_on_probe();
  void pass_on_sight(std::int64_t lower, std::int64_t upper);
  void note_scatter();
  void report();
  void check_memory(std::int64_t more) const;

  EndsEngine ends_;
  const Task task_;  ///< in the variables of the ends' maps
  Result &result_;
  const Checks checks_;
  const rule::CuhreRule &rule_;
  RuleSampler sampler_;
  const std::int64_t max_splits_;
  int cuts_;
  RegionStore regions_;
  std::vector<Totals> totals_;
  /// [ncomp] The chi-square of Cuba's sums has no digits where the first estimates are far off.
  std::vector<statistics::ScaledChi2> scatter_;
  std::vector<RuleEstimate> lower_half_, upper_half_;
  std::vector<double> bounds_;  ///< of the regions that are bisected, or of their halves
  Goal goal_;
  std::int64_t mineval_;
  const Probing probing_;
  Judgement judgement_;
  std::int64_t probes_ = 0;
  std::int64_t clear_at_ = 0;  ///< evaluations with a last probe that found nothing of weight
  bool unlooked_ = false;      ///< for want of evaluations
  bool tried_faces_ = false;
  Rival rival_;
  std::vector<double> bridged_;           ///< see FoundEnds; empty: no end was found
  bool constant_ = false;                 ///< the last probe has seen one value and no other
  std::map<std::int64_t, Sight> sights_;  ///< of all probes, by region
};

void Cubature::run() {
  if (!restore()) start();
  SaveSchedule schedule;
  int worst = 0;
  do {
    while (!finished(worst)) {
      if (should_try_faces(worst))
        try_faces(worst);
      else if (maps_disappoint())
        begin_without_maps();
      else
        split(worst);
      if (task_.state->is_file() && schedule.due(regions_.size()))
        schedule.save(regions_.size(), [&] { save(); });
    }
  } while (result_.converged && !looked());
  if (result_.converged && constant_ && !result_.only_zeros)
    add_remark(result_, Remark::all_the_same);
  if (result_.converged || result_.refused) return;
  if (!task_.goal.goes_on) judgement_.hold_to_drift(result_);
  judgement_.remark(regions_, result_);
  remark_on_probe();
  save();
}

/// Back to where an integration begins, but for the maps of the ends.
void Cubature::begin_anew() {
  regions_.clear();
  sights_.clear();
  scatter_.assign(scatter_.size(), {});
  probes_ = 0;
  clear_at_ = 0;
  unlooked_ = false;
  constant_ = false;
  judgement_.forget();
  std::fill(totals_.begin(), totals_.end(), Totals{});
}

/// Back to where the first integration begins.
void Cubature::forget() {
  ends_.set({});
  tried_faces_ = false;
  rival_ = {};
  bridged_.clear();
  begin_anew();
}

bool Cubature::restore() {
  RegionStore regions(task_.ndim, task_.ncomp);
  Judgement judgement(task_.ndim, task_.ncomp, rule_.points, checks_);
  std::int64_t probes = 0;
  std::int64_t probed = 0;
  bool constant = false;
  std::map<std::int64_t, Sight> sights;
  std::vector<statistics::ScaledChi2> scatter(totals_.size());
  std::vector<Totals> totals;
  std::int64_t neval = 0;
  bool tried_faces = false;
  Rival rival;
  std::vector<EndPowers> ends;
  std::vector<double> bridged;
  const bool restored = task_.state->restore(identity(), [&](StateReader &reader) {
    neval = reader.get_count();
    reader.resumes_at(neval);
    totals = cuba::restored_totals(task_, reader);
    regions.restore(reader);
    begin_rest(reader);
    judgement.restore(reader);
    regions.restore_beside(reader);
    probes = reader.get_count();
    probed = reader.get_count();
    reader.require(probed <= neval);
    constant = reader.get_count() != 0;
    sights = restored_sights(reader, regions.size());
    reader.get(scatter);
    // Of earlier versions, there are none.
    if (!reader.at_end()) {
      tried_faces = reader.get_count() != 0;
      ends = get_ends(reader, task_.ndim);
      rival.until = reader.get_count();
      rival.component = reader.get_count();
      rival.error = reader.get<double>();
      reader.require(rival.component < task_.ncomp && rival.error >= 0);
      reader.get(bridged);
      reader.require(std::ssize(bridged) == (ends.empty() ? 0 : task_.ncomp));
      reader.require_finite(bridged.data(), bridged.size());
    }
    reader.require(reader.at_end() && scatter.size() == totals_.size());
    for (const statistics::ScaledChi2 &one : scatter) reader.require(one.sound());
  });
  if (!restored) return false;
  regions_ = std::move(regions);
  totals_ = totals;
  judgement_ = judgement;
  probes_ = probes;
  constant_ = constant;
  sights_ = std::move(sights);
  scatter_ = std::move(scatter);
  tried_faces_ = tried_faces;
  rival_ = rival;
  bridged_ = std::move(bridged);
  ends_.set(std::move(ends));
  result_.neval = neval;
  result_.probed = probed;
  report();
  // Whoever watches for zeros has not seen the values before.
  for (std::size_t c = 0; c < totals_.size(); ++c)
    if (result_.integral[c] != 0 || result_.error[c] != 0) result_.only_zeros = false;
  return true;
}

std::map<std::int64_t, Sight> Cubature::restored_sights(StateReader &reader,
                                                        std::int64_t nregions) const {
  std::map<std::int64_t, Sight> sights;
  for (std::int64_t left = reader.get_count(); left > 0; --left) {
    Sight sight;
    sight.region = reader.get_count();
    reader.get(sight.x);
    reader.get(sight.height);
    reader.get(sight.amount);
    StateReader::require(sight.region < nregions && std::ssize(sight.x) == task_.ndim);
    StateReader::require_in_cube(sight.x.data(), sight.x.size());
    for (const std::vector<double> *numbers : {&sight.height, &sight.amount}) {
      StateReader::require(std::ssize(*numbers) == task_.ncomp);
      StateReader::require_finite(numbers->data(), numbers->size());
      for (const double number : *numbers) StateReader::require(number >= 0);
    }
    sights[sight.region] = std::move(sight);
  }
  return sights;
}

void Cubature::save() const {
  if (!task_.state->used()) return;
  StateWriter writer;
  writer.put(result_.neval);
  writer.put(totals_);
  regions_.save(writer);
  begin_rest(writer);
  judgement_.save(writer);
  regions_.save_beside(writer);
  writer.put(probes_);
  writer.put(result_.probed);
  writer.put(std::int64_t{constant_});
  writer.put(std::ssize(sights_));
  for (const auto &[region, sight] : sights_) {
    writer.put(region);
    writer.put(sight.x);
    writer.put(sight.height);
    writer.put(sight.amount);
  }
  writer.put(scatter_);
  writer.put(std::int64_t{tried_faces_});
  put_ends(ends_.ends(), writer);
  writer.put(rival_.until);
  writer.put(rival_.component);
  writer.put(rival_.error);
  writer.put(bridged_);
  task_.state->save(identity(), writer);
}

/// The box, and then the parts of the grid in its place.
void Cubature::start() {
  regions_.add(0);
  evaluate(regions_.lower(0), regions_.upper(0), 0, lower_half_);
  cuba::put_cube(regions_, lower_half_, totals_);
  for (std::size_t c = 0; c < totals_.size(); ++c)
    judgement_.begin(static_cast<int>(c), lower_half_[c]);
  if (cuts_ > 0) cut();
  note_scatter();
  report();
}

/// Cuts all regions along one axis after the other, and lets the parts stand for the box.
void Cubature::cut() {
  for (int cut = 0; cut < cuts_; ++cut)
    for (std::int64_t region = regions_.size() - 1; region >= 0; --region)
      cuba::divide(regions_, cuba::bisection_of(regions_, region, cut % task_.ndim));
  std::vector<std::vector<RuleEstimate>> parts(static_cast<std::size_t>(regions_.size()),
                                               lower_half_);
  for (std::int64_t region = 0; region < regions_.size(); ++region)
    evaluate(regions_.lower(region), regions_.upper(region), regions_.depth(region),
             parts[static_cast<std::size_t>(region)]);
  for (std::size_t c = 0; c < totals_.size(); ++c) {
    const auto component = static_cast<int>(c);
    std::vector<RuleEstimate> of_component;
    for (const std::vector<RuleEstimate> &part : parts) of_component.push_back(part[c]);
    judgement_.cut(component, lower_half_[c], of_component);
    totals_[c].integral = 0;
    totals_[c].error = 0;
    for (std::size_t i = 0; i < parts.size(); ++i) {
      regions_.set_estimate(static_cast<std::int64_t>(i), component, of_component[i]);
      totals_[c].integral += of_component[i].integral;
      totals_[c].error += of_component[i].error;
    }
    totals_[c].note();
  }
}

// worst: the component that is farthest from its goal.
bool Cubature::finished(int &worst) {
  print_iteration(*task_.log, result_.nregions, result_);
  worst = farthest_component(result_, goal_).component;
  result_.converged = accurate(result_, task_.goal) && result_.neval >= mineval_;
  return result_.converged || result_.refused || result_.neval >= task_.goal.maxeval;
}

/// Cubature comes to a face, and its errors fall slowly there.
bool Cubature::should_try_faces(int worst) {
  if (tried_faces_ || probing_ == Probing::none) return false;
  const std::int64_t points = points_of_trial(task_.ndim);
  if (result_.neval < share_of_trial * points) return false;
  // What is begun anew should have as much room as it had.
  if (!task_.goal.goes_on && 2 * result_.neval + points > task_.goal.maxeval) return false;
  const std::int64_t region = regions_.largest(worst);
  const double *const lower = regions_.lower(region);
  const double *const upper = regions_.upper(region);
  for (int d = 0; d < task_.ndim; ++d)
    if ((lower[d] == 0 || upper[d] == 1) && upper[d] - lower[d] <= width_at_face) return true;
  return false;
}

/// Where ends turn out to be singular, the integral is begun anew with maps that take them away.
void Cubature::try_faces(int worst) {
  tried_faces_ = true;
  std::vector<double> least;
  for (std::size_t c = 0; c < totals_.size(); ++c)
    least.push_back(lost_of_tolerance * tolerance(result_, goal_, c));
  FoundEnds found;
  std::int64_t evaluated = 0;
  probe([&] { found = find_ends(task_, least, evaluated); }, [&] { return evaluated; });
  if (refused_by(found)) return;
  if (found.powers.empty()) return;
  rival_ = {2 * result_.neval, worst, result_.error[static_cast<std::size_t>(worst)]};
  bridged_ = std::move(found.bridged);
  begin_with(std::move(found.powers));
}

/// Nobody gets further where an integral diverges, or where numbers do not say enough.
bool Cubature::refused_by(const FoundEnds &found) {
  bool coarse = false;
  for (std::size_t c = 0; c < totals_.size() && found.coarse.axis >= 0; ++c)
    coarse = coarse || found.lost[c] > tolerance(result_, goal_, c);
  if (found.diverging.axis >= 0) {
    result_.refused = true;
    std::fill(result_.error.begin(), result_.error.end(), std::numeric_limits<double>::infinity());
    add_remark(
        result_, Remark::diverging_end,
        {found.diverging.is_upper ? "upper" : "lower", std::to_string(found.diverging.axis + 1)});
  } else if (coarse) {
    refuse_end(found.coarse, found.lost);
  }
  return result_.refused;
}

void Cubature::refuse_end(const EndOfAxis &end, const std::vector<double> &lost) {
  result_.refused = true;
  for (std::size_t c = 0; c < totals_.size(); ++c) result_.error[c] += lost[c];
  add_remark(result_, Remark::coarse_end,
             {end.is_upper ? "upper" : "lower", std::to_string(end.axis + 1)});
}

/// The end of an axis that a region has come so close to that its rule sees where numbers end.
EndOfAxis Cubature::bridge_seen_by(const double *lower, const double *upper) const {
  constexpr double in_sight = 64;
  for (std::size_t d = 0; d < ends_.ends().size(); ++d) {
    const EndPowers &powers = ends_.ends()[d];
    const double width = upper[d] - lower[d];
    if (lower[d] == 0 && width < in_sight * powers.coarse_lower)
      return {static_cast<int>(d), false};
    if (upper[d] == 1 && width < in_sight * powers.coarse_upper) return {static_cast<int>(d), true};
  }
  return {};
}

/// A jump at a place where regions are halved is nowhere else in the variable of a map.
bool Cubature::maps_disappoint() {
  if (rival_.until == 0 || result_.neval < rival_.until) return false;
  rival_.until = 0;
  return !(result_.error[static_cast<std::size_t>(rival_.component)] < rival_.error);
}

void Cubature::begin_without_maps() {
  bridged_.clear();
  begin_with({});
}

void Cubature::begin_with(std::vector<EndPowers> ends) {
  ends_.set(std::move(ends));
  begin_anew();
  start();
}

/// The region that is split next, and along which axis.
std::int64_t Cubature::choose(int worst, int &axis) {
  std::int64_t region = regions_.largest(worst);
  axis = axis_of(region, worst);
  if (!judgement_.probes_exact(result_)) return region;
  // No region has an error to speak of: all of them in turn, along their longest sides.
  const auto count = static_cast<std::uint64_t>(regions_.size());
  region = static_cast<std::int64_t>(count - std::bit_floor(count));
  axis = longest_axis(region);
  return region;
}

int Cubature::longest_axis(std::int64_t region) {
  const double *const lower = regions_.lower(region);
  const double *const upper = regions_.upper(region);
  int axis = 0;
  for (int d = 1; d < task_.ndim; ++d)
    if (upper[d] - lower[d] > upper[axis] - lower[axis]) axis = d;
  return axis;
}

/// Where the rule sees nothing of the error that a region has from its parent or from a probe, its
/// differences say nothing of the axis either.
int Cubature::axis_of(std::int64_t region, int worst) {
  const RuleEstimate estimate = regions_.estimate(region, worst);
  const bool is_blind = checks_.blind && estimate.null < blind * estimate.error;
  return is_blind ? longest_axis(region) : estimate.split;
}

/// How many may be split together, without going far beyond maxeval where nobody goes on from it.
std::int64_t Cubature::max_splits() const {
  const std::int64_t most = std::min(max_splits_, regions_.size() / split_together);
  if (task_.goal.goes_on || task_.state->used()) return most;
  return std::min(most, (task_.goal.maxeval - result_.neval) / (2 * rule_.points) + 1);
}

/// Those with the largest errors, as many as the accuracy asks for, and as may be split together.
std::vector<std::int64_t> Cubature::worst_regions(int worst) const {
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

void Cubature::split(int worst) {
  if (!bridged_.empty()) {
    const std::int64_t largest = regions_.largest(worst);
    const EndOfAxis seen = bridge_seen_by(regions_.lower(largest), regions_.upper(largest));
    if (seen.axis >= 0) return refuse_end(seen, bridged_);
  }
  std::vector<Bisection> chosen;
  for (const std::int64_t region : worst_regions(worst))
    chosen.push_back(cuba::bisection_of(regions_, region, axis_of(region, worst)));
  if (chosen.empty()) {
    int axis = 0;
    const std::int64_t region = choose(worst, axis);
    chosen.push_back(cuba::bisection_of(regions_, region, axis));
  }
  const auto together = static_cast<std::size_t>(sampler_.max_together() / 2);
  if (max_splits_ > 1 && together > 0)
    for (std::span<const Bisection> left = chosen; !left.empty();
         left = left.subspan(std::min(together, left.size())))
      bisect_together(left.first(std::min(together, left.size())));
  else
    for (const Bisection &one : chosen) bisect(one);
  report();
}

// The regions stay as they are until all halves are known, for whoever reads the result if the
// engine throws.
void Cubature::bisect(const Bisection &bisection) {
  check_memory(1);
  bounds_.resize(static_cast<std::size_t>(2 * task_.ndim));
  double *const bounds = bounds_.data();
  cuba::set_half(regions_, bisection, false, bounds);
  evaluate(bounds, bounds + task_.ndim, bisection.depth, lower_half_);
  cuba::set_half(regions_, bisection, true, bounds);
  evaluate(bounds, bounds + task_.ndim, bisection.depth, upper_half_);
  adopt(bisection);
}

void Cubature::bisect_together(std::span<const Bisection> bisections) {
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
void Cubature::adopt(const Bisection &bisection) {
  const std::int64_t lower = bisection.region;
  const std::int64_t upper = cuba::divide(regions_, bisection);
  cuba::put_halves(
      regions_, lower, upper, lower_half_, upper_half_, totals_,
      [this](int component, const RuleEstimate &parent, RuleEstimate &first, RuleEstimate &second) {
        judgement_.split(component, parent, first, second);
      });
  note_scatter();
  pass_on_sight(lower, upper);
  if (Trace *const trace = task_.log->trace()) trace->split(lower, upper, regions_.size());
}

/// Looks at what lies between the points of the regions.  False: something was found, and the
/// regions where it is are split.
bool Cubature::looked() {
  if (probing_ == Probing::none) return true;
  const std::int64_t wanted = points_of_probe();
  if (wanted <= 0) return true;
  const std::int64_t least = min_points_of_probe(wanted);
  const std::int64_t left = task_.goal.maxeval - result_.neval;
  const std::int64_t npoints = std::min(wanted, left - left / (share_of_climbing + 1));
  unlooked_ = npoints < least;
  // Another run may go on, and looks as if there had been none before.
  const bool ends = !task_.goal.goes_on && !task_.state->used();
  if (unlooked_ && (!ends || npoints < rule_.points)) {
    result_.converged = false;
    return true;
  }
  const bool seems_constant = judgement_.probes_exact(result_);
  Probe between(task_, regions_, probes_ + 1,
                seems_constant ? result_.integral : std::vector<double>());
  Ascent ascent(task_, regions_, checks_.spikes);
  Corners corners(task_, regions_, checks_.spikes);
  std::vector<Sight> sights;
  probe(
      [&] {
        std::int64_t lines = npoints;
        std::vector<Sight> in_corners;
        if (probes_ == 0 && checks_.corners) {
          corners.probe(npoints / share_of_corners, 1 / static_cast<double>(npoints), in_corners);
          if (probing_ == Probing::standard) lines -= corners.evaluated();
        }
        sights = between.take(lines);
        for (const Sight &one : in_corners) add_sight(sights, one);
        if (checks_.climbs)
          ascent.climb(sights, points_of_climb(npoints, between.evaluated() + corners.evaluated()));
      },
      [&] { return between.evaluated() + corners.evaluated() + ascent.evaluated(); });
  ++probes_;
  // Maps of ends may make one, which was seen as it is before.
  constant_ = between.saw_a_constant() && sights.empty() && ends_.ends().empty();
  if (!leaves_accurate(sights)) return false;
  // The standard price tells a constant from what rules integrate exactly.  It may have something
  // small anywhere, as a zero may, and is looked at as closely as by the thorough one.
  if (checks_.constants && constant_ && probing_ == Probing::standard && !unlooked_ &&
      points_of_probe() > 0)
    return false;
  // So few points may find something, but prove nothing.
  if (unlooked_) result_.converged = false;
  return true;
}

std::int64_t Cubature::points_of_probe() const {
  if (probing_ == Probing::thorough) {
    if (static_cast<double>(result_.neval) < worth_another_probe * static_cast<double>(clear_at_))
      return 0;
    return judgement_.points_of_probe(result_, task_.goal, probes_ > 0 && clear_at_ == 0);
  }
  if (result_.only_zeros) return min_for_zeros_alone - result_.neval;
  if (checks_.constants && constant_)
    return judgement_.points_of_probe(result_, task_.goal, false) - result_.probed;
  const std::int64_t of_rules = result_.neval - result_.probed;
  // Of a narrow ridge, each probe may have missed a part.
  const bool again = checks_.again && probes_ > 0 && clear_at_ == 0;
  return rule::standard_probing(task_.ndim, of_rules) - (again ? 0 : result_.probed);
}

/// Those that will do where maxeval leaves no room for more.
std::int64_t Cubature::min_points_of_probe(std::int64_t wanted) const {
  if (task_.goal.goes_on) return wanted;
  if (probing_ == Probing::thorough) return judgement_.min_points_of_probe(result_, task_.goal);
  return result_.only_zeros ? wanted : wanted / min_share_of_probe;
}

/// After a probe, of which so many have been taken.  Where another run may go on, they do not hang
/// on how far this one may go.
std::int64_t Cubature::points_of_climb(std::int64_t npoints, std::int64_t taken) const {
  const std::int64_t most = std::max(npoints / share_of_climbing, Ascent::max_points(task_.ndim));
  return task_.goal.goes_on ? most : std::min(most, task_.goal.maxeval - result_.neval - taken);
}

/// Counts what was evaluated beside the rules, also where that ends in a failure.
template <class Evaluate, class Evaluated>
void Cubature::probe(const Evaluate &evaluate, const Evaluated &evaluated) {
  const auto count = [&] {
    result_.neval += evaluated();
    result_.probed += evaluated();
  };
  try {
    evaluate();
  } catch (const Failure &) {
    count();
    throw;
  }
  count();
}

/// What was found is an error of its region.  Where all of it together is too much for the
/// accuracy, it may fill the region, as far as is known, and is followed.
bool Cubature::leaves_accurate(const std::vector<Sight> &sights) {
  const std::vector<double> unseen = judgement_.unseen(sights, regions_);
  const bool matters = judgement_.matters(unseen, result_, task_.goal);
  for (const Sight &sight : sights) {
    if (matters) {
      const auto [kept, first] = sights_.try_emplace(sight.region, sight);
      if (!first) kept->second.join(sight);
    }
    if (matters) keep_in_sight(sight);
    for (std::size_t c = 0; c < totals_.size(); ++c) raise_error(sight.region, c, sight.amount[c]);
  }
  if (!sights.empty()) report();
  clear_at_ = matters ? 0 : result_.neval;
  return !matters && accurate(result_, task_.goal);
}

/// What keeps a result from being called converged, beside its error.
void Cubature::remark_on_probe() {
  if (unlooked_)
    add_remark(result_, Remark::no_room_to_probe);
  else if (!sights_.empty())
    add_remark(result_, Remark::stands_out);
}

void Cubature::raise_error(std::int64_t region, std::size_t component, double least) {
  RuleEstimate estimate = regions_.estimate(region, static_cast<int>(component));
  if (!(least > estimate.error)) return;
  totals_[component].error += least - estimate.error;
  estimate.error = least;
  regions_.set_estimate(region, static_cast<int>(component), estimate);
}

/// What stands out in a region may fill it, as far as is known.
void Cubature::keep_in_sight(const Sight &sight) {
  if (!checks_.fills) return;
  const double volume = std::ldexp(1.0, -regions_.depth(sight.region));
  for (std::size_t c = 0; c < totals_.size(); ++c)
    raise_error(sight.region, c, volume * sight.height[c]);
}

/// To the half in which it lies.
void Cubature::pass_on_sight(std::int64_t lower, std::int64_t upper) {
  const auto found = sights_.find(lower);
  if (found == sights_.end()) return;
  Sight sight = std::move(found->second);
  sights_.erase(found);
  const double *const from = regions_.lower(upper);
  for (int d = 0; d < task_.ndim; ++d)
    if (sight.x[d] >= from[d] && from[d] > regions_.lower(lower)[d]) sight.region = upper;
  keep_in_sight(sight);
  sights_[sight.region] = std::move(sight);
}

void Cubature::evaluate(const double *lower, const double *upper, std::int32_t depth,
                        std::vector<RuleEstimate> &estimates) {
  cuba::apply_rule(sampler_, lower, upper, depth, estimates, result_.neval);
  note_half(lower, upper, depth, estimates);
}

/// Whether the points of a region are hardly more than one: between them, numbers are too far
/// apart.  Of a singularity there, what is left may be anything, and the null rules are zero.
bool Cubature::is_point(const double *lower, const double *upper) const {
  for (int d = 0; d < task_.ndim; ++d)
    if (upper[d] - lower[d] <= width_of_point * upper[d]) return true;
  return false;
}

/// What is known of the last region besides what the rule says.
void Cubature::note_half(const double *lower, const double *upper, std::int32_t depth,
                         std::vector<RuleEstimate> &estimates) {
  const bool unresolved = checks_.unresolved && is_point(lower, upper);
  for (std::size_t c = 0; c < estimates.size(); ++c) {
    estimates[c].size = std::ldexp(sampler_.mean_size(static_cast<int>(c)), -depth);
    if (unresolved) estimates[c].error = std::max(estimates[c].error, estimates[c].size);
  }
  cuba::print_region(*task_.log, task_.ndim, lower, upper, estimates);
}

/// Of the sums over all regions, as they are now.
void Cubature::note_scatter() {
  for (std::size_t c = 0; c < totals_.size(); ++c)
    scatter_[c].add(totals_[c].integral, totals_[c].error);
}

void Cubature::report() {
  cuba::put_totals(task_, totals_, regions_.size(), result_);
  for (std::size_t c = 0; c < totals_.size(); ++c) {
    result_.chi2[c] = scatter_[c].chi2();
    result_.error[c] = std::max(
        result_.error[c], judgement_.error(static_cast<int>(c), totals_[c].error, regions_.size()));
  }
  cuba::require_finite(result_);
  judgement_.note(result_.integral, regions_.size());
}

void Cubature::check_memory(std::int64_t more) const {
  cuba::check_memory(regions_.bytes_per_region(), regions_.size(), more, task_.memory_limit);
}

/// In the cube, where those of the maps' variables lie.
RegionTable Cubature::regions() const {
  RegionTable table = cuba::table_of(regions_, result_.nregions, task_.ndim, task_.ncomp);
  if (ends_.ends().empty()) return table;
  const auto ndim = static_cast<std::size_t>(task_.ndim);
  for (std::vector<double> *bounds : {&table.lower, &table.upper})
    for (std::size_t i = 0; i < bounds->size(); ++i) {
      double &t = (*bounds)[i], jacobian;
      if (t > 0 && t < 1) t = map_between_ends(ends_.ends()[i % ndim], t, jacobian);
    }
  return table;
}

}  // namespace

void cubature(const Task &task, const CubatureOptions &options, Result &result) {
  Cubature cubature(task, options, result);
  with_regions(
      task.log->trace(), [&] { cubature.run(); }, [&] { return cubature.regions(); });
}

class CubatureSeries::Implementation : public Cubature {
  using Cubature::Cubature;
};

CubatureSeries::CubatureSeries(const Task &task, const CubatureOptions &options, Result &result)
    : implementation_(std::make_unique<Implementation>(task, options, result)) {}
CubatureSeries::~CubatureSeries() = default;

void CubatureSeries::integrate() {
  implementation_->forget();
  implementation_->run();
}

}  // namespace cuboid::algorithm
