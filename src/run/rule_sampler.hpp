// A cubature rule of DCUHRE applied to one region.
#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include "rule/cuhre_rule.hpp"
#include "run/task.hpp"
#include "simd/kernels.hpp"

namespace cuboid::algorithm {

/// What a rule says about one component in a region.
struct RuleEstimate {
  double integral;
  double error;
  int split;           ///< the axis along which the fourth difference is largest
  double null = 0;     ///< the error by null rules alone
  double carried = 0;  ///< of the error, what the regions that were split left (carried_error.hpp)
  double size = 0;     ///< of the integrand on the region, as RuleSampler::mean_size finds it
};

/// A region to which a rule is applied.
struct RuleRegion {
  const double *lower, *upper;  ///< [ndim]
  double volume;                ///< the cube's being 1
};

/// Sections 4 and 5 of cuba-cuhre.  Points of a region are one batch, unless they are too many for
/// a buffer of a few megabytes.
class RuleSampler {
 public:
  RuleSampler(const Task &task, const rule::CuhreRule &rule);

  std::int64_t points() const { return rule_.points; }
  /// Points of the last region in batches that are complete.
  std::int64_t evaluated() const { return evaluated_; }

  /// Mean of the component's absolute values at the centre and on the axes of the last region.
  double mean_size(int component) const;

  /// lower, upper: [ndim].  volume: of the region, the cube's being 1.  estimates: [ncomp].
  /// Throws Failure: what the engine throws; CUBOID_NONFINITE when the sums overflow.
  void evaluate(const double *lower, const double *upper, double volume, RuleEstimate *estimates);

  /// Regions whose points fit into one batch; 1 where those of one may not.
  std::int64_t max_together() const;
  /// The same for several regions, at most max_together(), in one call of the engine.  take(i,
  /// estimates): receives those of region i, which is the last region then.
  void evaluate_together(
      const std::vector<RuleRegion> &regions,
      const std::function<void(std::size_t, const std::vector<RuleEstimate> &)> &take);

 private:
  void share_bounds();
  void prepare_points();
  void write_points(const double *lower, const double *upper);
  void place(const double *lower, const double *upper);
  void visit_points();
  void mix_bounds(const double *lower, const double *upper, double *x);
  void visit_supports(const rule::CuhreOrbit &orbit);
  void visit_diagonal(int generator);
  void make_room(std::int64_t points);
  void flush(std::int64_t count);
  void keep_first(std::int64_t count, const double *f);
  void add_values(std::int64_t count, const double *f);
  void add_rules(std::int64_t regions, const double *f, double *sums);
  void add_face_values(std::int64_t count, const double *f, const rule::CuhreOrbit &orbit);
  RuleEstimate estimate(int component, double volume) const;
  int split_axis(int component) const;
  void find_error(const double *sums, double volume, RuleEstimate &estimate) const;

  const Task &task_;
  const rule::CuhreRule &rule_;
  const simd::Kernels &kernels_;
  std::int64_t chunk_;  ///< points that are evaluated together
  std::int64_t kept_;   ///< values of the first points that are kept for the fourth differences
  double ratio_;        ///< of the squares of the generators of the axis orbits
  std::vector<double> centre_, plus_, minus_;
  /// In few dimensions, coordinates of all points as shares of the bounds of their axes; empty: not
  /// known.
  std::vector<double> of_lower_, of_upper_;
  int regions_to_share_;  ///< after so many they are; below 0: never
  std::vector<std::int64_t> orbit_points_;
  std::vector<double> orbit_weights_;  ///< [orbits][8]
  std::vector<double> lambda_, nu_;    ///< [orbits][4], the last of four being 0
  std::vector<double> x_, f_, first_;
  std::vector<double> all_x_, all_f_;  ///< of several regions
  std::vector<double> sums_;           ///< [ncomp][8]
  std::vector<double> all_sums_;       ///< [regions][8], of one component
  std::vector<double> widths_;
  std::int64_t filled_ = 0;     ///< points in x_
  std::int64_t evaluated_ = 0;  ///< points of the region that have been evaluated
};

}  // namespace cuboid::algorithm
