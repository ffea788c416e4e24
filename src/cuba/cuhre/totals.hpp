// The sums over the regions of Cuhre, and their mean over all steps.
#pragma once

#include <cstdint>
#include <vector>

#include "cuba/cuhre/bisection.hpp"
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

/// The whole cube, region 0, with what the rule says of it.
template <class Regions>
void put_cube(Regions &regions, const std::vector<RuleEstimate> &estimates,
              std::vector<Totals> &totals) {
  for (std::size_t c = 0; c < totals.size(); ++c) {
    regions.set_estimate(0, static_cast<int>(c), estimates[c]);
    totals[c].begin(estimates[c]);
    totals[c].note();
  }
}

/// Two halves with what the rule says of them, instead of their parent, the lower one.
/// adjust(c, parent, first, second): may change their errors when they have been corrected.
template <class Regions, class Adjust>
void put_halves(Regions &regions, std::int64_t lower, std::int64_t upper,
                std::vector<RuleEstimate> &firsts, std::vector<RuleEstimate> &seconds,
                std::vector<Totals> &totals, const Adjust &adjust) {
  for (std::size_t c = 0; c < totals.size(); ++c) {
    const auto component = static_cast<int>(c);
    const RuleEstimate parent = regions.estimate(lower, component);
    RuleEstimate &first = firsts[c];
    RuleEstimate &second = seconds[c];
    totals[c].integral += correct_halves(parent, first, second);
    adjust(component, parent, first, second);
    totals[c].error += first.error + second.error - parent.error;
    totals[c].note();
    regions.set_estimate(lower, component, first);
    regions.set_estimate(upper, component, second);
  }
}

/// Brings integral, error and the numbers of regions up to date.  task.last_only: by the sums as
/// they are now.
void put_totals(const Task &task, const std::vector<Totals> &totals, std::int64_t nregions,
                Result &result);

/// Throws Failure(CUBOID_NONFINITE), which names the component, if a value or an error overflows.
void require_finite(const Result &result);

/// From a state file.  Throws StateReader::BadState unless they are those of so many components.
std::vector<Totals> restored_totals(const Task &task, StateReader &reader);

}  // namespace cuboid::algorithm::cuba
