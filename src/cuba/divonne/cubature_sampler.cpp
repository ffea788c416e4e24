#include "cuba/divonne/cubature_sampler.hpp"

#include <utility>

#include "cuba/divonne/numbers.hpp"

namespace cuboid::algorithm::divonne_detail {

namespace {

Task with_engine(Task task, engine::PointsEngine &engine) {
  task.engine = &engine;
  return task;
}

}  // namespace

void Recorder::begin(Phase phase, Evaluations &evaluations, Extremes &extremes) {
  phase_ = phase;
  evaluations_ = &evaluations;
  extremes_ = &extremes;
}

void Recorder::evaluate(const engine::PointSet &points, double *f) {
  evaluations_->evaluate(phase_, points.count, points.x, f);
  extremes_->note(as_size(points.count), points.x, f);
}

CubatureSampler::CubatureSampler(const Task &task, rule::CuhreRule rule)
    : Sampler(SampleKind::rule, rule.points, rule.points),
      rule_(std::move(rule)),
      task_(with_engine(task, recorder_)),
      sampler_(task_, rule_) {}

std::vector<RegionSample> CubatureSampler::sample(Phase phase,
                                                  const std::vector<const Box *> &boxes,
                                                  const std::vector<Extremes *> &extremes,
                                                  Evaluations &evaluations) {
  std::vector<RuleEstimate> estimates(as_size(task_.ncomp));
  std::vector<RegionSample> samples(boxes.size());
  for (std::size_t i = 0; i < boxes.size(); ++i) {
    recorder_.begin(phase, evaluations, *extremes[i]);
    sampler_.evaluate(boxes[i]->lower.data(), boxes[i]->upper.data(), boxes[i]->volume(),
                      estimates.data());
    for (const RuleEstimate &estimate : estimates)
      samples[i].estimate.push_back({estimate.integral, estimate.error, 0});
  }
  return samples;
}

}  // namespace cuboid::algorithm::divonne_detail
