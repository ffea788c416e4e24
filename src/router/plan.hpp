// Which method and which engine an integration gets.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "base/options.hpp"
#include "engine/cpu/settings.hpp"
#include "engine/engine.hpp"
#include "router/methods.hpp"

namespace cuboid::router {

/// Where the version of an integrand for devices comes from.
enum class DeviceVersion {
  none,
  registered,  ///< for a host function, which can be called as well
  given        ///< by the caller, without a host function
};

/// What there is to integrate.
struct Problem {
  int ndim = 1;
  int ncomp = 1;
  DeviceVersion device = DeviceVersion::none;
  bool kernels = false;         ///< the device version can be built into kernels
  bool region_kernels = false;  ///< also into those of methods that refine regions
  bool wants_samples = false;   ///< the caller has a sink for them
  std::int64_t integrals = 1;   ///< of a list
  bool joined = false;          ///< the device version is called by kernels that stand ready
  bool is_line = false;         ///< a region over whose coordinate line integrates on the host
};

/// What there is to do it with.
struct Machine {
  std::int64_t physical_memory = 0;  ///< bytes
  std::optional<int> accelerators;   ///< CUBAACCEL or cubaaccel; nothing: not set
  std::string device;                ///< the chosen one in words
  std::string device_problem;        ///< why none can be used; empty: one can
  bool vegas_is_lattice = false;     ///< on a device, where it is to draw no random numbers
};

/// Where the integrand is evaluated.
enum class Place {
  host,
  device_points,  ///< its values come from a device; the method runs on the host
  device          ///< the whole method runs on a device
};

/// Whether a text for a device is called by kernels that stand ready, rather than compiled with
/// them: the option compile.
bool joins_text(const Problem &problem, const Options &options);

/// All that is decided before an integration begins.
struct Plan {
  int ndim;       ///< of the problem
  Method asked;   ///< by name, or by "auto"
  Method method;  ///< carried out, perhaps in its place
  Interface interface;
  Place place;
  engine::cpu::WorkerMode workers;
  engine::Nonfinite nonfinite;
  bool last_only;
  std::int64_t memory_limit;  ///< bytes
  std::string where;          ///< a sentence on the place; empty: there was no choice
};

/// Why the host function is called although it has a version for devices; empty: nothing but the
/// device itself speaks against it.
std::string reason_for_host(const Options &options, const Machine &machine);

/// A pure function of its arguments.  options: checked, see api/arguments.hpp.  Throws
/// Failure(CUBOID_BAD_ARGUMENT) if a sink is given and the method has no samples to hand out.
Plan choose(const Problem &problem, const Options &options, const Machine &machine);

}  // namespace cuboid::router
