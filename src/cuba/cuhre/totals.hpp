// The sums over the regions of Cuhre, and their mean over all steps.
#pragma once

#include <vector>

#include "run/rule_sampler.hpp"
#include "run/task.hpp"
#include "statistics/weighted_mean.hpp"

namespace cuboid::algorithm::cuba {

/// Totals over the current regions, and what has become of them from step to step.
struct Totals {
  double integral = 0;
  double error = 0;
  statistics::WeightedMean mean;

  /// Those of the whole cube.
  void begin(const RuleEstimate &cube) {
    integral = cube.integral;
    error = cube.error;
  }

  /// Adds the sums, as they are now, to the mean.
  void note();

  /// The mean over the steps, of which the sums are multiples of mean.unit.
  double average() const { return mean.weighted / mean.weight; }
};

/// Brings integral, error and the numbers of regions up to date.  task.last_only: by the sums as
/// they are now.
void put_totals(const Task &task, const std::vector<Totals> &totals, std::int64_t nregions,
                Result &result);

/// Throws Failure(CUBOID_NONFINITE), which names the component, if a value or an error overflows.
void require_finite(const Result &result);

/// From a state file.  Throws StateReader::BadState unless they are those of so many components.
std::vector<Totals> restored_totals(const Task &task, StateReader &reader);

}  // namespace cuboid::algorithm::cuba
