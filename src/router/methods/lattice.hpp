// What lattices take from the options of a call.
#pragma once

#include "algorithm/lattice/lattice.hpp"
#include "router/run.hpp"

namespace cuboid::router {

/// Whether samples are drawn for a smooth map.
bool has_smooth_map(const Request &request);

/// Without engines.
algorithm::LatticeTask lattice_task(const Run &run);

}  // namespace cuboid::router
