#include "router/machine.hpp"

#include <unistd.h>

#include "engine/device/integrand.hpp"

namespace cuboid::router {

std::int64_t physical_memory() {
  return static_cast<std::int64_t>(sysconf(_SC_PHYS_PAGES)) * sysconf(_SC_PAGESIZE);
}

Machine machine_for(const Problem &problem, const Options &options) {
  Machine machine;
  machine.physical_memory = physical_memory();
  if (problem.device == DeviceVersion::none) return machine;
  machine.accelerators = engine::cpu::process_settings().current().accelerators;
  if (problem.device == DeviceVersion::registered) {
    if (!reason_for_host(options, machine).empty()) return machine;
    machine.device_problem = engine::device_problem();
  }
  if (machine.device_problem.empty()) machine.device = engine::device_description();
  return machine;
}

}  // namespace cuboid::router
