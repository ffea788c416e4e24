// Evaluates on the calling thread.
#pragma once

#include <algorithm>
#include <cstdint>

#include "engine/common/evaluator.hpp"
#include "engine/cpu/points/call.hpp"
#include "engine/cpu/points/hooks.hpp"

namespace cuboid::engine::cpu {

class SerialEvaluator final : public Evaluator {
 public:
  /// core and hook_core: what the integrand and the hooks are told.
  SerialEvaluator(const HostFunction &host, const Limits &limits, const Hooks &hooks,
                  int core = master_core, int hook_core = master_hook_core)
      : host_(host), core_(core), interrupts_(limits), hooks_(hooks, hook_core) {}
  ~SerialEvaluator() override { hooks_.end(); }

  void evaluate(const PointSet &points, double *f) override {
    hooks_.begin();
    call_integrand(host_, points, f, core_, interrupts_);
  }

  std::int64_t worthwhile_batch() const override {
    constexpr std::int64_t for_single_points = 256;
    return std::max<std::int64_t>(host_.nvec, for_single_points);
  }

  /// For whoever else evaluates on the calling thread.
  HookScope &hooks() { return hooks_; }

 private:
  HostFunction host_;
  int core_;
  Interrupts interrupts_;
  HookScope hooks_;
};

}  // namespace cuboid::engine::cpu
