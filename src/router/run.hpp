// Carries out one integration by one method.
#pragma once

#include "call/call_record.hpp"
#include "call/clock.hpp"
#include "call/outcome.hpp"
#include "call/progress.hpp"
#include "call/request.hpp"
#include "router/setting.hpp"

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

/// What the methods of one call have in common.
struct Call {
  const Setting &setting;
  Clock &clock;
  CallRecord &record;
  Progress *progress = nullptr;  ///< nullptr: nobody watches
};

Origin origin_of(const Request &request, Method method);

/// plan: that of the setting, or of a trial.  Throws Failure.
void carry_out(Request &request, const Plan &plan, const Call &call, Outcome &outcome);

}  // namespace cuboid::router
