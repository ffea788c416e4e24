// Samples of Cuhre's cubature rules.
#pragma once

#include <vector>

#include "cuba/divonne/sampler.hpp"
#include "rule/cuhre_rule.hpp"
#include "run/rule_sampler.hpp"

namespace cuboid::algorithm::divonne_detail {

/// Stands between Cuhre's rules and the engine: the points get a phase, are counted, and noted.
class Recorder final : public engine::PointsEngine {
 public:
  void begin(Phase phase, Evaluations &evaluations, Extremes &extremes);
  void evaluate(const engine::PointSet &points, double *f) override;
  /// That of the engine has it all.
  const engine::NonfiniteReport &nonfinite() const override { return none_; }

 private:
  Phase phase_ = Phase::partitioning;
  Evaluations *evaluations_ = nullptr;
  Extremes *extremes_ = nullptr;
  engine::NonfiniteReport none_;
};

class CubatureSampler final : public Sampler {
 public:
  CubatureSampler(const Task &task, rule::CuhreRule rule);
  std::vector<RegionSample> sample(Phase phase, const std::vector<const Box *> &boxes,
                                   const std::vector<Extremes *> &extremes,
                                   Evaluations &evaluations) override;

 private:
  rule::CuhreRule rule_;
  Recorder recorder_;
  Task task_;  ///< with the recorder as its engine
  RuleSampler sampler_;
};

}  // namespace cuboid::algorithm::divonne_detail
