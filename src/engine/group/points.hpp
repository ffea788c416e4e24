// Points that are evaluated by several ranks.
#pragma once

#include <cstdint>
#include <memory>

#include "engine/common/evaluator.hpp"
#include "engine/engine.hpp"
#include "engine/group/group.hpp"

namespace cuboid::engine::group {

/// Cuts a batch into ranges, one for each rank, where that pays; else every rank evaluates all of
/// it.  Who has evaluated its range takes over points of those who are late, where ranks see each
/// other's memory.  Whether it pays follows from numbers and from the times that rank 0 has
/// measured, so that all ranks decide alike; the values are the same either way.
class GroupEvaluator final : public Evaluator {
 public:
  /// own: the engine of this rank, which takes values as they come.  The group outlives this.
  GroupEvaluator(int ndim, int ncomp, std::unique_ptr<PointsEngine> own, Group &group);

  void evaluate(const PointSet &points, double *f) override;

  std::int64_t worthwhile_batch() const override {
    return own_->worthwhile_batch() * group_.size();
  }
  bool prefers_few_batches() const override { return true; }

 private:
  /// Points that this rank has evaluated, the first ones of its range of these, and the seconds.
  struct Done {
    std::int64_t evaluated = 0;
    std::int64_t leading = 0;
    double seconds = 0;
  };

  std::int64_t evaluate_some(const PointSet &points, double *f);
  void evaluate_alone(const PointSet &points, double *f);
  void evaluate_together(const PointSet &points, double *f);
  SharedWindow *window_for(std::int64_t points) const;
  Done evaluate_on(SharedWindow &window, const PointSet &points);
  std::int64_t min_piece() const;
  void consult();
  void take_cost();
  bool sharing_pays(std::int64_t points) const;
  std::int64_t max_together() const;

  int ndim_;
  int ncomp_;
  std::unique_ptr<PointsEngine> own_;
  Group &group_;
  // The same on all ranks.
  double cost_ = 0;              ///< seconds that a point takes on rank 0; 0: not known
  bool knows_cost_ = false;      ///< more than that of a first point
  std::int64_t alone_left_ = 1;  ///< points until the ranks consult
  // This rank's.
  double measured_seconds_ = 0;
  std::int64_t measured_points_ = 0;
  double single_ = 0;  ///< seconds of a call for one point; 0: not known
};

}  // namespace cuboid::engine::group
