// Methods that run on a device as a whole.
#pragma once

#include "router/device_engine.hpp"
#include "router/plan.hpp"
#include "router/run.hpp"

namespace cuboid::router {

/// Whether there is such a method for the request: PAGANI, also in the place of Cuhre.  Not for
/// integrands without kernels, for dimensions that the method does not have, nor for state files.
bool runs_on_device(const Request &request, const Plan &plan, const DeviceChoice &device);

/// Carries it out.  Throws Failure; the outcome's result is then the last one.
void run_on_device(const Request &request, const Plan &plan, const DeviceChoice &device,
                   const engine::Limits &limits, Outcome &outcome);

}  // namespace cuboid::router
