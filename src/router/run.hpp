// Carries out one integration.
#pragma once

#include "router/call_record.hpp"
#include "router/clock.hpp"
#include "router/outcome.hpp"
#include "router/plan.hpp"
#include "router/progress.hpp"
#include "router/request.hpp"

namespace cuboid::router {

/// What those who carry out a plan are given.
struct Run {
  const Request &request;
  const Plan &plan;
  engine::DeviceIntegrandPointer device;  ///< nullptr: the host function is called
  void *device_userdata = nullptr;
  Clock &clock;
  CallRecord &record;
  Progress *progress = nullptr;  ///< nullptr: nobody watches

  /// The numbers so far stand here, no longer in the outcome.
  void show(const algorithm::Result &result) const {
    if (progress) progress->show(result);
  }
};

/// What is decided before an integration begins.
struct Decided {
  Plan plan;
  engine::DeviceIntegrandPointer device;  ///< nullptr: the host function is called
  void *device_userdata = nullptr;
};

/// Where a registered version for devices is to run, it has been compared with the host's.  Throws
/// Failure.  ranks: that take part, or nullptr.
Decided decide(const Request &request, const engine::group::Group *ranks = nullptr);

/// The version of the integrand for devices, given or registered; nullptr: there is none.
engine::DeviceIntegrandPointer device_version(const Request &request);

/// What the methods of one call have in common.
struct Call {
  Clock &clock;
  CallRecord &record;
  Progress *progress = nullptr;  ///< nullptr: nobody watches
};

/// Integrates with the method that the request names, or that "auto" stands for without a look at
/// the integrand.  Throws Failure.
void carry_out(Request &request, const Call &call, Outcome &outcome);

/// What goes wrong is in the outcome's status and message.  After a failure that leaves no valid
/// result, its values are NaN.  Nothing is thrown but what cannot be kept: the unwinding of a
/// thread that is being cancelled, and exceptions of other languages.
Outcome run(Request request);

}  // namespace cuboid::router
