#include "router/machine.hpp"

#include <string>
#include <string_view>

#include "base/environment.hpp"
#include "base/failure.hpp"
#include "base/physical_memory.hpp"
#include "engine/device/integrand.hpp"

namespace cuboid::router {

namespace {

/// CUBOID_VEGAS: what Vegas is on a device where Cuba would draw quasi-random points.
bool vegas_is_lattice() {
  const char *const text = environment_variable("CUBOID_VEGAS");
  if (text == nullptr || std::string_view(text) == "vegas_plus") return false;
  if (std::string_view(text) == "lattice") return true;
  throw Failure(CUBOID_BAD_ARGUMENT, "CUBOID_VEGAS is " + std::string(text).substr(0, 200) +
                                         ", and must be vegas_plus or lattice");
}

}  // namespace

Machine machine_for(const Problem &problem, const Options &options) {
  Machine machine;
  machine.physical_memory = physical_memory();
  if (problem.device == DeviceVersion::none) return machine;
  machine.accelerators = engine::cpu::process_settings().current().accelerators;
  if (problem.device == DeviceVersion::registered) {
    if (!reason_for_host(options, machine).empty()) return machine;
    machine.device_problem = engine::device_problem();
  }
  machine.vegas_is_lattice = vegas_is_lattice();
  if (machine.device_problem.empty()) machine.device = engine::device_description();
  return machine;
}

}  // namespace cuboid::router
