// Whether an integration runs on a device, and the engine at points for it.
#pragma once

#include <memory>
#include <string>

#include "engine/device/integrand.hpp"
#include "engine/engine.hpp"
#include "router/run.hpp"

namespace cuboid::router {

/// What an integration evaluates on a device.
struct DeviceChoice {
  engine::DeviceIntegrandPointer integrand;  ///< nullptr: nothing, the host function is called
  void *userdata = nullptr;
  std::string where;  ///< a sentence on the choice, if there was one
};

/// The device integrand of a request, or the one that is registered for its host function with the
/// same ndim and ncomp; none if there is no device version, or if there is a host function to fall
/// back on and no device can be used, CUBAACCEL or cubaaccel is 0, or maxeval is so small that the
/// host is done before a device has started.  A registered pair is compared once.  Throws Failure,
/// also CUBOID_DISAGREE.
DeviceChoice choose_device(const Request &request);

}  // namespace cuboid::router
