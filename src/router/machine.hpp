// What this machine can do.
#pragma once

#include "router/plan.hpp"

namespace cuboid::router {

/// The machine as the problem may need it: devices are looked for only where one may be used, since
/// that starts their driver.  Throws Failure(CUBOID_NO_DEVICE) if the integrand is for devices
/// only.
Machine machine_for(const Problem &problem, const Options &options);

}  // namespace cuboid::router
