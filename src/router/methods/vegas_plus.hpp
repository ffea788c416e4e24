// What VEGAS+ and m-Cubes take from the options of a call.
#pragma once

#include <cstdint>

#include "algorithm/vegas_plus/task.hpp"
#include "router/run.hpp"

namespace cuboid::router {

/// Where nobody names the samples of the first iteration, maxeval allows so many of them at least:
/// a map which they find is to be used in many more.
inline constexpr std::int64_t iterations_in_maxeval = 20;

/// Samples of the first iteration on the host: nstart, or where nobody names them what maxeval and
/// the tolerance allow.  parts: of the cube, which share them.
std::int64_t samples_by_maxeval(const Options &options, int ndim, int parts = 1);

/// Whether the points of many integrals on a device are quasi-random.
bool is_quasi_of_many(const Options &options);

/// Samples of the first iteration of one of many integrals on a device, which have a block each.
std::int64_t samples_of_many(const Options &options, int ndim);

/// The map at the end, for another integral to begin with.
void take_grid(const algorithm::VegasPlusResult &found, const engine::SamplesProblem &problem,
               Outcome &outcome);

/// samples: of the first iteration.
algorithm::VegasPlusTask vegas_plus_task(const Run &run, std::int64_t samples);

}  // namespace cuboid::router
