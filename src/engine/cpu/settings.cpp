#include "engine/cpu/settings.hpp"

#include <stdlib.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "base/environment.hpp"
#include "engine/cpu/processes/fork_safety.hpp"

namespace cuboid::engine::cpu {

namespace {

std::int64_t points_from(int points) {
  return std::max(points, 1);
}

}  // namespace

std::optional<WorkerMode> worker_mode_from(const std::string &name) {
  if (name == "serial") return WorkerMode::serial;
  if (name == "fork") return WorkerMode::fork;
  if (name == "threads") return WorkerMode::threads;
  if (name == "auto") return WorkerMode::automatic;
  return std::nullopt;
}

int integer_from(const char *text) {
  const long value = strtol(text, nullptr, 10);
  return static_cast<int>(
      std::clamp<long>(value, std::numeric_limits<int>::min(), std::numeric_limits<int>::max()));
}

int workers_beside_load(int n, double load) {
  const double left = -static_cast<double>(n) - std::floor(load);
  return static_cast<int>(std::clamp<double>(left, 0, std::numeric_limits<int>::max()));
}

SettingsStore &process_settings() {
  // Never destroyed: integrations may still run while the process takes its objects down.
  static SettingsStore *const store = new SettingsStore;
  return *store;
}

const char *SettingsStore::variable(const char *name) {
  const char *value = environment_variable(name);
  if (value) lines_.push_back(std::string("env ") + name + " = " + value);
  return value;
}

/// n itself, or what the load leaves if it is negative.  Numbers that no machine has are taken for
/// those of this one.
int SettingsStore::count_from(int n) {
  constexpr int most = 1024;  // A group has no more workers.
  if (n >= 0) return std::min(n, most);
  if (n < -most) n = -std::min(available_cpus(), most);
  if (!load_) {
    double load = 0;
    load_ = getloadavg(&load, 1) == 1 ? load : 0;
  }
  return workers_beside_load(n, *load_);
}

void SettingsStore::read_environment() {
  if (environment_read_) return;
  environment_read_ = true;
  if (const char *text = variable("CUBACORES")) settings_.cores = count_from(integer_from(text));
  if (const char *text = variable("CUBACORESMAX"))
    settings_.points_per_core = points_from(integer_from(text));
  if (const char *text = variable("CUBAACCEL"))
    settings_.accelerators = count_from(integer_from(text));
  if (const char *text = variable("CUBAACCELMAX"))
    settings_.points_per_accelerator = points_from(integer_from(text));
  if (const char *text = variable("CUBAVERBOSE")) settings_.verbosity = integer_from(text);
  if (const char *text = variable("CUBOID_WORKERS")) settings_.mode = worker_mode_from(text);
  if (const char *text = variable("CUBOID_WORKER_TIMEOUT"))
    settings_.worker_timeout = std::max(0.0, strtod(text, nullptr));
  if (const char *text = variable("CUBOID_SUAVE")) settings_.suave = text;
}

Settings SettingsStore::current() {
  const std::lock_guard lock(mutex_);
  read_environment();
  return settings_;
}

void SettingsStore::set_cores(int n, int points) {
  const std::lock_guard lock(mutex_);
  read_environment();
  settings_.cores = count_from(n);
  settings_.points_per_core = points_from(points);
}

void SettingsStore::set_accelerators(int n, int points) {
  const std::lock_guard lock(mutex_);
  read_environment();
  settings_.accelerators = count_from(n);
  settings_.points_per_accelerator = points_from(points);
}

void SettingsStore::set_init_hook(cuboid_hook function, void *argument) {
  const std::lock_guard lock(mutex_);
  settings_.hooks.init = function;
  settings_.hooks.init_argument = argument;
}

void SettingsStore::set_exit_hook(cuboid_hook function, void *argument) {
  const std::lock_guard lock(mutex_);
  settings_.hooks.exit = function;
  settings_.hooks.exit_argument = argument;
}

void SettingsStore::set_verbosity(int level) {
  const std::lock_guard lock(mutex_);
  read_environment();
  settings_.verbosity = level;
}

std::vector<std::string> SettingsStore::take_environment_lines() {
  const std::lock_guard lock(mutex_);
  read_environment();
  std::vector<std::string> lines;
  if (settings_.verbosity != 0) lines.swap(lines_);
  return lines;
}

}  // namespace cuboid::engine::cpu
