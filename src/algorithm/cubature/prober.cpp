#include "algorithm/cubature/prober.hpp"

#include <algorithm>
#include <cmath>

#include "algorithm/cubature/ascent.hpp"
#include "algorithm/cubature/corners.hpp"
#include "algorithm/cubature/evaluate_counted.hpp"
#include "algorithm/cubature/nonconforming_faces.hpp"
#include "rule/probe_size.hpp"
#include "run/accuracy.hpp"
#include "run/remarks.hpp"

namespace cuboid::algorithm {

namespace {

/// Of the points of a probe, so large a part follows up what it has met, but always what stands out
/// most: without it, 435 of 1802 results of the families for tuning are wrong after probes of 1000
/// points, with it 399 of 1762, with four of them 397 of 1761.
constexpr std::int64_t share_of_climbing = 4;
/// Of a probe, what will do where maxeval leaves no room for more.
constexpr std::int64_t min_share_of_probe = 8;
/// As large a part of the first probe goes from the corners inwards.  Without it 25 of 697 results
/// of the fresh families are wrong, with it 4 of 710.
constexpr std::int64_t share_of_corners = 4;
/// As large a part of a probe without findings before it follows what may run on behind faces.  Of
/// 3898 results of the held-out families and those for tuning 755 are wrong, of 3901 767 without it
/// (1e-3, 1e-5, 1e-6, 1e-7, 1e-9; maxeval 20000, 200000), for 1 and 2 % more evaluations in the
/// mean; ridges along a diagonal take 2.4 to 3.5 times as many without it (moved_ridge.txt).
constexpr std::int64_t share_of_faces = 4;
/// What a probe without weight has found may leave the error too large for the accuracy.  After a
/// few more splits, nothing is looked at again.
constexpr double worth_another_probe = 1.25;

}  // namespace

Prober::Prober(const Task &task, const CubatureOptions &options, const EndsEngine &ends,
               Refinement &refinement, Result &result)
    : task_(task),
      checks_(options.checks),
      probing_(options.probing),
      ends_(ends),
      refinement_(refinement),
      result_(result) {}

void Prober::forget() {
  sights_.clear();
  probes_ = 0;
  clear_at_ = 0;
  again_ = false;
  unlooked_ = false;
  constant_ = false;
}

void Prober::look_anew() {
  forget();
  again_ = true;
}

void Prober::save(StateWriter &writer) const {
  writer.put(probes_);
  writer.put(result_.probed);
  writer.put(std::int64_t{constant_} + 2 * std::int64_t{again_});
  writer.put(std::ssize(sights_));
  for (const auto &[region, sight] : sights_)
    writer.fields(region, sight.x, sight.height, sight.amount);
}

std::int64_t Prober::restore(StateReader &reader) {
  probes_ = reader.get_count();
  const std::int64_t probed = reader.get_count();
  const std::int64_t seen = reader.get_count();
  constant_ = seen % 2 != 0;
  again_ = probes_ > 0 || seen >= 2;
  sights_ = restored_sights(reader, refinement_.regions().size());
  return probed;
}

std::map<std::int64_t, Sight> Prober::restored_sights(StateReader &reader,
                                                      std::int64_t nregions) const {
  std::map<std::int64_t, Sight> sights;
  for (std::int64_t left = reader.get_count(); left > 0; --left) {
    Sight sight;
    reader.fields(sight.region, sight.x, sight.height, sight.amount);
    StateReader::require(sight.region >= 0 && sight.region < nregions &&
                         std::ssize(sight.x) == task_.ndim);
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

bool Prober::confirms() {
  if (probing_ == Probing::none) return true;
  const std::int64_t wanted = points_of_probe();
  if (wanted <= 0) return true;
  const std::int64_t least = min_points_of_probe(wanted);
  if (checks_.nonconforming && affordable(wanted) >= least && !ran_on()) return false;
  const std::int64_t npoints = affordable(wanted);
  unlooked_ = npoints < least;
  // Another run may go on, and looks as if there had been none before.
  const bool ends = !task_.goal.goes_on && !task_.state->used();
  if (unlooked_ && (!ends || npoints < refinement_.points_of_rule())) {
    result_.converged = false;
    return true;
  }
  const bool seems_constant = refinement_.judgement().probes_exact(result_);
  Probe between(task_, refinement_.regions(), probes_ + 1,
                seems_constant ? result_.integral : std::vector<double>());
  Ascent ascent(task_, refinement_.regions(), checks_.spikes);
  Corners corners(task_, refinement_.regions(), checks_);
  std::vector<Sight> sights;
  count_probed(
      result_,
      [&] {
        std::int64_t lines = npoints;
        std::vector<Sight> in_corners;
        if (probes_ == 0 && checks_.corners) {
          const std::int64_t share = npoints / share_of_corners;
          corners.probe(share, 1 / static_cast<double>(npoints), in_corners);
          const std::int64_t beside = probing_ == Probing::thorough ? share : 0;
          lines -= std::max<std::int64_t>(corners.evaluated() - beside, 0);
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

/// What is left after it is for following up.
std::int64_t Prober::affordable(std::int64_t wanted) const {
  const std::int64_t left = task_.goal.maxeval - result_.neval;
  return std::min(wanted, left - left / (share_of_climbing + 1));
}

std::int64_t Prober::points_of_probe() const {
  if (probing_ == Probing::thorough) {
    if (static_cast<double>(result_.neval) < worth_another_probe * static_cast<double>(clear_at_))
      return 0;
    return refinement_.judgement().points_of_probe(result_, task_.goal, again_);
  }
  if (result_.only_zeros) return task_.goal.enough_zeros() - result_.neval;
  if ((checks_.constants && constant_) ||
      refinement_.judgement().rests_on_rounding(result_, task_.goal))
    return refinement_.judgement().points_of_probe(result_, task_.goal, false) - result_.probed;
  const std::int64_t of_rules = result_.neval - result_.probed;
  // Of a narrow ridge, each probe may have missed a part.
  const bool again = checks_.again && again_;
  return rule::standard_probing(task_.ndim, of_rules) - (again ? 0 : result_.probed);
}

/// Those that will do where maxeval leaves no room for more.
std::int64_t Prober::min_points_of_probe(std::int64_t wanted) const {
  if (task_.goal.goes_on) return wanted;
  if (probing_ == Probing::thorough)
    return refinement_.judgement().min_points_of_probe(result_, task_.goal);
  return result_.only_zeros ? wanted : wanted / min_share_of_probe;
}

/// After a probe, of which so many have been taken.  Where another run may go on, they do not hang
/// on how far this one may go.
std::int64_t Prober::points_of_climb(std::int64_t npoints, std::int64_t taken) const {
  const std::int64_t most = std::max(npoints / share_of_climbing, Ascent::max_points(task_.ndim));
  return task_.goal.goes_on ? most : std::min(most, task_.goal.maxeval - result_.neval - taken);
}

/// Whether something that small regions have resolved runs on into large ones.
bool Prober::ran_on() {
  const std::int64_t npoints =
      refinement_.judgement().points_of_probe(result_, task_.goal, false) / share_of_faces;
  NonconformingFaces faces(task_, refinement_.regions(), probes_, checks_.spikes);
  std::vector<Sight> sights;
  count_probed(
      result_,
      [&] {
        faces.follow(std::min(npoints, task_.goal.maxeval - result_.neval),
                     refinement_.judgement().min_that_matters(result_, task_.goal), sights);
      },
      [&] { return faces.evaluated(); });
  return leaves_accurate(sights);
}

/// What was found is an error of its region.  Where all of it together is too much for the
/// accuracy, it may fill the region, as far as is known, and is followed.
bool Prober::leaves_accurate(const std::vector<Sight> &sights) {
  const std::vector<double> unseen = refinement_.judgement().unseen(sights, refinement_.regions());
  const bool matters = refinement_.judgement().matters(unseen, result_, task_.goal);
  for (const Sight &sight : sights) {
    if (matters) {
      const auto [kept, first] = sights_.try_emplace(sight.region, sight);
      if (!first) kept->second.join(sight);
    }
    if (matters) keep_in_sight(sight);
    for (std::size_t c = 0; c < sight.height.size(); ++c)
      refinement_.raise_error(sight.region, c, sight.amount[c]);
  }
  if (!sights.empty()) refinement_.report();
  again_ = matters && probes_ > 0;
  clear_at_ = matters ? 0 : result_.neval;
  return !matters && (accurate(result_, task_.goal) ||
                      refinement_.judgement().rests_on_rounding(result_, task_.goal));
}

/// What stands out in a region may fill it, as far as is known.
void Prober::keep_in_sight(const Sight &sight) {
  if (!checks_.fills) return;
  const double volume = std::ldexp(1.0, -refinement_.regions().depth(sight.region));
  for (std::size_t c = 0; c < sight.height.size(); ++c)
    refinement_.raise_error(sight.region, c, volume * sight.height[c]);
}

void Prober::pass_on(std::int64_t lower, std::int64_t upper) {
  const auto found = sights_.find(lower);
  if (found == sights_.end()) return;
  Sight sight = std::move(found->second);
  sights_.erase(found);
  const double *const from = refinement_.regions().lower(upper);
  for (int d = 0; d < task_.ndim; ++d)
    if (sight.x[d] >= from[d] && from[d] > refinement_.regions().lower(lower)[d])
      sight.region = upper;
  keep_in_sight(sight);
  sights_[sight.region] = std::move(sight);
}

void Prober::remark() const {
  if (unlooked_)
    add_remark(result_, Remark::no_room_to_probe);
  else if (!sights_.empty())
    add_remark(result_, Remark::stands_out);
}

}  // namespace cuboid::algorithm
