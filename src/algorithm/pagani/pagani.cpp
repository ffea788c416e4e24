#include "algorithm/pagani/pagani.hpp"

#include <ctime>

#include <algorithm>
#include <cmath>
#include <new>
#include <utility>

#include "base/failure.hpp"
#include "cuboid.h"
#include "rule/region_division.hpp"
#include "statistics/tiny.hpp"
#include "statistics/weighted_mean.hpp"

namespace cuboid::algorithm {
namespace {

double monotonic_seconds() {
  timespec now{};
  clock_gettime(CLOCK_MONOTONIC, &now);
  return static_cast<double>(now.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec);
}

/// The status with which something from outside ends the integration; 0: nothing does.
int interruption(const engine::Limits &limits) {
  if (limits.cancel != nullptr && *limits.cancel != 0) return CUBOID_CANCELLED;
  if (limits.deadline > 0 && monotonic_seconds() >= limits.deadline) return CUBOID_TIME_LIMIT;
  return 0;
}

/// One run.
class Pagani {
 public:
  Pagani(engine::RegionsEngine &regions, const PaganiOptions &options, PaganiResult &result)
      : regions_(regions),
        options_(options),
        means_(static_cast<std::size_t>(regions.ncomp())),
        result_(result) {}

  void run();

 private:
  using Survey = engine::RegionSurvey;

  void refine(const engine::RegionRequest &request);
  void note(const Survey &survey);
  void print() const;
  bool ended(const Survey &survey);
  bool conclude(int status, const char *message);
  bool looks_exact() const;
  bool saw_nothing() const;

  engine::RegionsEngine &regions_;
  const PaganiOptions &options_;
  std::vector<statistics::WeightedMean> means_;
  PaganiResult &result_;
  PaganiResult before_;  ///< counts of a grid that was given up
};

void Pagani::run() {
  engine::RegionRequest request;
  request.epsrel = options_.epsrel;
  request.epsabs = options_.epsabs;
  request.mineval = options_.mineval;
  request.maxeval = options_.maxeval;
  request.share = options_.share;
  request.observe = options_.observe;
  request.least = std::max<std::int64_t>(regions_.width() / 2, 1);
  request.cuts =
      first_cuts(regions_.ndim(), regions_.width(), regions_.npoints(), options_.maxeval);
  refine(request);
  if (result_.status != CUBOID_CONVERGED || result_.niterations > 1 || !looks_exact()) return;

  const std::int64_t left = options_.maxeval - result_.neval;
  const std::int64_t most = std::min(8 * result_.nregions, left / regions_.npoints());
  if (most <= result_.nregions) return;
  before_ = result_;
  request.shifted = saw_nothing();
  request.cuts =
      request.shifted ? shifted_cuts(regions_.ndim(), most) : finer_cuts(request.cuts, most);
  request.maxeval = left;
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

void Pagani::refine(const engine::RegionRequest &request) {
  const Survey *survey = &regions_.start(request);
  note(*survey);
  while (!ended(*survey)) {
    survey = &regions_.advance(1);
    note(*survey);
  }
}

/// Takes over what the engine has found.
void Pagani::note(const Survey &survey) {
  result_.value = survey.value;
  result_.error = survey.error;
  result_.neval = before_.neval + survey.neval;
  result_.nregions = survey.nregions;
  result_.niterations = before_.niterations + survey.iterations;
  result_.nonfinite = before_.nonfinite + survey.nonfinite;
  result_.dof = result_.niterations - 1;
  result_.chi2.resize(means_.size());
  for (std::size_t c = 0; c < means_.size(); ++c) {
    statistics::WeightedMean &mean = means_[c];
    mean.add(survey.value[c], 1 / std::max(survey.error[c] * survey.error[c], statistics::tiny));
    result_.chi2[c] = mean.chi2(mean.weighted / mean.weight);
  }
  if (options_.log != nullptr && options_.log->shows(1)) print();
}

void Pagani::print() const {
  std::string text =
      formatted("\nIteration %lld:  %lld integrand evaluations so far",
                static_cast<long long>(result_.niterations), static_cast<long long>(result_.neval));
  for (std::size_t c = 0; c < means_.size(); ++c)
    text += formatted("\n[%zu] %g +- %g  \tchisq %g (%lld df)", c + 1, result_.value[c],
                      result_.error[c], result_.chi2[c], static_cast<long long>(result_.dof));
  options_.log->print(1, "%s", text.c_str());
}

bool Pagani::ended(const Survey &survey) {
  using Status = engine::RegionStatus;
  if (survey.nonfinite > 0 && options_.nonfinite == engine::Nonfinite::stop)
    return conclude(CUBOID_NONFINITE, "the integrand returned NaN or infinity");
  if (!std::all_of(survey.value.begin(), survey.value.end(),
                   [](double value) { return std::isfinite(value); }))
    return conclude(CUBOID_NONFINITE,
                    "the sums of the rule overflow: scale the integrand, or an axis that runs to "
                    "infinity");
  if (survey.status == Status::converged)
    return conclude(CUBOID_CONVERGED, "the requested accuracy was reached");
  if (survey.status == Status::budget)
    return conclude(CUBOID_NOT_CONVERGED,
                    "the evaluations allowed by maxeval did not reach the accuracy");
  if (survey.status == Status::final)
    return conclude(CUBOID_NOT_CONVERGED,
                    "the regions that carry the error cannot be divided any further");
  const bool more = survey.status == Status::full   ? regions_.grow() || regions_.slice()
                    : survey.status == Status::done ? regions_.slice()
                                                    : true;
  if (!more)
    return conclude(CUBOID_NOT_CONVERGED, "the memory for regions did not reach the accuracy");
  switch (interruption(options_.limits)) {
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
  result_.message = message;
  return true;
}

/// True if no error can be seen but that of rounding.
bool Pagani::looks_exact() const {
  constexpr double rounding = 2e-13;
  for (std::size_t c = 0; c < result_.value.size(); ++c)
    if (!(result_.error[c] <= rounding * std::fabs(result_.value[c]))) return false;
  return true;
}

/// True if the integrand was zero wherever it was called.
bool Pagani::saw_nothing() const {
  for (std::size_t c = 0; c < result_.value.size(); ++c)
    if (result_.value[c] != 0 || result_.error[c] != 0) return false;
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

void pagani(engine::RegionsEngine &regions, const PaganiOptions &options, PaganiResult &result) {
  Pagani(regions, options, result).run();
}

}  // namespace cuboid::algorithm
