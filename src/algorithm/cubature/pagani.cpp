// The steps, with the lines of the paper's Algorithm 2 and where each is carried out.  R is a
// region, I its integral by the rule, N its error by null rules, C what halving its parent has
// changed.
//
//  1. H <- UNIFORM-SPLIT(box), line 4: 2^cuts parts of each axis.
//       cuts: first_cuts below; parts: rule/region_division.hpp
//  2. I, N, K <- EVALUATE(R) for all new R in H, line 10: I = |R| sum of w f(x), null rules with
//     other weights, and the axis K of the largest fourth difference.
//       the engine; rule/orbit_rule.hpp, region_axis.hpp
//  3. E <- TWO-LEVEL-ERROR, line 11: C = I(lower) + I(upper) - I(parent), of which a half keeps
//     |C| N / N(parent); E = sqrt(8 |C| N).
//       rule/region_estimate.hpp
//  4. v <- SUM(I), e <- SUM of the errors, lines 13 and 14: e = 8 (|sum C| + 4 sqrt(sum C^2)) with
//     bounds by what cancels and by what the iterations have changed.
//       sums: the engine, rule/region_sums.hpp; e: rule/region_error.hpp
//  5. Done if e <= max(epsrel |v|, epsabs) for all components, line 15.
//       rule/decision.hpp
//  6. Ended by the evaluations, by NaN, from outside?
//       rule/decision.hpp, integral_end.hpp; ended() below
//  7. THRESHOLD-CLASSIFY, lines 12 and 17: the highest threshold t such that
//     sum of E > t  >=  min(share, 1 - tolerance / (2 e)) sum of all E.
//       goal: rule/decision.hpp; histogram of E: rule/region_marking.hpp
//  8. FILTER, lines 18 to 20, only where memory is short: a slice of the regions is refined
//     until it is accurate enough, its sums are kept, and the next slice takes its place.
//       rule/region_slices.hpp
//  9. H <- SPLIT(marked regions, K), line 22: R becomes two halves.
//       the engine
// 10. Not in the paper: what converged is looked at between the points of its regions, and what
//     stands out there is refined, as often as something does.
//       when: looked_between() below; at how many points: rule/probe_size.hpp; the probe: the
//       engine, rule/probe.hpp, region_probe.hpp
// 11. Not in the paper: a success that rests on one probe, on hardly any error or on nothing but
//     zeros is no proof, and the box is looked at again with other regions.
//       rule/integral_end.hpp; probe_again() and confirms() below
#include "algorithm/cubature/pagani.hpp"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <new>
#include <string>
#include <utility>

#include "algorithm/common/convergence.hpp"
#include "base/failure.hpp"
#include "base/status_text.hpp"
#include "cuboid.h"
#include "rule/probe_size.hpp"
#include "rule/region_division.hpp"
#include "rule/region_error.hpp"
#include "run/print_iteration.hpp"
#include "run/remarks.hpp"
#include "statistics/scaled_chi2.hpp"

namespace cuboid::algorithm {
namespace {

/// First regions that were not refined prove nothing with fewer points than that, and neither do
/// zeros.  The first regions of a device, as many as it evaluates in the time of one, have about so
/// many points in all.
constexpr std::int64_t proof_evaluations = min_for_zeros_alone;
/// Two looks agree if what lies between them is below this part of the tolerance; it is that of
/// rule::change_factor, by which changes count.
constexpr double agreement = 1 / rule::change_factor;
/// The regions of the second probe are up to twice as large, and one that only confirms need not be
/// as accurate: errors of degree 7 grow by so much where a region of two dimensions is twice as
/// large.
constexpr double coarser_probe = 16;
/// By so much the grid of a further probe is finer where the first two leave a doubt.
constexpr std::int64_t finer_probe = 8;

/// An engine that evaluates so many regions in the time of one is a device.
constexpr std::int64_t wide_engine = 2048;
/// It is idle where there are no more than that part of them.  With a quarter, f3 in three
/// dimensions would take 8 % more time (tests/bench/results/pagani_steps.txt).
constexpr std::int64_t idle_part = 8;
/// Of maxeval, what it may cost to keep it busy from the beginning.
constexpr std::int64_t part_of_filling = 8;

/// Regions that each iteration splits at least.
std::int64_t min_splits(const engine::RegionShape &shape) {
  return std::max<std::int64_t>(shape.width / 2, 1);
}

/// One run.
class Pagani {
 public:
  Pagani(const PaganiTask &task, PaganiResult &result)
      : task_(task),
        regions_(*task.regions),
        shape_(regions_.shape()),
        scatter_(static_cast<std::size_t>(shape_.ncomp)),
        result_(result),
        before_(shape_.ncomp) {}

