#include "engine/cpu/make_engine.hpp"

#include <algorithm>

#include "engine/cpu/automatic.hpp"
#include "engine/cpu/lattice/lattice.hpp"
#include "engine/cpu/points/serial.hpp"
#include "engine/cpu/points/threaded.hpp"
#include "engine/cpu/processes/fork_safety.hpp"
#include "engine/cpu/processes/forked.hpp"
#include "engine/cpu/samples/samples.hpp"
#include "engine/cpu/threads/worker_thread.hpp"

namespace cuboid::engine::cpu {

namespace {

constexpr double default_worker_timeout = 60;
constexpr int max_threads = 1024;

/// Measured on two virtual CPUs: a process is started and ended in 0.2 ms, a thread in 0.03 ms, and
/// it takes up to 20 us until the others work on a batch.
WorkerCosts costs_of_processes(const HostFunction &host, int workers) {
  const double bytes_per_point = 8.0 * (host.ndim + 1 + host.ncomp);
  return {workers, 2e-4 * (1 + workers), 2e-5, bytes_per_point * 5e-10};
}

WorkerCosts costs_of_threads(int workers) {
  return {workers, 3e-5 * (1 + workers), 1.5e-5, 0};
}

/// The options with the settings filled in.
struct Request {
  WorkerMode mode;
  WorkerCounts counts;
  bool counted;  ///< somebody said how many workers there are to be
  double timeout;
};

double timeout_from(double timeout, const Settings &settings) {
  if (timeout >= 0) return timeout;
  return settings.worker_timeout.value_or(default_worker_timeout);
}

/// Those of the process, for one integration.
Settings settings_of(const EngineOptions &options) {
  Settings settings = process_settings().current();
  if (options.notes) settings.hooks.trouble = &options.notes->exit_hooks;
  return settings;
}

WorkerMode automatic_mode(const EngineOptions &options, const Settings &settings) {
  const WorkerMode mode = settings.mode.value_or(WorkerMode::automatic);
  const bool forks = mode == WorkerMode::fork || mode == WorkerMode::automatic;
  if (mode == WorkerMode::automatic && options.thread_safe) return WorkerMode::threads;
  return forks && !options.forks_unasked ? WorkerMode::serial : mode;
}

Request resolve(const EngineOptions &options, const Settings &settings) {
  Request request;
  request.mode = options.mode;
  if (request.mode == WorkerMode::automatic) request.mode = automatic_mode(options, settings);
  request.counts.points_per_core = settings.points_per_core;
  request.counts.points_per_accelerator = settings.points_per_accelerator;
  request.counts.accelerators = settings.accelerators.value_or(0);
  request.counted = options.cores >= 0 || settings.cores || request.counts.accelerators > 0;
  request.counts.cores = available_cpus();
  if (request.counted)
    request.counts.cores = options.cores >= 0 ? options.cores : settings.cores.value_or(0);
  request.timeout = timeout_from(options.worker_timeout, settings);
  return request;
}

void announce(const WorkerGroup &group, const LineFunction &line) {
  const WorkerCounts counts = group.counts();
  if (line && counts.total() > 0)
    line("using " + std::to_string(counts.cores) + " cores " + std::to_string(counts.accelerators) +
         " accelerators via shared memory");
}

/// Starts an evaluator with workers; nullptr if there are none.
using StartFunction = AutomaticEvaluator::StartFunction;

StartFunction process_starter(const HostFunction &host, const EngineOptions &options,
                              const Settings &settings, const Request &request,
                              std::shared_ptr<SerialEvaluator> master, bool master_takes_part) {
  return [=]() -> std::unique_ptr<Evaluator> {
    std::shared_ptr<WorkerGroup> group = options.kept;
    if (!group) {
      group = std::make_shared<WorkerGroup>(request.counts, request.timeout);
      announce(*group, options.starting_line);
    }
    // Made first, since it starts the workers of a kept group again if they were lost.
    auto evaluator = std::make_unique<ForkedEvaluator>(
        host, options.limits, settings.hooks, group, master, master_takes_part,
        options.repeats_throws, options.sampling_line);
    if (group->counts().total() == 0) return nullptr;
    return evaluator;
  };
}

StartFunction thread_starter(const HostFunction &host, const EngineOptions &options,
                             const Settings &settings, const Request &request,
                             std::shared_ptr<SerialEvaluator> master) {
  return [=]() -> std::unique_ptr<Evaluator> {
    return std::make_unique<ThreadedEvaluator>(host, options.limits, settings.hooks,
                                               std::min(request.counts.cores, max_threads), master);
  };
}

/// Why mode fork is without processes, for the one who asked for it.
void note_no_fork(const EngineOptions &options, const Request &request) {
  if (!options.notes || request.mode != WorkerMode::fork) return;
  const char *const reason = reason_not_to_fork();
  options.notes->no_fork =
      std::string("no worker processes were started: ") +
      (inside_worker_thread()       ? "this thread is a worker itself"
       : reason                     ? reason
       : request.counts.total() < 1 ? "the number of cores is 0"
                                    : "the system has no processes, descriptors or memory left");
}

std::unique_ptr<Evaluator> make_evaluator(const HostFunction &host, const EngineOptions &options) {
  const Settings settings = settings_of(options);
  Request request = resolve(options, settings);
  if (options.kept) request.counts = options.kept->counts();
  const bool threads = request.mode == WorkerMode::threads;
  // With threads, the calling thread is worker number 0.
  auto master = threads
                    ? std::make_unique<SerialEvaluator>(host, options.limits, settings.hooks, 0, 0)
                    : std::make_unique<SerialEvaluator>(host, options.limits, settings.hooks);
  const int useful_workers = threads || !request.counted ? 2 : 1;
  if (request.mode == WorkerMode::serial || inside_worker_thread() ||
      (request.counts.total() < useful_workers && !options.kept)) {
    note_no_fork(options, request);
    return master;
  }

  const std::shared_ptr<SerialEvaluator> shared_master = std::move(master);
  const bool when_it_pays = !request.counted && request.mode != WorkerMode::fork;
  // The calling process is then one of the workers, since no contract keeps it from that.
  if (when_it_pays && !threads && !options.kept) --request.counts.cores;
  const StartFunction start =
      threads ? thread_starter(host, options, settings, request, shared_master)
              : process_starter(host, options, settings, request, shared_master, when_it_pays);
  if (when_it_pays) {
    WorkerCosts costs = threads ? costs_of_threads(request.counts.cores)
                                : costs_of_processes(host, available_cpus());
    if (options.kept) costs.start = 0;
    return std::make_unique<AutomaticEvaluator>(host, shared_master, costs, options.expected_points,
                                                start, options.clock);
  }
  if (auto evaluator = start()) return evaluator;
  note_no_fork(options, request);
  return std::make_unique<SerialEvaluator>(host, options.limits, settings.hooks);
}

}  // namespace

std::unique_ptr<PointsEngine> make_points_engine(const HostFunction &host,
                                                 const EngineOptions &options) {
  return std::make_unique<FilteredEngine>(host, make_evaluator(host, options), options.nonfinite);
}

SummingEngines::SummingEngines(const HostFunction &host, const EngineOptions &options) {
  const Settings settings = settings_of(options);
  const Request request = resolve(options, settings);
  if (request.mode == WorkerMode::threads && !inside_worker_thread()) {
    ranges_ = std::make_shared<ThreadedRanges>(
        host, options.limits, std::clamp(request.counts.cores, 1, max_threads), settings.hooks);
    return;
  }
  EngineOptions unfiltered = options;
  unfiltered.nonfinite = Nonfinite::leave;
  points_ = make_points_engine(host, unfiltered);
}

std::unique_ptr<SamplesEngine> SummingEngines::samples(SamplesProblem problem,
                                                       const SamplesRanks &ranks) const {
  std::unique_ptr<HostSamples> engine;
  if (ranges_)
    engine = std::make_unique<ThreadedSamples>(std::move(problem), ranges_);
  else
    engine = std::make_unique<PointsSamples>(std::move(problem), points_, ranks.points);
  if (ranks.group != nullptr) engine->join(*ranks.group);
  return engine;
}

std::unique_ptr<LatticeEngine> SummingEngines::lattice(LatticeProblem problem) const {
  if (ranges_) return std::make_unique<ThreadedLattice>(std::move(problem), ranges_);
  return std::make_unique<PointsLattice>(std::move(problem), points_);
}

IntegralEngines::IntegralEngines(const EngineOptions &options)
    : nonfinite_(options.nonfinite), limits_(options.limits) {
  const Settings settings = settings_of(options);
  const Request request = resolve(options, settings);
  hooks_ = settings.hooks;
  if (request.mode == WorkerMode::threads && !inside_worker_thread())
    threads_ = std::clamp(request.counts.cores, 1, max_threads);
}

std::unique_ptr<PointsEngine> IntegralEngines::make(const HostFunction &host, int thread) const {
  auto evaluator = threads_ > 1
                       ? std::make_unique<SerialEvaluator>(host, limits_, hooks_, thread, thread)
                       : std::make_unique<SerialEvaluator>(host, limits_, hooks_);
  return std::make_unique<FilteredEngine>(host, std::move(evaluator), nonfinite_);
}

std::shared_ptr<WorkerGroup> start_kept_group(double worker_timeout,
                                              const LineFunction &starting_line) {
  const Settings settings = process_settings().current();
  const WorkerCounts counts{settings.cores.value_or(available_cpus()), settings.points_per_core,
                            settings.accelerators.value_or(0), settings.points_per_accelerator};
  auto group = std::make_shared<WorkerGroup>(counts, timeout_from(worker_timeout, settings));
  announce(*group, starting_line);
  return group;
}

}  // namespace cuboid::engine::cpu
