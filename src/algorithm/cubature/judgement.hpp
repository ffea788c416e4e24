// What native cubature makes of the error estimates of its regions, beside Cuba's: what a region
// has seen stays in the errors of its halves (rule/carried_error.hpp), few regions and few points
// prove little.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "algorithm/cubature/checks.hpp"
#include "algorithm/cubature/probe.hpp"
#include "algorithm/cubature/region_store.hpp"
#include "run/task.hpp"

namespace cuboid::algorithm {

class Judgement {
 public:
  /// points: of the rule.
  Judgement(int ndim, int ncomp, std::int64_t points, const Checks &checks = {});

  /// Back to where an integration begins.
  void forget();
  /// The whole cube, or parts of it that nothing larger has been compared with.
  void begin(int component, std::span<const RuleEstimate> parts);
  /// The regions instead of what they have come from: nothing of that is rounded away any more.
  void add_up(int component, const RegionStore &regions);
  /// Puts what the parts of a grid say of the cube into their errors: as halves would, shared among
  /// all of them.
  void cut(int component, const RuleEstimate &cube, std::vector<RuleEstimate> &parts);
  /// Puts what the halves carry into their errors, which are Cuba's.
  void split(int component, const RuleEstimate &parent, RuleEstimate &first, RuleEstimate &second);
  /// Takes note of the sum of the errors of all regions; the error of the integral.
  double error(int component, double sum, std::int64_t nregions);
  /// Takes note of the value, wherever the number of regions has doubled.
  void note(const std::vector<double> &integral, std::int64_t nregions);

  /// True if no error can be seen but that of rounding: then a peak may lie between the points, and
  /// many of them are looked at before the result may be called converged.
  bool probes_exact(const Result &result) const;
  /// Points of a probe between those of the regions, and of one that will do where maxeval leaves
  /// room for no more.  again: a probe before has found something.
  std::int64_t points_of_probe(const Result &result, const Goal &goal, bool again) const;
  std::int64_t min_points_of_probe(const Result &result, const Goal &goal) const;
  /// [ncomp] what the regions may lack of what a probe has found, beyond their errors,
  std::vector<double> unseen(const std::vector<Sight> &sights, const RegionStore &regions) const;
  /// whether it is enough to be followed,
  bool matters(const std::vector<double> &amounts, const Result &result, const Goal &goal) const;
  /// and what is at least.
  std::vector<double> min_that_matters(const Result &result, const Goal &goal) const;
  /// Whether more evaluations are in vain: the error of each component that misses its accuracy is
  /// that of rounding, as of a zero whose parts cancel.
  bool rests_on_rounding(const Result &result, const Goal &goal) const;
  /// Holds the errors of a result that has not converged to how far its values seem to move on.
  void hold_to_drift(Result &result);
  /// Says what the caller should know of a result that has not converged,
  void remark(const RegionStore &regions, Result &result) const;
  /// and of one that rests on rounding.
  void remark_on_rounding(Result &result) const;

  void save(StateWriter &writer) const;
  /// Throws StateReader::BadState.
  void restore(StateReader &reader);

 private:
  struct Component {
    double magnitude = 0;  ///< sum of what the regions' integrals add up
    double largest = 0;    ///< that the sum of the errors has been
    /// The value at the last powers of two of the number of regions, the last one first.
    double marks[3] = {0, 0, 0};
  };

  double drift(const Component &component, double integral, std::int64_t nregions) const;
  double rounding(const Component &component) const;
  bool cancels(const Result &result) const;

  /// Points of a probe where no error is seen, at most.  On one axis nearly all that is smooth
  /// looks exact after 400 evaluations, and would pay for what a constant may hide; so many miss a
  /// part of 1 / 1000 of the axis with a probability of e^-10.
  static constexpr std::int64_t max_probe_on_one_axis = 10000;
  Checks checks_;
  std::int64_t max_probe_at_exact_;
  double rounding_;  ///< of a sum over the points of a rule, relative to what is added up
  std::vector<Component> components_;
  std::int64_t doublings_ = 0;  ///< of the regions, of which the marks are
  bool drifts_ = false;         ///< an error is what a value seems to move on by
};

}  // namespace cuboid::algorithm