  void run();

 private:
  using Reduction = engine::RegionReduction;

  bool proved() const;
  bool probe_again(engine::RegionRequest &request) const;
  bool looked_between(const Reduction *&reduction);
  bool confirms(const Reduction &reduction);
  void probe(const engine::RegionRequest &request);
  void refine(const engine::RegionRequest &request);
  void refine_further(const Reduction *&reduction);
  void remark();
  void note(const Reduction &reduction);
  bool ended(const Reduction &reduction);
  bool interrupted();
  bool conclude(int status);
  bool conclude(int status, Remark why);
  bool conclude(int status, std::string message);
  bool slow() const;
  rule::Seen seen() const {
    return rule::what_is_seen(shape_.ncomp, result_.integral, result_.error);
  }
  bool saw_nothing() const { return seen() == rule::Seen::zeros; }

  const PaganiTask &task_;
  engine::RegionsEngine &regions_;
  const engine::RegionShape shape_;
  std::vector<statistics::ScaledChi2> scatter_;  ///< [ncomp]
  PaganiResult &result_;
  PaganiResult before_;  ///< of the probe before, whose regions were given up
  /// What iterations have left: regions, and the largest error by its tolerance.
  std::vector<std::pair<std::int64_t, double>> progress_;
  std::vector<double> first_;     ///< [ncomp] the largest that the first regions said it could be
  std::int64_t first_neval_ = 0;  ///< evaluations of the first regions
  int probes_ = 0;
  int probes_between_ = 0;
  bool seen_between_ = false;  ///< by the last of them: something beyond the accuracy,
  bool clear_ = false;         ///< or nothing
  bool refined_ = false;       ///< the last probe has split regions
  bool confirmed_ = false;     ///< and agrees with the one before
};

/// Step 1, the steps 2 to 10 as often as needed, and 11.
void Pagani::run() {
  engine::RegionRequest request;
  request.goal = task_.goal;
  request.traced = task_.log != nullptr && task_.log->trace();
  request.least = min_splits(shape_);
  request.foreseen = true;
  request.cuts =
      filled_cuts(first_cuts(shape_.ndim, shape_.width, shape_.npoints, task_.goal.maxeval), shape_,
                  task_.goal.maxeval);
  refine(request);
  // Zeros are not split, however many evaluations are asked for.
  const auto doubtful = [this] {
    const bool zeros = result_.status == CUBOID_NOT_CONVERGED && saw_nothing();
    return (result_.converged || zeros) && !proved();
  };
  while (doubtful() && probe_again(request)) probe(request);
  if (doubtful() && (saw_nothing() || (result_.neval < proof_evaluations && !clear_))) {
    result_.trusted = false;
    conclude(CUBOID_NOT_CONVERGED,
             saw_nothing()
                 ? sentence_of(Remark::only_zeros, shape_.ndim, {std::to_string(result_.neval)})
                 : sentence_of(Remark::no_second_probe, shape_.ndim));
  }
  if (result_.converged) leave_room_for_holes(result_, task_.goal);
  remark();
}

/// Step 11: whether what is called converged does not rest on too little.
bool Pagani::proved() const {
  return rule::is_proved({seen(), probes_, refined_, confirmed_, result_.neval},
                         {proof_evaluations, task_.goal.enough_zeros()});
}

/// On which grid; false: there are not evaluations enough for any.
bool Pagani::probe_again(engine::RegionRequest &request) const {
  const bool zeros = saw_nothing();
  const std::int64_t left = task_.goal.maxeval - result_.neval;
  const bool finer = probes_ > 1 || seen() != rule::Seen::error;
  const std::int64_t most =
      std::min((finer ? finer_probe : 1) * result_.nregions, left / shape_.npoints);
  request.goal.maxeval = left;
  // They are there to confirm the first probe: hardly ever does anything follow them.
  request.foreseen = false;
  if (zeros) request.goal.mineval = 0;
  // Where something is seen exactly, jumps and kinks lie between the regions, and should stay
  // there.
  const std::vector<int> inside = finer_cuts(request.cuts, most);
  if (!zeros && !request.shifted && (finer || most < 3) && inside != request.cuts) {
    request.cuts = inside;
    return true;
  }
  const std::vector<int> aside = shifted_cuts(shape_.ndim, most);
  if (request.shifted && aside == request.cuts) return false;
  request.shifted = true;
  request.cuts = aside;
  return most >= 3;
}

/// Another look, and what is left of the one before where there is no memory for it.
void Pagani::probe(const engine::RegionRequest &request) {
  before_ = result_;
  try {
    refine(request);
    return;
  } catch (const Failure &failure) {
    if (failure.status() != CUBOID_OUT_OF_MEMORY) throw;
  } catch (const std::bad_alloc &) {
  }
  result_ = before_;
  confirmed_ = true;
}

void Pagani::refine(const engine::RegionRequest &request) {
  // Steps 1 to 6 for the first regions,
  const Reduction *reduction = &regions_.start(request);
  ++probes_;
  refined_ = false;
  note(*reduction);
  if (confirms(*reduction)) return;
  do {
    refine_further(reduction);
  } while (result_.converged && !looked_between(reduction));
}

/// Steps 7 to 9, then 2 to 6 for the halves.
void Pagani::refine_further(const Reduction *&reduction) {
  while (!ended(*reduction)) {
    reduction = &regions_.advance(1);
    refined_ = refined_ || reduction->iterations > 1;
    note(*reduction);
  }
}

/// Step 10.  False: something was found, and the refinement is to go on.
bool Pagani::looked_between(const Reduction *&reduction) {
  rule::Resolution resolution;
  for (std::size_t c = 0; c < result_.integral.size(); ++c)
    rule::take(resolution, result_.integral[c], result_.error[c],
               tolerance(result_, task_.goal, c));
  rule::ProbeSize size =
      rule::probe_size(task_.goal, result_.neval, refined_, seen_between_, resolution);
  if (size.wanted == 0 || task_.probing == Probing::none) return true;
  if (task_.probing == Probing::standard) {
    size.wanted =
        rule::standard_probing(shape_.ndim, result_.neval - result_.probed) - result_.probed;
    if (size.wanted <= 0) return true;
    size.enough = size.left >= size.wanted / rule::min_part;
  }
  if (!size.enough) {
    result_.trusted = false;
    conclude(CUBOID_NOT_CONVERGED, sentence_of(Remark::no_room_to_probe, shape_.ndim));
    return true;
  }
  const std::int64_t before = result_.neval;
  reduction = &regions_.probe({++probes_between_, std::min(size.wanted, size.left)});
  note(*reduction);
  result_.probed += result_.neval - before;
  seen_between_ = reduction->status != engine::RegionStatus::converged;
  clear_ = !seen_between_;
  return clear_;
}

/// Whether the first regions of another probe say the same as the probe before, which then stands,
/// or the other one if its error is smaller.
bool Pagani::confirms(const Reduction &reduction) {
  if (probes_ == 1) {
    first_neval_ = reduction.neval;
    for (std::size_t c = 0; c < reduction.value.size(); ++c)
      first_.push_back(std::fabs(reduction.value[c]) + reduction.error[c]);
    return false;
  }
  if (reduction.nonfinite > 0 && task_.nonfinite == engine::Nonfinite::stop) return false;
  for (std::size_t c = 0; c < reduction.value.size(); ++c) {
    const double between = std::fabs(reduction.value[c] - before_.integral[c]);
    const double allowed = tolerance(before_, task_.goal, c);
    if (!(between <= agreement * allowed)) return false;
    if (!(reduction.error[c] <= coarser_probe * allowed)) return false;
  }
  for (std::size_t c = 0; c < reduction.value.size(); ++c) {
    const double between = std::fabs(reduction.value[c] - before_.integral[c]);
    if (before_.error[c] <= reduction.error[c]) result_.integral[c] = before_.integral[c];
    result_.error[c] =
        std::max(rule::change_factor * between, std::min(before_.error[c], reduction.error[c]));
  }
  confirmed_ = true;
  return conclude(CUBOID_CONVERGED);
}

/// What the caller should know of a result that may have missed something.
void Pagani::remark() {
  if (result_.status < 0) return;
  remark_on_values(result_, task_.goal);
  if (saw_nothing()) return;
  if (!result_.converged && seen_between_) add_remark(result_, Remark::stands_out);
  if (slow()) add_remark(result_, Remark::splitting_in_vain);
  // Of the integral, the first regions had seen less than this.
  constexpr double hardly_any = .1;
  for (std::size_t c = 0; c < first_.size(); ++c)
    if (first_[c] < hardly_any * std::fabs(result_.integral[c])) {
      add_remark(result_, Remark::first_saw_little, {std::to_string(first_neval_)});
      return;
    }
}

/// Takes over what the engine has found.
void Pagani::note(const Reduction &reduction) {
  const std::int64_t niterations = before_.niterations + reduction.iterations;
  // A probe between the points is none.
  const bool iterated = niterations != result_.niterations;
  result_.integral = reduction.value;
  result_.error = reduction.error;
  result_.neval = before_.neval + reduction.neval;
  result_.nregions = reduction.nregions;
  result_.niterations = niterations;
  result_.nonfinite = before_.nonfinite + reduction.nonfinite;
  result_.dof = result_.niterations - 1;
  result_.only_zeros = saw_nothing();
  if (iterated) {
    double worst = 0;
    for (std::size_t c = 0; c < scatter_.size(); ++c)
      worst = std::max(worst, reduction.error[c] / tolerance(result_, task_.goal, c));
    progress_.emplace_back(reduction.nregions, worst);
  }
  for (std::size_t c = 0; c < scatter_.size(); ++c) {
    if (iterated) scatter_[c].add(reduction.value[c], reduction.error[c]);
    result_.chi2[c] = scatter_[c].chi2();
  }
  if (task_.log != nullptr) print_iteration(*task_.log, result_.niterations, result_);
}

/// Step 6, with what the engine has decided of it, and step 8.
bool Pagani::ended(const Reduction &reduction) {
  using End = rule::IntegralEnd;
  const bool bad = reduction.nonfinite > 0 && task_.nonfinite == engine::Nonfinite::stop;
  const bool finite = std::all_of(reduction.value.begin(), reduction.value.end(),
                                  [](double value) { return std::isfinite(value); });
  const End end = rule::end_of_iteration(reduction.status, bad, finite);
  if (end == End::full || end == End::done) {
    const bool memory = (end == End::full && regions_.grow()) || regions_.slice();
    if (!memory) return conclude(CUBOID_NOT_CONVERGED, Remark::regions_fill_memory);
  } else if (end != End::running) {
    PaganiVerdict verdict = verdict_on(end, shape_.ndim);
    return conclude(verdict.status, std::move(verdict.message));
  }
  if (interrupted()) return true;
  if (!task_.goes_further || task_.goes_further(result_)) return false;
  return conclude(CUBOID_NOT_CONVERGED, Remark::ended_before);
}

bool Pagani::interrupted() {
  const engine::Ending ending = engine::interruption(task_.limits, task_.limits.now());
  if (ending == engine::Ending::none) return false;
  return conclude(engine::status_of(ending), engine::sentence_of(ending));
}

/// With the sentence of the status.
bool Pagani::conclude(int status) {
  return conclude(status, status_text(status));
}

bool Pagani::conclude(int status, Remark why) {
  return conclude(status, sentence_of(why, shape_.ndim));
}

bool Pagani::conclude(int status, std::string message) {
  result_.status = status;
  result_.converged = status == CUBOID_CONVERGED;
  result_.message = std::move(message);
  return true;
}

/// True if regions became several times more, and the error fell by less than the power 3/2 of
/// that: in two dimensions it falls in proportion at a jump, and at a kink by the square. Estimates
/// of few regions, and of the first ones, are counted otherwise than those of many, and are not
/// compared with them.
bool Pagani::slow() const {
  constexpr double many_times = 4;
  constexpr double some_times = 1.5;
  if (result_.status != CUBOID_NOT_CONVERGED || progress_.empty() || seen() != rule::Seen::error)
    return false;
  const auto [regions, error] = progress_.back();
  const bool reliable = regions >= rule::reliable_regions;
  double times = 0;
  double before = 0;
  for (auto one = progress_.rbegin(); one != progress_.rend() && times < many_times; ++one) {
    const bool alike =
        reliable == (one->first >= rule::reliable_regions) && std::next(one) != progress_.rend();
    if (times >= some_times && !alike) break;
    times = static_cast<double>(regions) / static_cast<double>(one->first);
    before = one->second;
  }
  return times >= some_times && error * times * std::sqrt(times) > before;
}

}  // namespace

std::vector<int> first_cuts(int ndim, std::int64_t width, std::int64_t npoints,
                            std::int64_t maxeval) {
  const std::int64_t most = std::min(width, maxeval / 2 / npoints);
  int halvings = 0;
  while (halvings < 62 && std::int64_t{2} << halvings <= most) ++halvings;
  // All axes alike if there are halvings enough, else the first ones.
  std::vector<int> cuts(ndim, halvings / ndim);
  if (halvings < ndim) std::fill_n(cuts.begin(), halvings, 1);
  return cuts;
}

std::vector<int> filled_cuts(const std::vector<int> &cuts, const engine::RegionShape &shape,
                             std::int64_t maxeval) {
  const std::int64_t parts = rule::cube_parts(static_cast<int>(cuts.size()), cuts, false);
  if (shape.width < wide_engine || parts > shape.width / idle_part) return cuts;
  return finer_cuts(cuts, std::min(min_splits(shape), maxeval / part_of_filling / shape.npoints));
}

std::vector<int> finer_cuts(std::vector<int> cuts, std::int64_t most, int max_halvings) {
  std::int64_t parts = rule::cube_parts(static_cast<int>(cuts.size()), cuts, false);
  for (int i = 0; i < max_halvings && 2 * parts <= most; ++i, parts *= 2)
    ++*std::min_element(cuts.begin(), cuts.end());
  return cuts;
}

std::vector<int> shifted_cuts(int ndim, std::int64_t most) {
  std::vector<int> cuts(ndim, 0);
  std::int64_t regions = 1;
  for (int axis = 0;; axis = (axis + 1) % ndim) {
    regions = regions / rule::axis_parts(cuts[axis], true) * rule::axis_parts(cuts[axis] + 1, true);
    if (regions > most) return cuts;
    ++cuts[axis];
  }
}

PaganiVerdict verdict_on(rule::IntegralEnd end, int ndim) {
  using enum rule::IntegralEnd;
  const auto because = [ndim](int status, Remark why) {
    return PaganiVerdict{status, sentence_of(why, ndim)};
  };
  if (end == final) return because(CUBOID_NOT_CONVERGED, Remark::regions_are_final);
  if (end == overflow) return because(CUBOID_NONFINITE, Remark::rule_overflows);
  const int status = end == converged   ? CUBOID_CONVERGED
                     : end == nonfinite ? CUBOID_NONFINITE
                     : end == aborted   ? CUBOID_ABORTED
                                        : CUBOID_NOT_CONVERGED;
  return {status, status_text(status)};
}

void leave_room_for_holes(Result &result, const Goal &goal) {
  const double part = points_in_a_hole / static_cast<double>(result.neval);
  for (std::size_t c = 0; c < result.integral.size(); ++c)
    leave_room(result, goal, c, part * std::fabs(result.integral[c]));
}

void pagani(const PaganiTask &task, PaganiResult &result) {
  Trace *const trace = task.log != nullptr ? task.log->trace() : nullptr;
  // Before the first ones have all been evaluated there are none to tell of.
  const auto table = [&] { return result.nregions > 0 ? task.regions->table() : RegionTable{}; };
  with_regions(
      trace, [&] { Pagani(task, result).run(); }, table);
}

}  // namespace cuboid::algorithm
