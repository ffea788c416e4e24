// VEGAS+ and m-Cubes, on a device or on the host.
#pragma once

#include "engine/cpu/make_engine.hpp"
#include "router/device_engine.hpp"
#include "router/plan.hpp"
#include "router/run.hpp"

namespace cuboid::router {

/// Whether the request runs VEGAS+: if it is asked for by name, and in the place of Vegas where all
/// of it can run on a device.
bool runs_vegas_plus(const Request &request, const Plan &plan, const DeviceChoice &device);

/// Carries it out.  host: for an integrand that is called on the host.  Throws Failure; the
/// outcome's result is then the last one.
void run_vegas_plus(const Request &request, const Plan &plan, const DeviceChoice &device,
                    const engine::cpu::EngineOptions &host, Outcome &outcome);

}  // namespace cuboid::router
