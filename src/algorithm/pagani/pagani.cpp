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
//       rule/decision.hpp; ended() below
//  7. THRESHOLD-CLASSIFY, lines 12 and 17: the highest threshold t such that
//     sum of E > t  >=  min(share, 1 - tolerance / (2 e)) sum of all E.
//       goal: rule/decision.hpp; histogram of E: rule/region_marking.hpp
//  8. FILTER, lines 18 to 20, only where memory is short: a slice of the regions is refined
//     until it is accurate enough, its sums are kept, and the next slice takes its place.
//       rule/region_slices.hpp
//  9. H <- SPLIT(marked regions, K), line 22: R becomes two halves.
//       the engine
// 10. Not in the paper: a second look with other regions where the first saw no error at all.
//       second_look() below
#include "algorithm/pagani/pagani.hpp"

#include <algorithm>
#include <cmath>
#include <new>
#include <utility>

#include "algorithm/common/convergence.hpp"
#include "algorithm/common/print_iteration.hpp"
#include "base/clock.hpp"
#include "base/failure.hpp"
#include "cuboid.h"
#include "rule/region_division.hpp"
#include "statistics/tiny.hpp"
#include "statistics/weighted_mean.hpp"

namespace cuboid::algorithm {
namespace {

/// The status with which something from outside ends the integration; 0: nothing does.
int interruption(const engine::Limits &limits) {
  if (limits.cancel != nullptr && *limits.cancel != 0) return CUBOID_CANCELLED;
  if (limits.deadline > 0 && monotonic_seconds() >= limits.deadline) return CUBOID_TIME_LIMIT;
  if (limits.watch && !limits.watch->look(monotonic_seconds())) return CUBOID_CANCELLED;
  return 0;
}

/// One run.
class Pagani {
 public:
  Pagani(const PaganiTask &task, PaganiResult &result)
      : task_(task),
        regions_(*task.regions),
        shape_(regions_.shape()),
        means_(static_cast<std::size_t>(shape_.ncomp)),
        result_(result),
        before_(shape_.ncomp) {}

  void run();

 private:
  using Survey = engine::RegionSurvey;

  void look_and_refine();
  bool second_look(engine::RegionRequest &request) const;
  void refine(const engine::RegionRequest &request);
  void note(const Survey &survey);
  bool ended(const Survey &survey);
  bool interrupted();
  bool conclude(int status, const char *message);
  bool looks_exact() const;
  bool saw_nothing() const;

