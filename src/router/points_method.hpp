// Methods that choose the points at which the integrand is evaluated.
#pragma once

#include <atomic>
#include <functional>
#include <memory>

#include "engine/cpu/make_engine.hpp"
#include "engine/engine.hpp"
#include "router/run.hpp"
#include "run/task.hpp"

namespace cuboid::router {

/// How the integrand is called on the host.
engine::cpu::EngineOptions host_options(const Run &run);

/// The integrand as engines of the host call it, at points of the box.
engine::HostFunction seen_by_engines(const Run &run);

/// An engine as planned, in the coordinates of the integrand: of all ranks that take part.
std::unique_ptr<engine::PointsEngine> make_integrand_engine(const Run &run,
                                                            engine::Nonfinite policy);

/// The same in the unit cube.
std::unique_ptr<engine::PointsEngine> make_points_engine(const Run &run);

/// The same for cubature, which steps off single points that are not finite.  beside: adds the
/// evaluations that this takes.
std::unique_ptr<engine::PointsEngine> make_stepping_engine(const Run &run,
                                                           std::atomic<std::int64_t> &beside);

/// The integrand's engine in the coordinates of the method.  lower, upper: [ndim], or nullptr.
std::unique_ptr<engine::PointsEngine> on_unit_cube(const engine::HostFunction &host,
                                                   const double *lower, const double *upper,
                                                   std::unique_ptr<engine::PointsEngine> engine,
                                                   engine::Nonfinite policy);

/// The same for cubature.  engine: leaves what is not finite.
std::unique_ptr<engine::PointsEngine> on_unit_cube_stepping(
    const Run &run, const double *lower, const double *upper,
    std::unique_ptr<engine::PointsEngine> engine, std::atomic<std::int64_t> &beside);

/// What a method is given, but for the engine, the log and the state file.
algorithm::Task make_task(const Run &run);

/// Stores how many values were NaN or infinite and counted as zero.
void report_nonfinite(const engine::PointsEngine &engine, Outcome &outcome);

/// Hands a method its task, and stores what came of it.  integrate: writes the outcome's result.
/// own: the engine of a method that does not want points of the unit cube.  Throws Failure only
/// where an engine cannot be made.
void run_on_points(const Run &run, Outcome &outcome,
                   const std::function<void(const algorithm::Task &)> &integrate,
                   std::unique_ptr<engine::PointsEngine> own = nullptr);

}  // namespace cuboid::router
