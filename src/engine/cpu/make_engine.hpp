// Chooses and makes the engine that calls a host function.
#pragma once

#include <cstdint>
#include <memory>
#include <string>

#include "base/clock.hpp"
#include "engine/cpu/processes/worker_group.hpp"
#include "engine/cpu/settings.hpp"
#include "engine/engine.hpp"
#include "engine/group/group.hpp"
#include "engine/lattice.hpp"
#include "engine/samples.hpp"

namespace cuboid::engine::cpu {

/// What an engine has to say beside its values.
struct EngineNotes {
  HookTrouble exit_hooks;
  std::string no_fork;  ///< why mode fork has no processes; empty: it has, or was not asked for
};

struct EngineOptions {
  Nonfinite nonfinite = Nonfinite::stop;
  Limits limits;
  /// automatic: what CUBOID_WORKERS says; else threads where the integrand is thread-safe, else
  /// processes if they may be forked unasked; as many as cores or CUBACORES say, and if neither
  /// does, only when that pays.
  WorkerMode mode = WorkerMode::automatic;
  bool thread_safe = false;          ///< the integrand may be called on several threads at once
  bool forks_unasked = true;         ///< false: only mode fork makes processes
  int cores = -1;                    ///< number of workers; -1: from the settings
  double worker_timeout = -1;        ///< seconds, 0: never; -1: CUBOID_WORKER_TIMEOUT, else 60
  std::int64_t expected_points = 0;  ///< most points of the integration; 0: not known
  double (*clock)() = monotonic_seconds;    ///< what automatic mode measures the integrand with
  std::shared_ptr<WorkerGroup> kept;        ///< workers of the caller's spin pointer, or nullptr
  bool repeats_throws = false;              ///< see ForkedEvaluator
  std::shared_ptr<EngineNotes> notes = {};  ///< may be nullptr
  /// Receives "using N cores M accelerators via shared memory" when workers start; may be empty.
  LineFunction starting_line;
  /// Receives "sampling N points each on M cores" for each batch; may be empty.
  LineFunction sampling_line;
};

/// An engine for one integration, which ends with the engine's destruction: then the exit hooks
/// run. The process's settings are taken as they are now.  Where workers are asked for but cannot
/// be had, or must not be forked, the calling thread does the work; the values are the same.
std::unique_ptr<PointsEngine> make_points_engine(const HostFunction &host,
                                                 const EngineOptions &options);

class ThreadedRanges;

/// Ranks that share out the samples.
struct SamplesRanks {
  group::Group *group = nullptr;  ///< nullptr: there are no others
  std::shared_ptr<PointsEngine>
      points;  ///< shares points out among them; takes values as they come
};

/// Makes engines for methods that draw samples or sum lattices, which place the points themselves.
/// Where threads are asked for, all of the work is shared out among them, and else the calls of the
/// integrand.  The engines of one object work one after the other, with the same threads.
class SummingEngines {
 public:
  SummingEngines(const HostFunction &host, const EngineOptions &options);

  std::unique_ptr<SamplesEngine> samples(SamplesProblem problem,
                                         const SamplesRanks &ranks = {}) const;
  std::unique_ptr<LatticeEngine> lattice(LatticeProblem problem) const;

 private:
  std::shared_ptr<ThreadedRanges> ranges_;  ///< nullptr: points_
  std::shared_ptr<PointsEngine> points_;
};

/// For one integral after the other: takes the settings once, and makes engines each of which calls
/// a function on one thread.
class IntegralEngines {
 public:
  explicit IntegralEngines(const EngineOptions &options);

  /// Number of threads that the options and settings ask for; 1: the calling one alone.
  int threads() const { return threads_; }

  /// thread: number of the one that calls the engine, which is told to the function if there are
  /// several.
  std::unique_ptr<PointsEngine> make(const HostFunction &host, int thread) const;

 private:
  Nonfinite nonfinite_;
  Limits limits_;
  Hooks hooks_;
  int threads_ = 1;
};

/// Workers for several integrations, as many as the settings say, or as the machine has CPUs if
/// they say nothing; a group without workers where they say 0 or a fork is not safe.
std::shared_ptr<WorkerGroup> start_kept_group(double worker_timeout = -1,
                                              const LineFunction &starting_line = {});

}  // namespace cuboid::engine::cpu
