#include "algorithm/pagani.hpp"

#include <ctime>

#include <algorithm>

#include "cuboid.h"

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

void conclude(PaganiResult &result, int status, const char *message) {
  result.status = status;
  result.message = message;
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

PaganiResult pagani(engine::RegionsEngine &regions, const PaganiOptions &options) {
  engine::RegionRequest request;
  request.epsrel = options.epsrel;
  request.epsabs = options.epsabs;
  request.mineval = options.mineval;
  request.maxeval = options.maxeval;
  request.share = options.share;
  request.least = std::max<std::int64_t>(regions.width() / 2, 1);
  request.cuts = first_cuts(regions.ndim(), regions.width(), regions.npoints(), options.maxeval);

  // Between two looks at what may end the integration from outside.
  const bool limited = options.limits.cancel != nullptr || options.limits.deadline > 0;
  const int iterations = limited ? 4 : 64;

  PaganiResult result;
  const engine::RegionSurvey *survey = &regions.start(request);
  while (true) {
    if (survey->nonfinite > 0 && options.nonfinite == engine::Nonfinite::stop) {
      conclude(result, CUBOID_NONFINITE, "the integrand returned NaN or infinity");
    } else if (survey->status == engine::RegionStatus::converged) {
      conclude(result, CUBOID_CONVERGED, "the requested accuracy was reached");
    } else if (survey->status == engine::RegionStatus::budget) {
      conclude(result, CUBOID_NOT_CONVERGED,
               "the evaluations allowed by maxeval did not reach the accuracy");
    } else if (survey->status == engine::RegionStatus::final) {
      conclude(result, CUBOID_NOT_CONVERGED,
               "the regions that carry the error cannot be divided any further");
    } else if (survey->status == engine::RegionStatus::full && !regions.grow()) {
      conclude(result, CUBOID_NOT_CONVERGED, "the memory for regions did not reach the accuracy");
    } else if (const int status = interruption(options.limits); status != 0) {
      conclude(result, status,
               status == CUBOID_CANCELLED ? "the caller's cancel flag was set"
                                          : "the wall-clock limit was reached");
    } else {
      survey = &regions.advance(iterations);
      continue;
    }
    break;
  }
  result.value = survey->value;
  result.error = survey->error;
  result.neval = survey->neval;
  result.nregions = survey->nregions;
  result.niterations = survey->iterations;
  result.nonfinite = survey->nonfinite;
  return result;
}

}  // namespace cuboid::algorithm
