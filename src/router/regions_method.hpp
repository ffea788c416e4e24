// PAGANI over a regions engine, on the cores or on a device.
#pragma once

#include <memory>
#include <vector>

#include "engine/engine.hpp"
#include "engine/regions.hpp"
#include "router/plan.hpp"
#include "router/run.hpp"

namespace cuboid::router {

/// Refines the regions until PAGANI ends.  Throws Failure; where that leaves a valid result, it is
/// in the outcome.
void run_regions(engine::RegionsEngine &regions, const Request &request, const Plan &plan,
                 const engine::Limits &limits, Outcome &outcome);

/// The same with regions on the cores, whose points the engines evaluate in the unit cube, each on
/// a thread of its own.
void run_pagani_on_points(std::vector<std::unique_ptr<engine::PointsEngine>> points,
                          const Request &request, const Plan &plan, const engine::Limits &limits,
                          Outcome &outcome);

}  // namespace cuboid::router
