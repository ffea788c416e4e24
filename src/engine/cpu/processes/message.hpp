// What the master and a worker process say to each other.  Both run the same program image, so the
// messages are plain structs.
#pragma once

#include <cstdint>

#include "engine/cpu/points/hooks.hpp"
#include "engine/cpu/points/shares.hpp"
#include "engine/engine.hpp"

namespace cuboid::engine::cpu {

/// From the master.  The points of an evaluation lie in the slot of the worker: x[count][ndim],
/// then weight[count]; the results follow, f[count][ncomp].  Those of a common evaluation lie so
/// from the first slot on, and every worker and the master take chunks of them.
struct Task {
  enum class Kind : std::int32_t { evaluate, evaluate_common, end_integration, quit };

  Kind kind = Kind::evaluate;
  std::int32_t iteration = 0;
  std::int32_t phase = PointSet::no_phase;
  std::int64_t count = 0;
  CommonBatch common = {};  ///< of a common evaluation
  bool has_weight = false;
  HostFunction host = {};
  Hooks hooks = {};
};

/// From the worker, once for each evaluation.
struct Reply {
  std::int32_t status = CUBOID_CONVERGED;  ///< status of the Failure, if there was one
  bool stopped = false;                    ///< the stop flag ended it, the results are incomplete
  std::int64_t evaluated = 0;
  std::int64_t leading = 0;    ///< the first point that was taken and not evaluated, else the count
  std::int64_t failed_at = 0;  ///< first point of the chunk that failed, counted in the task
  double cpu_seconds = 0;
  char sentence[480] = "";
};

/// The slot of a worker as arrays.
struct SlotView {
  double *x;
  double *weight;
  double *f;

  SlotView(double *slot, std::int64_t count, const HostFunction &host)
      : x(slot), weight(x + count * host.ndim), f(weight + count) {}

  static std::int64_t doubles_per_point(const HostFunction &host) {
    return static_cast<std::int64_t>(host.ndim) + 1 + host.ncomp;
  }
};

}  // namespace cuboid::engine::cpu