  const PaganiTask &task_;
  engine::RegionsEngine &regions_;
  const engine::RegionShape shape_;
  std::vector<statistics::WeightedMean> means_;
  PaganiResult &result_;
  PaganiResult before_;  ///< counts of a grid that was given up
};

/// Step 1, the steps 2 to 9 as often as needed, and 10.
void Pagani::run() {
  look_and_refine();
  if (result_.converged && too_few_zeros(result_))
    conclude(CUBOID_NOT_CONVERGED,
             "an integrand of which only zeros were seen needs more evaluations");
}

void Pagani::look_and_refine() {
  engine::RegionRequest request;
  request.goal = task_.goal;
  request.share = task_.share;
  request.observe = task_.observe;
  request.least = std::max<std::int64_t>(shape_.width / 2, 1);
  request.cuts = first_cuts(shape_.ndim, shape_.width, shape_.npoints, task_.goal.maxeval);
  refine(request);
  if (!second_look(request)) return;

  before_ = result_;
  try {
    refine(request);
  } catch (const Failure &failure) {
    // Without memory for the second look, the first one stands.
    if (failure.status() != CUBOID_OUT_OF_MEMORY) throw;
    result_ = before_;
  } catch (const std::bad_alloc &) {
    result_ = before_;
  }
}

/// Step 10: whether it is taken, and on which grid.
bool Pagani::second_look(engine::RegionRequest &request) const {
  if (!result_.converged || result_.niterations > 1 || !looks_exact()) return false;
  const std::int64_t left = task_.goal.maxeval - result_.neval;
  const std::int64_t regions =
      too_few_zeros(result_) ? least_for_zero / shape_.npoints + 1 : result_.nregions;
  const std::int64_t most = std::min(8 * regions, left / shape_.npoints);
  if (most <= result_.nregions) return false;
  request.goal.maxeval = left;
  request.shifted = saw_nothing();
  request.cuts = request.shifted ? shifted_cuts(shape_.ndim, most) : finer_cuts(request.cuts, most);
  return true;
}

void Pagani::refine(const engine::RegionRequest &request) {
  // Steps 1 to 6 for the first regions,
  const Survey *survey = &regions_.start(request);
  note(*survey);
  while (!ended(*survey)) {
    // and 7 to 9, then 2 to 6 for the halves.
    survey = &regions_.advance(1);
    note(*survey);
  }
}

/// Takes over what the engine has found.
void Pagani::note(const Survey &survey) {
  result_.integral = survey.value;
  result_.error = survey.error;
  result_.neval = before_.neval + survey.neval;
  result_.nregions = survey.nregions;
  result_.niterations = before_.niterations + survey.iterations;
  result_.nonfinite = before_.nonfinite + survey.nonfinite;
  result_.dof = result_.niterations - 1;
  result_.only_zeros = task_.judged && saw_nothing();
  for (std::size_t c = 0; c < means_.size(); ++c) {
    statistics::WeightedMean &mean = means_[c];
    mean.add(survey.value[c], 1 / std::max(survey.error[c] * survey.error[c], statistics::tiny));
    result_.chi2[c] = mean.chi2(mean.weighted / mean.weight);
  }
  if (task_.log != nullptr) print_iteration(*task_.log, result_.niterations, result_);
}

/// Step 6, with what the engine has decided of it, and step 8.
bool Pagani::ended(const Survey &survey) {
  using Status = engine::RegionStatus;
  if (survey.nonfinite > 0 && task_.nonfinite == engine::Nonfinite::stop)
    return conclude(CUBOID_NONFINITE, "the integrand returned NaN or infinity");
  if (!std::all_of(survey.value.begin(), survey.value.end(),
                   [](double value) { return std::isfinite(value); }))
    return conclude(CUBOID_NONFINITE,
                    "the sums of the rule overflow: scale the integrand, or an axis that runs to "
                    "infinity");
  bool memory = true;
  switch (survey.status) {
    case Status::running:
      break;
    case Status::converged:
      return conclude(CUBOID_CONVERGED, "the requested accuracy was reached");
    case Status::budget:
      return conclude(CUBOID_NOT_CONVERGED,
                      "the evaluations allowed by maxeval did not reach the accuracy");
    case Status::final:
      return conclude(CUBOID_NOT_CONVERGED,
                      "the regions that carry the error cannot be divided any further");
    case Status::full:
      memory = regions_.grow() || regions_.slice();
      break;
    case Status::done:
      memory = regions_.slice();
      break;
  }
  if (!memory)
    return conclude(CUBOID_NOT_CONVERGED, "the memory for regions did not reach the accuracy");
  return interrupted();
}

bool Pagani::interrupted() {
  switch (interruption(task_.limits)) {
    case CUBOID_CANCELLED:
      return conclude(CUBOID_CANCELLED, "the caller's cancel flag was set");
    case CUBOID_TIME_LIMIT:
      return conclude(CUBOID_TIME_LIMIT, "the wall-clock limit was reached");
    default:
      return false;
  }
}

bool Pagani::conclude(int status, const char *message) {
  result_.status = status;
  result_.converged = status == CUBOID_CONVERGED;
  result_.message = message;
  return true;
}

/// True if no error can be seen but that of rounding.
bool Pagani::looks_exact() const {
  constexpr double rounding = 2e-13;
  for (std::size_t c = 0; c < result_.integral.size(); ++c)
    if (!(result_.error[c] <= rounding * std::fabs(result_.integral[c]))) return false;
  return true;
}

/// True if the integrand was zero wherever it was called.
bool Pagani::saw_nothing() const {
  for (std::size_t c = 0; c < result_.integral.size(); ++c)
    if (result_.integral[c] != 0 || result_.error[c] != 0) return false;
  return true;
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

std::vector<int> finer_cuts(std::vector<int> cuts, std::int64_t most) {
  constexpr int most_halvings = 3;
  std::int64_t parts = 1;
  for (const int halvings : cuts) parts <<= halvings;
  for (int i = 0; i < most_halvings && 2 * parts <= most; ++i, parts *= 2)
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

void pagani(const PaganiTask &task, PaganiResult &result) {
  Pagani(task, result).run();
}

}  // namespace cuboid::algorithm
