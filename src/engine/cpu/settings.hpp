// Cuba's settings for the process, from the environment and from the calls that override it.
#pragma once

#include <cstdint>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include "engine/cpu/points/hooks.hpp"
#include "engine/cpu/points/shares.hpp"

namespace cuboid::engine::cpu {

enum class WorkerMode { serial, fork, threads, automatic };

/// "serial", "fork", "threads", "auto"; nothing for other texts.
std::optional<WorkerMode> worker_mode_from(const std::string &name);

/// The settings as they stand at one moment.
struct Settings {
  std::optional<int> cores;                    ///< CUBACORES, the load taken off; nothing: not set
  std::int64_t points_per_core = 10000;        ///< CUBACORESMAX
  std::optional<int> accelerators;             ///< CUBAACCEL, the load taken off; nothing: not set
  std::int64_t points_per_accelerator = 1000;  ///< CUBAACCELMAX
  int verbosity = 0;                           ///< CUBAVERBOSE
  std::optional<WorkerMode> mode;              ///< CUBOID_WORKERS
  std::optional<double> worker_timeout;        ///< CUBOID_WORKER_TIMEOUT
  std::string suave;                           ///< CUBOID_SUAVE: a version of Cuba
  Hooks hooks;
};

/// Reads the environment when it is first used, and not again.  Any thread may call it.
class SettingsStore {
 public:
  Settings current();

  /// n workers with at most points each per batch.  A negative n is at most -n, less the load of
  /// the machine, which is sampled once.
  void set_cores(int n, int points);
  void set_accelerators(int n, int points);
  void set_init_hook(cuboid_hook function, void *argument);
  void set_exit_hook(cuboid_hook function, void *argument);
  void set_verbosity(int level);

  /// Lines "env NAME = value" on the variables that were found, for the caller to print: once, and
  /// only if the verbosity is not 0.
  std::vector<std::string> take_environment_lines();

 private:
  void read_environment();
  const char *variable(const char *name);
  int count_from(int n);

  std::mutex mutex_;  ///< guards what follows; nothing is called back while it is held
  bool environment_read_ = false;
  Settings settings_;
  std::optional<double> load_;
  std::vector<std::string> lines_;
};

/// The settings of this process.
SettingsStore &process_settings();

/// The value Cuba gives a text: as atoi, but limited to the range of int.
int integer_from(const char *text);

/// What a load average leaves of at most -n workers: max(-n - floor(load), 0).
int workers_beside_load(int n, double load);

}  // namespace cuboid::engine::cpu
