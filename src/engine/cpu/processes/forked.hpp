// Evaluates with worker processes, and small batches on the calling thread.
#pragma once

#include <memory>
#include <optional>

#include "engine/cpu/points/serial.hpp"
#include "engine/cpu/processes/worker_group.hpp"

namespace cuboid::engine::cpu {

class ForkedEvaluator final : public Evaluator {
 public:
  /// group: its own or, kept for later integrations, one that outlives this object.  If another
  /// integration is using it, everything runs on the master.
  /// master_takes_part: see WorkerGroup::evaluate_with_master.
  /// repeats_throws: where a worker throws, the master evaluates the batch itself, so that the
  /// exception is thrown in this process.
  /// sampling_line, if set, receives a line on how each batch is shared out, if there are shares.
  ForkedEvaluator(const HostFunction &host, const Limits &limits, const Hooks &hooks,
                  std::shared_ptr<WorkerGroup> group, std::shared_ptr<SerialEvaluator> master,
                  bool master_takes_part, bool repeats_throws, LineFunction sampling_line = {})
      : host_(host),
        limits_(limits),
        hooks_(hooks),
        group_(std::move(group)),
        claimed_(group_->claim()),
        master_(std::move(master)),
        master_takes_part_(master_takes_part),
        repeats_throws_(repeats_throws),
        sampling_line_(std::move(sampling_line)) {}

  ~ForkedEvaluator() override {
    if (claimed_) group_->release();
  }

  void evaluate(const PointSet &points, double *f) override {
    if (!claimed_ || !group_->can_evaluate(host_, points.count))
      return master_->evaluate(points, f);
    std::optional<Failure> in_worker;
    try {
      share(points, f);
    } catch (const Failure &failure) {
      const bool repeat =
          repeats_throws_ && failure.status() == CUBOID_EXCEPTION && !failure.thrown();
      if (!repeat) throw;
      in_worker = failure;
    }
    if (!in_worker) return;
    master_->evaluate(points, f);
    throw Failure(*in_worker);
  }

  double busy_seconds() const override { return group_->busy_seconds(); }

 private:
  void share(const PointSet &points, double *f) {
    if (master_takes_part_)
      group_->evaluate_with_master(host_, points, f, hooks_, limits_, *master_);
    else
      group_->evaluate(host_, points, f, hooks_, limits_, sampling_line_);
  }

  HostFunction host_;
  Limits limits_;
  Hooks hooks_;
  std::shared_ptr<WorkerGroup> group_;
  bool claimed_;
  std::shared_ptr<SerialEvaluator> master_;
  bool master_takes_part_;
  bool repeats_throws_;
  LineFunction sampling_line_;
};

}  // namespace cuboid::engine::cpu
