// The rule on many regions at once: by threads, each with a points engine of its own, and each with
// some regions side by side in the lanes of vectors.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <vector>

#include "engine/cpu/regions/region_list.hpp"
#include "engine/cpu/threads/thread_team.hpp"
#include "engine/engine.hpp"
#include "engine/regions.hpp"
#include "rule/orbit_rule.hpp"
#include "rule/region_estimate.hpp"
#include "simd/kernels.hpp"

namespace cuboid::engine::cpu {

/// What the rule gives for one component on a region.
struct RuleValue {
  double value = 0;
  rule::NullRuleError error;
};

/// And for a number of regions.
struct RuleValues {
  std::vector<RuleValue> values;    ///< [count][ncomp]
  std::vector<double> differences;  ///< [count][ndim][ncomp] absolute fourth differences
};

class RuleWorkers {
 public:
  /// points: at least one.  key: as of rule::make_orbit_rule.
  RuleWorkers(int ndim, int ncomp, int key, std::vector<std::unique_ptr<PointsEngine>> points);

  const rule::OrbitRule &rule() const { return rule_; }
  /// Workers that take part at most.
  int size() const { return static_cast<int>(workers_.size()); }

  /// How many of the regions to which the rule is to be applied make a part.
  std::int64_t part_of(std::int64_t regions) const;

  /// Does something for the items first to last - 1, as one of the workers.
  using Work = std::function<void(int worker, std::int64_t first, std::int64_t last)>;

  /// Calls work for `count` items in parts of at most `part`.  Throws what the first part throws
  /// that fails.
  void share_out(std::int64_t count, std::int64_t part, const Work &work);

  /// Applies the rule to `count` regions of the list: place[0], ...
  void apply_rule(int worker, const RegionList &regions, const std::int64_t *place,
                  std::int64_t count, RuleValues &result);

  /// Points that are enough for a call of a worker's engine, and that it has room for in one.
  std::int64_t worthwhile_batch() const { return worthwhile_batch_; }

  /// At points of their own.
  void evaluate(int worker, const PointSet &points, double *f) {
    workers_[worker].points->evaluate(points, f);
  }

  /// Values so far that were NaN or infinite.
  std::int64_t nonfinite() const;

 private:
  static constexpr int lanes = simd::region_lanes;

  /// A number of each of some regions side by side, which the kernels read and write at once.
  struct alignas(64) Line {
    double value[lanes];
  };

  /// Points of one orbit among those that are evaluated at once.
  struct Piece {
    int orbit;
    bool begins;  ///< the orbit
    std::int64_t first;
    std::int64_t count;
  };

  /// Regions that stand side by side, with their sums.
  struct Group {
    std::int64_t count = 0;      ///< 1 to lanes
    std::vector<Line> centre;    ///< [count][ndim]
    std::vector<Line> width;     ///< [count][ndim]
    Line volume{};               ///< [count]
    std::vector<Line> row_sums;  ///< [ncomp][norbits][4]
    std::vector<Line> near;      ///< [ncomp][points_near] values at the first points
  };

  /// What one thread works with.
  struct Worker {
    std::unique_ptr<PointsEngine> points;
    std::vector<Group> groups;
    std::vector<Line> x;
    std::vector<Line> f;
    std::vector<Line> rows;  ///< of one component
  };

  static std::vector<Line> lines(std::int64_t doubles);
  static double *numbers(std::vector<Line> &all);
  static double (*rows(std::vector<Line> &all, std::int64_t first))[lanes];

  /// The centre, and of each axis the points of orbits 1 and 2, by which the axis is chosen.
  int points_near() const { return 1 + 4 * ndim_; }

  void divide(std::int64_t least);
  void make_steps();
  void cut_orbits();
  void prepare(Worker &worker, std::int64_t ngroups) const;
  void begin(Group &group, const RegionList &regions, const std::int64_t *place,
             std::int64_t count) const;
  void evaluate_tile(Worker &worker, std::int64_t ngroups, std::int64_t first, std::int64_t count);
  void add(Group &group, int c, std::int64_t first, std::int64_t count,
           const double (*f)[lanes]) const;
  void finish(Group &group, RuleValue *values, double *differences) const;

  const int ndim_;
  const int ncomp_;
  const rule::OrbitRule rule_;
  const simd::Kernels &kernels_;
  std::vector<Worker> workers_;
  std::vector<Line> steps_;  ///< [npoints][stride_] from the centre, in widths
  std::int64_t stride_ = 0;
  double weight_[rule::max_orbits][rule::nsums] = {};
  std::vector<std::vector<Piece>> tiles_;  ///< the orbits cut into what is evaluated at once
  std::int64_t tile_ = 1;                  ///< points of each region that are evaluated at once
  std::int64_t groups_at_once_ = 1;        ///< if those are all its points
  std::int64_t batch_ = 2;                 ///< regions
  const std::int64_t worthwhile_batch_;    ///< see there
  ThreadTeam team_;                        ///< goes first, since it works with all of this
};

}  // namespace cuboid::engine::cpu
