// What those who carry out many integrations are given.
#pragma once

#include <atomic>
#include <cstdint>
#include <optional>
#include <vector>

#include "batch/many.hpp"
#include "batch/many_progress.hpp"
#include "batch/many_results.hpp"
#include "batch/many_state.hpp"
#include "choice/many_choice.hpp"
#include "router/run.hpp"

namespace cuboid::router {

/// The list of integrals, handed out one by one.
class ManyQueue {
 public:
  ManyQueue(std::int64_t count, const engine::Limits &limits) : count_(count), limits_(limits) {}

  /// The next integral, or the first of the next `several`; -1: there is none, or the call is to
  /// end.  Any thread may ask.
  std::int64_t next(std::int64_t several = 1);
  /// Whether the call is to end.
  bool ends();
  /// Nothing more is handed out, and this is why.
  void end(int status) { ended_ = status; }
  /// 0, CUBOID_CANCELLED or CUBOID_TIME_LIMIT.
  int ended() const { return ended_; }

 private:
  std::int64_t count_;
  engine::Limits limits_;
  std::atomic<std::int64_t> next_ = 0;
  std::atomic<int> ended_ = 0;
};

struct ManyRun {
  const ManyRequest &request;
  const Run &run;  ///< of the first integral
  const std::optional<ManyChoice> &choice;
  const engine::Limits &limits;
  ManyQueue &queue;
  ManyResults &results;
  ManyProgress &progress;
  ManyState &state;
  const algorithm::Log &log;

  /// Evaluations that nobody has counted yet.
  void count(std::int64_t evaluated) const {
    if (limits.watch != nullptr) limits.watch->count(evaluated);
  }
  /// Where the integral was told to end, the whole call is to.
  void put(std::int64_t integral, const Outcome &outcome) const {
    results.put(integral, outcome);
    if (engine::ends_early(outcome.status)) queue.end(outcome.status);
  }
  /// After some integrals, for the calling thread: what it is to print and to save.
  void look() const {
    progress.show();
    state.save_if_due();
  }
};

/// Whether another method is to have what the first one, cuhre or line, ended so.  Cubature takes
/// what is infinite beside 0, as x^2/(exp(x) - 1) is where exp(x) rounds to 1.
inline bool leaves_a_choice(const ManyRun &many, const Outcome &of_first) {
  const bool is_of_line = many.choice->of_line > 0;
  return (of_first.status == CUBOID_NOT_CONVERGED ||
          (is_of_line && of_first.status == CUBOID_NONFINITE)) &&
         !of_first.result.refused && of_first.result.neval < many.request.common.options.maxeval;
}

/// On the cores, and one after the other on a device.
void many_one_by_one(const ManyRun &many);

/// Those of the list as calls of their own, side by side on a device, unless the call is to end.
void many_alone(const ManyRun &many, std::vector<std::int64_t> integrals);

}  // namespace cuboid::router
