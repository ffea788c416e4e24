// Carries out one integration by one method.
#pragma once

#include "call/call_record.hpp"
#include "call/clock.hpp"
#include "call/outcome.hpp"
#include "call/progress.hpp"
#include "call/request.hpp"
#include "router/setting.hpp"

namespace cuboid::router {

/// What the methods of one call have in common.
struct Call {
  const Setting &setting;
  Clock &clock;
  CallRecord &record;
  Progress *progress = nullptr;  ///< nullptr: nobody watches
};

/// What those who carry out a plan are given.
struct Run : Call {
  const Request &request;
  const Plan &plan;  ///< of the setting, or of a trial

  /// The numbers so far stand here, no longer in the outcome.
  void show(const algorithm::Result &result) const {
    if (progress) progress->show(result);
  }
};

Origin origin_of(const Request &request, Method method);

/// plan: that of the setting, or of a trial.  Throws Failure.
void carry_out(Request &request, const Plan &plan, const Call &call, Outcome &outcome);

}  // namespace cuboid::router
