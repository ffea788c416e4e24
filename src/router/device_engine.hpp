// Whether an integration runs on a device, and the engine for it.
#pragma once

#include <memory>
#include <string>

#include "engine/engine.hpp"
#include "router/run.hpp"

namespace cuboid::router {

/// The engine on the chosen device for a request that has a device integrand, or whose host
/// function has one registered with the same ndim and ncomp.  nullptr: the host function is to be
/// called, since it has no device version, or no device can be used.  where: set to a sentence on
/// the choice, if there was one.  A registered pair is compared once.  Throws Failure, also
/// CUBOID_NO_DEVICE if there is no host function to fall back on, and CUBOID_DISAGREE.
std::unique_ptr<engine::PointsEngine> make_device_engine(const Request &request,
                                                         engine::Nonfinite nonfinite,
                                                         const engine::Limits &limits,
                                                         std::string &where);

}  // namespace cuboid::router
