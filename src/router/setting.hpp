// What an integration has to do with, and the plan that follows.
#pragma once

#include <memory>

#include "call/request.hpp"
#include "engine/device/integral_list.hpp"
#include "engine/device/registry.hpp"
#include "engine/group/group.hpp"
#include "router/plan.hpp"

namespace cuboid::router {

/// Found once for a call, whatever methods it tries.
struct Setting {
  /// For the method that the request names, or that "auto" stands for without a trial.
  Plan plan{};
  Problem problem;
  Machine machine;
  engine::DeviceIntegrandPointer device;  ///< nullptr: the integrand has no version for devices
  void *device_userdata = nullptr;
  std::shared_ptr<engine::DevicePair> registered;  ///< nullptr: device was given, or there is none
};

/// The machine as the problem may need it: devices are looked for only where one may be used, since
/// that starts their driver.  Throws Failure(CUBOID_NO_DEVICE) if the integrand is for devices
/// only.
Machine machine_for(const Problem &problem, const Options &options);

/// The version of the integrand for devices, given or registered; nullptr: there is none.
engine::DeviceIntegrandPointer device_version(const Request &request);

/// ranks: that take part, or nullptr.  list: of integrals, each of which the request describes but
/// for its box; nullptr: there is one.  Where a registered version for devices is to run, it has
/// been compared with the host's.  Throws Failure, CUBOID_NO_DEVICE as machine_for does.
Setting setting_of(const Request &request, const engine::group::Group *ranks = nullptr,
                   const engine::ManyList *list = nullptr);

/// The plan for a method that a trial names in a request of its own; that of the call is in the
/// setting.  Throws Failure.
Plan plan_for(const Request &request, const Setting &setting);

}  // namespace cuboid::router
