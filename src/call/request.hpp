// What an integration is asked for.
#pragma once

#include <algorithm>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "base/goal.hpp"
#include "base/options.hpp"
#include "cuba/divonne/divonne.hpp"
#include "cuba/suave/suave.hpp"
#include "engine/cpu/processes/worker_group.hpp"
#include "engine/device/integrand.hpp"
#include "engine/engine.hpp"
#include "engine/group/transport.hpp"
#include "engine/samples.hpp"
#include "run/log.hpp"
#include "run/state_file.hpp"

namespace cuboid::router {

/// Who is told of the progress.
struct ProgressListener {
  cuboid_progress_function function = nullptr;  ///< nullptr: nobody
  void *user = nullptr;
  double seconds = 0;  ///< least time from one call to the next
};

/// Who is told what the method does.
struct TraceListener {
  std::string path;                          ///< of a file; empty: none
  cuboid_trace_function function = nullptr;  ///< nullptr: none
  void *user = nullptr;
  const char *version = "";  ///< of the library
  bool silent = false;       ///< another rank writes it

  bool listens() const { return !path.empty() || function != nullptr; }
};

/// What another integration has learnt.
struct Start {
  std::string method;
  int ndim = 0;
  std::vector<double> grid;  ///< as Resume::grid
  int parts = 1;             ///< of the cube, each of which has a map in it
};

/// Whether all limits of a box are 0 and 1: it counts as none, since nothing has to be mapped.
inline bool is_unit_cube(int ndim, const double *lower, const double *upper) {
  return std::all_of(lower, lower + ndim, [](double x) { return x == 0; }) &&
         std::all_of(upper, upper + ndim, [](double x) { return x == 1; });
}

/// What is integrated.
struct Integral {
  engine::HostFunction host;
  engine::DeviceIntegrandPointer device;  ///< with host.userdata; nullptr: none is given
  bool on_host = false;                   ///< even where there is a version for devices
  std::vector<double> lower, upper;       ///< [ndim], or empty: the unit cube
  bool thread_safe = false;  ///< the host function may be called on several threads at once
  /// What the integrand throws is to be thrown at the caller: a batch in which a worker process did
  /// is evaluated again by this one.
  bool passes_exceptions = false;
  /// Parameters by which components are derivatives: all of the first ones by one parameter come
  /// behind these, then those by the next.  Where they are known to matter: with the option log.
  int derivatives = 0;

  /// nullptr: the unit cube.
  const double *lower_limits() const { return lower.empty() ? nullptr : lower.data(); }
  const double *upper_limits() const { return upper.empty() ? nullptr : upper.data(); }
};

/// Who hears of the run, or may end it.
struct Listeners {
  const volatile int *cancel = nullptr;
  algorithm::Log::Sink log;
  ProgressListener progress;
  TraceListener trace;
  engine::SampleReceiver receiver;  ///< of samples, of the methods that hand them out; may be empty
};

/// What earlier runs leave to this one, and expect of it.
struct Resume {
  std::shared_ptr<const Start> start;  ///< to begin with; nullptr: none
  /// Of Vegas, to begin with: upper edges of equally many intervals on each axis; empty: uniform.
  std::vector<double> grid;
  /// What the method keeps for a further call, and goes on from; nullptr: nothing.
  std::shared_ptr<algorithm::StateMemory> memory;
  /// Evaluations of cuhre that led to what is in memory, where no method is named; 0: none.
  std::int64_t begun = 0;
  double largest_before = 0;     ///< value of the integrand among these; 0: not known
  std::int64_t used_before = 0;  ///< evaluations, by other methods
  std::int64_t map_samples = 0;  ///< see algorithm::LatticeTask
  /// Of each component, the k of exp(f) 2^-k, which is integrated where the logarithm is asked for;
  /// empty: no logarithm is.
  std::vector<double> scale;
  bool goes_on = false;  ///< see Goal
  double certainty = 1;  ///< see Goal
  /// See algorithm::PaganiTask; other methods do not ask.
  std::function<bool(const algorithm::Result &)> goes_further;
};

/// What only calls through Cuba's entries have.
struct CubaCall {
  /// Through them: Cuba's routines are called, and state files are bound to no integral.
  bool called = false;
  bool announce_workers = false;  ///< a line when workers are started
  algorithm::SuaveVariant suave = algorithm::SuaveVariant::native;
  algorithm::DivonnePeaks peaks;  ///< in the unit cube
};

/// An integration with checked arguments.
struct Request : Integral {
  Options options;
  Listeners listeners;
  Resume resume;
  CubaCall cuba;
  std::shared_ptr<engine::group::Transport> ranks;  ///< that take part; nullptr: this process alone
  std::shared_ptr<engine::cpu::WorkerGroup> kept_workers;
  bool forks_unasked = false;  ///< see engine::cpu::EngineOptions
};

/// For what is to be said beside what the method says.
inline algorithm::Log log_of(const Request &request) {
  return {static_cast<int>(request.options.verbosity), request.listeners.log};
}

inline Goal goal_of(const Request &request) {
  Goal goal = goal_of(request.options);
  goal.goes_on = request.resume.goes_on;
  goal.certainty = request.resume.certainty;
  return goal;
}

}  // namespace cuboid::router
