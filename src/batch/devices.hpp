// Integrations on several devices of this process.
#pragma once

#include <functional>
#include <memory>
#include <vector>

#include "call/outcome.hpp"
#include "call/request.hpp"
#include "router/plan.hpp"

namespace cuboid::router {

/// The devices that the option devices, or else CUBOID_DEVICE, names for this integration; empty:
/// it is the usual one, or none.  Throws Failure with what is wrong with the list.
std::vector<int> named_devices(const Request &request);

/// When devices beside the first begin.
enum class OthersBegin {
  never,       ///< no step of the method is long enough, or not all of it runs on a device
  at_once,     ///< it is known beforehand that steps are
  when_needed  ///< when the first device finds that one is
};

/// plan: of the first.
OthersBegin others_begin(const Request &request, const Plan &plan);

/// Carries out an integration by a thread for each device; the calling thread has the first, and
/// all that the caller sees.  Each does what `run` does, with a rank of a group.  begin: not never.
Outcome run_on_devices(const Request &request, const std::vector<int> &devices, OthersBegin begin,
                       const std::function<Outcome(Request)> &run);

/// The request for one of several ranks that are threads of this process.
Request request_of_rank(const Request &request, std::shared_ptr<engine::group::Transport> rank);

}  // namespace cuboid::router
