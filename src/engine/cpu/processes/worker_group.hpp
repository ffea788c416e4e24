// Worker processes: forked once, used for one integration or kept for several.
#pragma once

#include <sys/types.h>

#include <atomic>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "base/failure.hpp"
#include "engine/common/evaluator.hpp"
#include "engine/cpu/points/hooks.hpp"
#include "engine/cpu/points/shares.hpp"
#include "engine/cpu/processes/channel.hpp"
#include "engine/cpu/processes/message.hpp"
#include "engine/cpu/processes/progress.hpp"
#include "engine/cpu/processes/shared_memory.hpp"

namespace cuboid::engine::cpu {

/// Receives one line of output.
using LineFunction = std::function<void(const std::string &line)>;

/// Processes that evaluate points sent to them.  Core arguments: -accelerators to -1, 0 to cores
/// - 1. If the system has fewer processes or descriptors to give, the group has fewer workers, down
/// to none.  Not for use by two threads at once; claim() tells them apart.
class WorkerGroup {
 public:
  /// worker_timeout: seconds without progress, as ProgressWatch sees it, after which a worker that
  /// owes results counts as lost; 0: never.
  WorkerGroup(const WorkerCounts &wanted, double worker_timeout);
  /// Ends the workers and waits for them.
  ~WorkerGroup();

  /// The workers that run; none in a process forked from the one that started them.
  WorkerCounts counts() const;
  /// Process numbers of the workers, in the order of their core arguments.
  std::vector<pid_t> processes() const;

  /// Reserves the group for one integration; false if another one has it.  Starts workers anew if
  /// they were lost.
  bool claim();
  /// Ends an integration: every worker that took part runs its exit hook.
  void release() noexcept;

  /// True if the points are so many, and each so small, that workers can do them.
  bool can_evaluate(const HostFunction &host, std::int64_t points) const;

  /// Shares out the points, of which there are at least 10, and gathers the results.  Throws
  /// Failure: what happened in a worker, CUBOID_WORKER_LOST (and no worker is left then),
  /// CUBOID_CANCELLED, CUBOID_TIME_LIMIT.  sampling_line, if set, receives a line on the shares.
  void evaluate(const HostFunction &host, const PointSet &points, double *f, const Hooks &hooks,
                const Limits &limits, const LineFunction &sampling_line = {});

  /// As evaluate(), but the calling process takes part, through master, and nobody has a fixed
  /// share: whoever is free takes the next few points.  This is the quicker way on a machine whose
  /// CPUs are not more than the workers and the master.
  void evaluate_with_master(const HostFunction &host, const PointSet &points, double *f,
                            const Hooks &hooks, const Limits &limits, Evaluator &master);

  /// CPU seconds spent on the evaluations so far.
  double busy_seconds() const { return busy_seconds_; }

 private:
  struct Worker {
    pid_t process = 0;
    int core = 0;
    Channel channel;
    bool in_integration = false;  ///< has had points since the last end of an integration

    std::int64_t next = 0;  ///< its first share that is not sent yet: points next to end - 1
    std::int64_t end = 0;
    std::int64_t start = 0;  ///< what it is working on: points start to start + count - 1
    std::int64_t count = 0;  ///< 0: it is idle

    ProgressWatch progress;  ///< while it owes results
  };
  struct Batch;

  void start_workers();
  bool start_worker(int core, int slot);
  void send_next(Batch &batch, std::size_t number);
  void send(Batch &batch, std::size_t number, const Task &task);
  void evaluate_common(Batch &batch, Evaluator &master);
  [[noreturn]] static void throw_failure(const Batch &batch, std::int64_t leading,
                                         std::int64_t before);
  void note_failure(Batch &batch, const Failure &failure, std::int64_t start,
                    Ending ending = Ending::none);
  void take_reply(Batch &batch, std::size_t number);
  void wait_for_replies(Batch &batch);
  int milliseconds_to_wait(const Batch &batch) const;
  void look_after(Batch &batch, double elapsed);
  [[noreturn]] void lose(std::size_t number, const std::string &how);
  [[noreturn]] void lose_ended(std::size_t number);
  void quit_workers() noexcept;
  void kill_workers() noexcept;

  WorkerCounts wanted_;
  double worker_timeout_;
  pid_t owner_;
  std::atomic<bool> claimed_ = false;
  bool lost_ = false;
  std::unique_ptr<SharedSlots> memory_;
  std::vector<Worker> workers_;  ///< accelerators first
  int accelerators_ = 0;         ///< how many of them are accelerators
  Shares shares_;
  double busy_seconds_ = 0;
};

}  // namespace cuboid::engine::cpu
